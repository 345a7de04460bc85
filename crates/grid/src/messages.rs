//! Messages of the mesher: errors, warnings and the causes of grid lines.

use crate::narrow::Narrow;
use crate::text::{axis_name, length};
use std::fmt;

/// Why there is no grid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The wavelength is unknown.
    #[error(
        "the automatic grid needs a maximum frequency, but no source or driven port defines one; \
         set `max_frequency` or `max_cell` in `grid`"
    )]
    NoFrequency,
    /// A value in the grid specification is invalid.
    #[error("the grid's `{key}` is {value}, but it must be {rule}")]
    BadSpec {
        /// Its name in the scene.
        key: &'static str,
        /// Its value.
        value: f64,
        /// The requirement.
        rule: &'static str,
    },
    /// The lines do not form a grid.
    #[error("the grid lines along {} are invalid: {cause}", axis_name(*axis))]
    BadLines {
        /// The axis.
        axis: usize,
        /// What is wrong.
        cause: String,
    },
    /// Too many lines for any memory.
    #[error(
        "the grid would have {lines:.3e} lines along {}: the spacing is far too small for the domain; \
         check the units",
        axis_name(*axis)
    )]
    TooManyLines {
        /// The axis.
        axis: usize,
        /// How many.
        lines: f64,
    },
    /// Given lines must respect the symmetry plane.
    #[error(
        "there is no grid line on the symmetry plane normal to {} at {} \
         (the nearest is at {}); add a line at the plane",
        axis_name(*axis), length(*plane), length(*nearest)
    )]
    NoLineOnSymmetryPlane {
        /// The axis.
        axis: usize,
        /// Position of the plane.
        plane: f64,
        /// The nearest line.
        nearest: f64,
    },
}

/// A message to the user about a grid.
#[derive(Debug, Clone, PartialEq)]
pub enum GridWarning {
    /// Two snap positions were nearly coincident.
    Merged {
        /// The axis.
        axis: usize,
        /// The position of the line.
        kept: Cause,
        /// The position moved onto it.
        dropped: Cause,
        /// The distance between them.
        distance: f64,
    },
    /// The requested spacing does not give a whole number of cells.
    SpacingChanged {
        /// The axis.
        axis: usize,
        /// The requested spacing.
        asked: f64,
        /// The actual spacing.
        got: f64,
    },
    /// A structure is thinner than the grid can resolve.
    Flattened {
        /// Its name.
        structure: String,
        /// The axis across which it is thin.
        axis: usize,
        /// Its thickness.
        thickness: f64,
        /// The cell size there.
        cell: f64,
    },
    /// A user-given grid has no line at a flat face.
    Moved {
        /// The owner of the face.
        owner: String,
        /// The normal axis.
        axis: usize,
        /// Its position.
        from: f64,
        /// Its position on the grid.
        to: f64,
    },
    /// A structure is not its own mirror image in a symmetry plane.
    NotSymmetric {
        /// Its name.
        structure: String,
        /// The axis normal to the plane.
        axis: usize,
    },
    /// A structure lies outside the domain.
    Outside {
        /// Its name.
        structure: String,
    },
    /// Fields inside a good conductor are not resolved.
    SkinDepth {
        /// The material.
        material: String,
        /// Its skin depth at the highest frequency.
        depth: f64,
        /// The largest cell in it.
        cell: f64,
    },
    /// Waves are noticeably too slow on the grid.
    Dispersion {
        /// The material.
        material: String,
        /// Cells per wavelength at the highest frequency, at the largest cell.
        cells_per_wavelength: f64,
        /// Phase lag after one wavelength; infinite if no wave propagates.
        phase_error_deg_per_wavelength: f64,
    },
    /// `min_cell` did not leave room to grade the cells.
    Growth {
        /// The axis.
        axis: usize,
        /// Largest ratio of neighbouring cells.
        ratio: f64,
        /// The requested limit.
        limit: f64,
    },
    /// A strip or a gap has too few cells across.
    Narrow(Narrow),
    /// One small detail makes the whole run slow.
    SmallCell {
        /// The axis.
        axis: usize,
        /// The smallest cell.
        size: f64,
        /// The size needed for the wavelength.
        needed: f64,
        /// Its cause.
        cause: String,
    },
}

