//! An approximate inverse with explicit entries.

use poynting_linalg::{Complex, MatMut, MatRef};

use super::preconditioner::Preconditioner;
use crate::block_sparse::BlockSparse;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// An approximate inverse by its blocks.
#[derive(Debug, Clone)]
pub struct Explicit<T>(pub BlockSparse<T>);

impl<T: Precision> Preconditioner<T> for Explicit<T> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError> {
        self.0.rows().multiply(x, y);
        Ok(())
    }
}
