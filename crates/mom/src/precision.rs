//! The numbers that matrices are made of.

use poynting_exec::Real;
use poynting_linalg::Scalar;

/// `f32` or `f64`, with linear algebra.
pub trait Precision: Real + Scalar {}
impl Precision for f32 {}
impl Precision for f64 {}
