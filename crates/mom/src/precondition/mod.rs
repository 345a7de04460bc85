//! Approximate inverses, for an iterative solution with fewer products.
//!
//! All but [`Inner`] come from the near field, a [`crate::BlockSparse`]: its diagonal blocks ([`block_diagonal`]), local inverses
//! ([`local_inverse`]), or an incomplete factorisation ([`BlockIlu`]).

mod diagonal;
mod ilu;
mod inner;
mod inverse;
mod lu;

use faer::complex::Complex;
use faer::{MatMut, MatRef};

use crate::block_sparse::BlockSparse;
use crate::error::MomError;
use crate::solve::Precision;

pub use diagonal::{block_diagonal, of_blocks};
pub use ilu::BlockIlu;
pub use inner::Inner;
pub use inverse::local_inverse;

/// An approximate inverse.
pub trait Preconditioner<T>: Send + Sync {
    /// y = M x, column by column, where M is about the inverse of the matrix.
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError>;
}

/// The preconditioner that leaves everything as it is.
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

/// An approximate inverse by its blocks.
#[derive(Debug, Clone)]
pub struct Explicit<T>(pub BlockSparse<T>);

impl<T: Precision> Preconditioner<T> for Explicit<T> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError> {
        self.0.rows().multiply(x, y);
        Ok(())
    }
}
