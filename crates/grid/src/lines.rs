//! The graded rectilinear Yee grid and the mesher that makes it.
//!
//! A grid is three rising lists of coordinates. The leapfrog scheme on it is stable up to
//!
//!   dt = 1 / (c sqrt(1/dx^2 + 1/dy^2 + 1/dz^2))
//!
//! with the smallest spacings and the largest speed (Taflove, Hagness, "Computational Electrodynamics",
//! 3rd ed., 2005, section 4.7.1). One small cell anywhere sets the time step everywhere: hence the
//! mesher merges what is nearly coincident, and says what made the smallest cell.

use crate::messages::{Cause, GridError, GridWarning};
use poynting_scene::Scene;

/// Cells of the absorbing layers: `[behind the smallest, behind the largest coordinate]` per axis.
pub type Layers = [[usize; 2]; 3];

/// More lines than this along one axis are a mistake in the scene, not a model.
pub const MAX_LINES: usize = 10_000_000;

/// Grid lines in metres; cell i along an axis lies between lines i and i + 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Per axis, strictly rising, at least two.
    pub lines: [Vec<f64>; 3],
}

/// The smallest spacing of a grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmallestCell {
    /// Its axis.
    pub axis: usize,
    /// Its cell along that axis.
    pub index: usize,
    /// Its size in metres.
    pub size: f64,
}

/// A line that the mesher may not move.
#[derive(Debug, Clone, PartialEq)]
pub struct FixedLine {
    /// Where.
    pub coordinate: f64,
    /// Why.
    pub cause: Cause,
}

/// A structure with volume whose two ends along an axis fell on the same grid line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flattened {
    /// Index into `scene.structures`.
    pub structure: usize,
    /// The axis across which it has no thickness on the grid.
    pub axis: usize,
    /// Index of the line on which it lies.
    pub line: usize,
}

/// A grid and what there is to say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Meshed {
    /// The grid.
    pub grid: Grid,
    /// Per axis, the lines that were fixed before cells were filled in between; for grids that are not
    /// made by the mesher only the ends.
    pub fixed: [Vec<FixedLine>; 3],
    /// What made the smallest cell as small as it is.
    pub smallest_cause: String,
    /// Structures that are thinner than the grid; metal among them acts as a sheet.
    pub flattened: Vec<Flattened>,
    /// Highest frequency, given or from the waveforms.
    pub max_frequency: Option<f64>,
    /// Cells behind the absorbing faces, which the lines of the grid include.
    pub layers: Layers,
    /// What the user should know.
    pub warnings: Vec<GridWarning>,
}

/// The part of the domain that the grid covers along an axis.
pub fn covered(scene: &Scene, axis: usize) -> [f64; 2] {
    let (from, to) = (scene.domain.from[axis], scene.domain.to[axis]);
    match scene.symmetry[axis] {
        Some(_) => [0.5 * (from + to), to],
        None => [from, to],
    }
}

impl Grid {
    /// Checks that the lines make a grid.
    pub fn new(lines: [Vec<f64>; 3]) -> Result<Self, GridError> {
        for (axis, l) in lines.iter().enumerate() {
            let broken = |cause: String| GridError::BadLines { axis, cause };
            if l.len() < 2 {
                return Err(broken(format!(
                    "there are {} lines, at least 2 are needed",
                    l.len()
                )));
            }
            if l.len() > MAX_LINES {
                return Err(GridError::TooManyLines {
                    axis,
                    lines: l.len() as f64,
                });
            }
            if let Some(i) = l.iter().position(|x| !x.is_finite()) {
                return Err(broken(format!("line {} is not a number", i + 1)));
            }
            if let Some(i) = l.windows(2).position(|w| w[0] >= w[1]) {
                let (a, b) = (l[i], l[i + 1]);
                return Err(broken(format!(
                    "line {} at {b} m does not lie above line {} at {a} m",
                    i + 2,
                    i + 1
                )));
            }
        }
        Ok(Self { lines })
    }

    /// Number of cells along each axis.
    pub fn cells(&self) -> [usize; 3] {
        [0, 1, 2].map(|a| self.lines[a].len() - 1)
    }

    /// Number of cells.
    pub fn total_cells(&self) -> u64 {
        let cells = self.cells().map(|n| n as u64);
        cells[0].saturating_mul(cells[1]).saturating_mul(cells[2])
    }

    /// Distances of neighbouring lines.
    pub fn primal(&self, axis: usize) -> Vec<f64> {
        self.lines[axis].windows(2).map(|w| w[1] - w[0]).collect()
    }

    /// The smallest spacing along one axis.
    pub fn smallest_along(&self, axis: usize) -> SmallestCell {
        let mut best = SmallestCell {
            axis,
            index: 0,
            size: f64::INFINITY,
        };
        for (index, w) in self.lines[axis].windows(2).enumerate() {
            // A relative margin, so that rounding does not decide which of equal cells is named.
            if w[1] - w[0] < best.size * (1.0 - 1e-9) {
                best = SmallestCell {
                    axis,
                    index,
                    size: w[1] - w[0],
                };
            }
        }
        best
    }

    /// The smallest spacing of all.
    pub fn smallest(&self) -> SmallestCell {
        let all = [0, 1, 2].map(|a| self.smallest_along(a));
        all.into_iter().fold(
            all[0],
            |a, b| if b.size < a.size * (1.0 - 1e-9) { b } else { a },
        )
    }

    /// The cell that holds a coordinate; coordinates outside belong to the outermost cells.
    pub fn locate(&self, axis: usize, coordinate: f64) -> usize {
        let above = self.lines[axis].partition_point(|l| *l <= coordinate);
        above.saturating_sub(1).min(self.cells()[axis] - 1)
    }

    /// The line nearest to a coordinate; the lower one of two.
    pub fn nearest_line(&self, axis: usize, coordinate: f64) -> usize {
        let cell = self.locate(axis, coordinate);
        let l = &self.lines[axis];
        cell + usize::from(l[cell + 1] - coordinate < coordinate - l[cell])
    }

    /// Largest stable time step for waves no faster than `c_max`.
    pub fn courant_limit(&self, c_max: f64) -> f64 {
        let sum: f64 = (0..3).map(|a| self.smallest_along(a).size.powi(-2)).sum();
        1.0 / (c_max * sum.sqrt())
    }
}
