//! The floating-point types of matrices.

use poynting_linalg::Scalar;

use crate::filler::Filled;

/// `f32` or `f64`, with linear algebra.
pub trait Precision: Filled + Scalar {}
impl Precision for f32 {}
impl Precision for f64 {}
