//! The interface between a matrix and an iterative solver.

use poynting_linalg::{Complex, MatMut, MatRef};

use crate::error::MomError;

/// A square matrix available through its products.
pub trait Product<T>: Send + Sync {
    /// Number of rows.
    fn size(&self) -> usize;
    /// y = A x, column by column.
    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError>;
}
