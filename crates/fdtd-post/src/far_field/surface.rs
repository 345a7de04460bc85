//! The box on which fields are recorded for the far field, and the planes it stands on.

use poynting_grid::Grid;
use poynting_physics::IsotropicMedium;
use poynting_scene::{Point, Symmetry};
use std::collections::BTreeSet;

/// An end of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// At the first line.
    Lower,
    /// At the last line.
    Upper,
}

/// A plane on which a box stands, instead of having a face there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// A symmetry plane on the first line: the unmodelled half radiates too.
    Symmetry(Symmetry),
    /// An infinite PEC ground plane: nothing is seen from behind it.
    Ground(Side),
}

impl Base {
    /// The end of the axis at which it lies.
    pub fn side(self) -> Side {
        match self {
            Self::Symmetry(_) => Side::Lower,
            Self::Ground(side) => side,
        }
    }

    pub(super) fn kind(self) -> Symmetry {
        match self {
            Self::Symmetry(kind) => kind,
            Self::Ground(_) => Symmetry::Electric,
        }
    }
}

/// Which part of a face of the box counts.
///
/// The currents of a closed box produce the field outside it only if the outside is free space. A metal guide or a cable that leaves the box is part
/// of the radiating body: the closed surface runs around it, along its outer wall, where tangential E is zero, and nowhere across its inside. So the
/// field in the guide must not count; the current on the outer wall beyond the box is lost (S. A. Schelkunoff, Bell Syst. Tech. J. 15, 92, 1936).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Face {
    /// All of it.
    #[default]
    Closed,
    /// All except the grid edges that end at these nodes, the inside of guides.
    Pierced(BTreeSet<[usize; 3]>),
    /// Nothing.
    Open,
}

/// The plane waves that make up the recorded fields.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wave {
    /// Those of free space.
    Free,
    /// Those of the grid and its time step (s), slightly slower: the better choice for recorded fields.
    Grid {
        /// Time step in seconds.
        dt: f64,
    },
}

/// Position of the currents and their surroundings.
#[derive(Debug, Clone, PartialEq)]
pub struct Surface {
    /// First plane along each axis, as a line of the grid.
    pub lo: [usize; 3],
    /// Last plane along each axis.
    pub hi: [usize; 3],
    /// Planes that the box stands on; it must reach them.
    pub bases: [Option<Base>; 3],
    /// Which part of the lower and upper face along each axis counts.
    pub faces: [[Face; 2]; 3],
    /// The reference point of phases and retarded times, in metres.
    pub centre: Point,
    /// The medium outside.
    pub medium: IsotropicMedium,
    /// The plane waves to use; for phasors only, in the time domain they are those of free space.
    pub wave: Wave,
}

impl Surface {
    /// Whether there are currents on a face.
    pub fn has_face(&self, axis: usize, side: Side) -> bool {
        let stands = self.bases[axis].is_some_and(|base| base.side() == side);
        !stands && *self.face(axis, side) != Face::Open
    }

    /// Which part of a face counts.
    pub(super) fn face(&self, axis: usize, side: Side) -> &Face {
        &self.faces[axis][side as usize]
    }

    /// Rejects a box that does not fit into its grid.
    pub(super) fn check(&self, grid: &Grid) -> Result<(), BoxError> {
        for (axis, cells) in grid.cells().into_iter().enumerate() {
            let (lo, hi) = (self.lo[axis], self.hi[axis]);
            let base = self.bases[axis].map(Base::side);
            if lo >= hi {
                return Err(BoxError::Flat { axis });
            }
            if base == Some(Side::Lower) && lo > 0 || base == Some(Side::Upper) && hi != cells {
                return Err(BoxError::OffBase { axis });
            }
            if self.has_face(axis, Side::Lower) && lo == 0
                || self.has_face(axis, Side::Upper) && hi >= cells
            {
                return Err(BoxError::AtEnd { axis });
            }
        }
        Ok(())
    }
}

/// A box that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BoxError {
    /// No extent along an axis.
    #[error("the far-field box has no extent along {}", name(*axis))]
    Flat {
        /// The axis.
        axis: usize,
    },
    /// No cell left outside it.
    #[error("the far-field box needs at least one cell between itself and the end of the grid along {}", name(*axis))]
    AtEnd {
        /// The axis.
        axis: usize,
    },
    /// It does not stand on its symmetry plane or ground.
    #[error("the far-field box must extend to the symmetry plane or ground plane normal to {}", name(*axis))]
    OffBase {
        /// The axis.
        axis: usize,
    },
}

fn name(axis: usize) -> char {
    ['x', 'y', 'z'][axis]
}
