//! The floating-point types of matrices.

use poynting_linalg::Scalar;

use crate::eliminator::{Eliminator, Factorisation};
use crate::error::MomError;
use crate::filler::Filled;

/// `f32` or `f64`, with linear algebra.
pub trait Precision: Filled + Scalar {
    /// The precision of factors that solutions in this one are refined with; single precision has no lower one.
    type Lower: Precision;
    /// Dispatches to the eliminator for this precision.
    fn shared(
        eliminator: &dyn Eliminator,
        size: usize,
        work: Factorisation<'_, Self>,
    ) -> Result<(), MomError>;
}

impl Precision for f32 {
    type Lower = Self;

    fn shared(
        eliminator: &dyn Eliminator,
        size: usize,
        work: Factorisation<'_, Self>,
    ) -> Result<(), MomError> {
        eliminator.with_f32(size, work)
    }
}

impl Precision for f64 {
    type Lower = f32;

    fn shared(
        eliminator: &dyn Eliminator,
        size: usize,
        work: Factorisation<'_, Self>,
    ) -> Result<(), MomError> {
        eliminator.with_f64(size, work)
    }
}
