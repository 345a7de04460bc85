//! The floating-point types of matrices.

use poynting_linalg::Scalar;

use crate::filler::Filled;

/// `f32` or `f64`, with linear algebra.
pub trait Precision: Filled + Scalar {
    /// The precision of factors that solutions in this one are refined with; single precision has no lower one.
    type Lower: Precision;
}

impl Precision for f32 {
    type Lower = Self;
}

impl Precision for f64 {
    type Lower = f32;
}
