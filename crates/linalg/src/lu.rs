//! LU decomposition with partial pivoting.

use faer::complex::Complex;
use faer::linalg::solvers::Solve;
use faer::perm::Perm;
use faer::{Conj, Mat, MatMut, MatRef, Par, c64};

use crate::scalar::Scalar;

/// A square matrix as its factors.
#[derive(Debug)]
pub struct Lu<T: Scalar> {
    /// L below the diagonal, U on and above it.
    factors: Mat<Complex<T>>,
    permutation: Perm<usize>,
}

impl<T: Scalar> Lu<T> {
    /// Factors a matrix in place.
    pub fn new(mut matrix: Mat<Complex<T>>, par: Par) -> Self {
        let size = matrix.nrows();
        let (mut forward, mut backward) = (vec![0_usize; size], vec![0_usize; size]);
        T::lu(matrix.as_mut(), &mut forward, &mut backward, par);
        Self {
            factors: matrix,
            permutation: Perm::new_checked(forward.into(), backward.into(), size),
        }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.factors.nrows()
    }

    /// L below the diagonal, U on and above it.
    pub fn factors(&self) -> MatRef<'_, Complex<T>> {
        self.factors.as_ref()
    }

    /// Solves with the matrix, overwriting the right-hand sides.
    pub fn solve_in_place(&self, sides: MatMut<'_, Complex<T>>, par: Par) {
        T::lu_solve(self.factors.as_ref(), self.permutation.as_ref(), sides, par);
    }

    /// Solves with the transpose.
    pub fn solve_transpose_in_place(&self, sides: MatMut<'_, Complex<T>>, par: Par) {
        self.solve_transpose_with(Conj::No, sides, par);
    }

    /// Solves with the conjugate transpose.
    pub fn solve_adjoint_in_place(&self, sides: MatMut<'_, Complex<T>>, par: Par) {
        self.solve_transpose_with(Conj::Yes, sides, par);
    }

    fn solve_transpose_with(&self, conj: Conj, sides: MatMut<'_, Complex<T>>, par: Par) {
        T::lu_solve_transpose(
            self.factors.as_ref(),
            self.permutation.as_ref(),
            conj,
            sides,
            par,
        );
    }
}

/// A^-1 B, on faer's configured number of threads.
#[inline(never)]
pub fn solve(a: MatRef<'_, c64>, b: MatRef<'_, c64>) -> Mat<c64> {
    a.partial_piv_lu().solve(b)
}

/// A^-1 B of real matrices, on faer's configured number of threads.
#[inline(never)]
pub fn solve_real(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    a.partial_piv_lu().solve(b)
}
