//! The preconditioner trait, and the identity.

use poynting_linalg::{Complex, MatMut, MatRef};

use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// An approximate inverse.
pub trait Preconditioner<T>: Send + Sync {
    /// y = M x, column by column, where M approximates the inverse of the matrix.
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError>;
}

/// The preconditioner that does nothing.
#[derive(Debug, Clone, Copy)]
pub struct Identity;

impl<T: Precision> Preconditioner<T> for Identity {
    fn apply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        y.copy_from(x);
        Ok(())
    }
}
