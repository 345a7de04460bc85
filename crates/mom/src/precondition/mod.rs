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

use crate::krylov::Product;
use crate::solve::Precision;

pub use diagonal::{block_diagonal, of_blocks};
pub use ilu::BlockIlu;
pub use inner::Inner;
pub use inverse::local_inverse;

/// An approximate inverse.
pub trait Preconditioner<T>: Send + Sync {
    /// y = M x, column by column, where M is about the inverse of the matrix.
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>);
}

/// The preconditioner that leaves everything as it is.
#[derive(Debug, Clone, Copy)]
pub struct Identity;

impl<T: Precision> Preconditioner<T> for Identity {
    fn apply(&self, x: MatRef<'_, Complex<T>>, mut y: MatMut<'_, Complex<T>>) {
        y.copy_from(x);
    }
}

/// An approximate inverse that is known by its products.
#[derive(Debug, Clone)]
pub struct Explicit<P>(pub P);

impl<T, P: Product<T>> Preconditioner<T> for Explicit<P> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) {
        self.0.multiply(x, y);
    }
}
