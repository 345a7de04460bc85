//! A few steps of an inner iteration as the preconditioner of an outer one (Y. Saad, SIAM J. Sci. Comput. 14, 461, 1993). It is a different matrix
//! for every vector, so the outer iteration must be [`crate::krylov::Preconditioning::Flexible`].

use poynting_linalg::{Complex, MatMut, MatRef};

use crate::krylov::Options;
use crate::krylov::System;
use crate::krylov::one_cycle;
use crate::precondition::Preconditioner;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// One cycle of GMRES, with a matrix that is cheaper than the outer one: lower accuracy, or the near field alone.
#[derive(Clone, Copy)]
pub struct Inner<'a, T> {
    /// The inner matrix and its preconditioner.
    pub system: System<'a, T>,
    /// The cycle ends at `residual`, or after `restart` steps.
    pub options: Options,
}

impl<T: Precision> Preconditioner<T> for Inner<'_, T> {
    fn apply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        y.copy_from(one_cycle(self.system, x, &self.options)?);
        Ok(())
    }
}
