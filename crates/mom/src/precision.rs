//! The numbers that matrices are made of.

use faer::traits::RealField;
use poynting_exec::Real;

/// `f32` or `f64`, with linear algebra.
pub trait Precision: Real + RealField {}
impl Precision for f32 {}
impl Precision for f64 {}
