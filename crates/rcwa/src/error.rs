//! What is wrong with a model, and what fails in a solution.

use std::fmt;

/// Why a grating cannot be solved.
#[derive(Debug, Clone, PartialEq)]
pub enum RcwaError {
    /// A number outside its range.
    Value {
        /// What it is.
        name: &'static str,
        /// The number.
        value: f64,
        /// What it must be.
        demand: &'static str,
    },
    /// A medium that amplifies, or is zero or not finite.
    Permittivity {
        /// Its real part.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// Sections or pixels that do not fill the cell.
    Filling {
        /// What they are.
        name: &'static str,
        /// Their number.
        found: usize,
        /// What it must be.
        demand: &'static str,
    },
    /// A shape that lies neither in one region nor apart from the earlier shapes.
    Overlap {
        /// The shape, from 0.
        shape: usize,
        /// A point in it, in metres.
        at: [f64; 2],
    },
    /// A layer that varies along y in a cell without a period along y.
    NoSecondPeriod {
        /// The layer, from 0.
        layer: usize,
    },
    /// Zigzag rules for a pattern with outlines that are not along the axes.
    NotAligned {
        /// The layer, from 0.
        layer: usize,
    },
    /// A wave from a lossy or opaque half space.
    Incidence {
        /// Real part of the permittivity of that half space.
        re: f64,
        /// Its imaginary part.
        im: f64,
    },
    /// The eigenvalue iteration does not converge.
    NoModes {
        /// The layer, from 0.
        layer: usize,
        /// Rows of the matrix.
        size: usize,
    },
    /// A scattering matrix with entries that are not finite.
    NotFinite {
        /// The first layer of the part of the stack that the matrix belongs to, from 0.
        layer: usize,
    },
}

impl fmt::Display for RcwaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value {
                name,
                value,
                demand,
            } => write!(f, "{name} is {value}, but {demand}"),
            Self::Permittivity { re, im } => write!(
                f,
                "the relative permittivity {re} {im:+}j is zero, not finite or amplifies; a loss has a negative imaginary part"
            ),
            Self::Filling {
                name,
                found,
                demand,
            } => write!(f, "there are {found} {name}, but {demand}"),
            Self::Overlap { shape, at: [x, y] } => write!(
                f,
                "shape {shape} covers parts of several regions, one of them at ({x}, {y}) m; it must lie within one region"
            ),
            Self::NoSecondPeriod { layer } => write!(
                f,
                "layer {layer} varies along y, but the cell has no period along y"
            ),
            Self::NotAligned { layer } => write!(
                f,
                "layer {layer} has outlines that are not along the axes; use normal vectors"
            ),
            Self::Incidence { re, im } => write!(
                f,
                "the wave comes from a half space of relative permittivity {re} {im:+}j; it must be positive and lossless"
            ),
            Self::NoModes { layer, size } => write!(
                f,
                "the eigenvalues of layer {layer} ({size} rows) do not converge"
            ),
            Self::NotFinite { layer } => write!(
                f,
                "the scattering matrix from layer {layer} on is not finite"
            ),
        }
    }
}

impl std::error::Error for RcwaError {}

/// Refuses a number that is not finite and positive.
pub(crate) fn positive(name: &'static str, value: f64) -> Result<f64, RcwaError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(RcwaError::Value {
            name,
            value,
            demand: "it must be finite and positive",
        })
    }
}