impl fmt::Display for GridWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Merged {
                axis,
                kept,
                dropped,
                distance,
            } => write!(
                f,
                "along {}, {dropped} is only {} from {kept}; both share one grid line",
                axis_name(*axis),
                length(*distance)
            ),
            Self::SpacingChanged { axis, asked, got } => write!(
                f,
                "the domain is not a whole number of cells along {}: the spacing is {} instead of {}",
                axis_name(*axis),
                length(*got),
                length(*asked)
            ),
            Self::SkinDepth {
                material,
                depth,
                cell,
            } => write!(
                f,
                "`{material}` is a good conductor: its skin depth of {} is not resolved by cells of {}, so \
                 its loss will be wrong; use a `conductor`, or `pec` if the loss does not matter",
                length(*depth),
                length(*cell)
            ),
            Self::Dispersion {
                material,
                cells_per_wavelength,
                phase_error_deg_per_wavelength,
            } => {
                write!(
                    f,
                    "there are only {cells_per_wavelength:.1} cells per wavelength in `{material}` at the \
                     highest frequency: "
                )?;
                if phase_error_deg_per_wavelength.is_finite() {
                    write!(
                        f,
                        "the phase error is up to {phase_error_deg_per_wavelength:.2} deg per wavelength; use at \
                         least 10 cells per wavelength"
                    )
                } else {
                    write!(
                        f,
                        "no wave can propagate on this grid; use at least 10 cells per wavelength"
                    )
                }
            }
            Self::Narrow(narrow) => narrow.fmt(f),
            Self::Growth { axis, ratio, limit } => write!(
                f,
                "neighbouring cells along {} differ by a factor of {ratio:.2}, but at most {limit:.2} was \
                 requested: `min_cell` prevents smaller cells; reduce it",
                axis_name(*axis)
            ),
            Self::SmallCell {
                axis,
                size,
                needed,
                cause,
            } => write!(
                f,
                "the smallest cell, {} along {}, is {:.0} times smaller than the wavelength requires and reduces \
                 the time step by the same factor; cause: {cause}; set `min_cell` to merge such details",
                length(*size),
                axis_name(*axis),
                needed / size
            ),
            Self::Flattened { .. }
            | Self::Moved { .. }
            | Self::NotSymmetric { .. }
            | Self::Outside { .. } => self.about_a_structure(f),
        }
    }
}

impl GridWarning {
    /// Whether the user should change something, or make sure that it does not matter. Messages about choices made by the mesher, and
    /// about computing time only, are notes.
    pub fn needs_action(&self) -> bool {
        !matches!(self, Self::SpacingChanged { .. } | Self::SmallCell { .. })
    }

    /// Effects of the grid on one structure or port.
    fn about_a_structure(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flattened {
                structure,
                axis,
                thickness,
                cell,
            } => write!(
                f,
                "`{structure}` is {} thick along {}, too thin for the cells of {} there: metal is modelled as \
                 an infinitely thin sheet, any other material is lost; use smaller cells if this matters",
                length(*thickness),
                axis_name(*axis),
                length(*cell)
            ),
            Self::Moved {
                owner,
                axis,
                from,
                to,
            } => {
                write!(
                    f,
                    "{owner} is at {} = {}, but the nearest grid line is at {}; choose a matching spacing, or use the \
                     automatic mesher",
                    axis_name(*axis),
                    length(*from),
                    length(*to)
                )
            }
            Self::NotSymmetric { structure, axis } => {
                write!(
                    f,
                    "`{structure}` is not symmetric about the plane normal to {}, or its mirror image is missing; only the \
                     upper half is modelled and mirrored",
                    axis_name(*axis)
                )
            }
            Self::Outside { structure } => {
                write!(
                    f,
                    "`{structure}` lies outside the domain, so it has no effect"
                )
            }
            _ => Ok(()),
        }
    }
}

/// The reason for the position of a grid line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The kind of feature there.
    pub what: What,
    /// The name of the structure or port; empty for the domain.
    pub owner: String,
}

/// The kind of feature on a fixed line; earlier kinds take precedence over later ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A face of the domain.
    Domain,
    /// A symmetry plane.
    Symmetry,
    /// A metal sheet or wire.
    Sheet,
    /// A thin wire.
    Wire,
    /// An end of a port or of a lumped element.
    PortEnd,
    /// A flat face of a structure.
    Face,
    /// An edge of a metal strip or sheet: two lines, one third inside and two thirds outside.
    MetalEdge,
    /// A side of a port or of a lumped element.
    PortSide,
    /// A tangent plane of a curved structure.
    Extent,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = &self.owner;
        match self.what {
            What::Domain => write!(f, "the face of the domain"),
            What::Symmetry => write!(f, "the symmetry plane"),
            What::Sheet => write!(f, "the plane of `{owner}`"),
            What::Wire => write!(f, "the wire `{owner}`"),
            What::PortEnd => write!(f, "the end of {owner}"),
            What::Face => write!(f, "the face of `{owner}`"),
            What::MetalEdge => write!(f, "the metal edge of `{owner}`"),
            What::PortSide => write!(f, "the side of {owner}"),
            What::Extent => write!(f, "the outermost point of `{owner}`"),
        }
    }
}
