//! Eigenvalues and eigenvectors of general square matrices, on one thread.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, evd_cplx, evd_scratch};
use faer::{Mat, MatRef, Par, Spec, c64};

/// The eigenvalues, in no particular order; None if the iteration does not converge.
#[inline(never)]
pub fn eigenvalues(matrix: MatRef<'_, c64>) -> Option<Vec<c64>> {
    let n = matrix.nrows();
    let mut values = Diag::zeros(n);
    let (no, params) = (ComputeEigenvectors::No, Spec::default());
    let scratch = evd_scratch::<c64>(n, no, no, Par::Seq, params);
    let mut memory = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut memory);
    evd_cplx(matrix, values.as_mut(), None, None, Par::Seq, stack, params).ok()?;
    Some(values.column_vector().iter().copied().collect())
}

/// The eigenvalues and, in columns of the same order, eigenvectors of length one; None if the iteration does not converge.
#[inline(never)]
pub fn eigen(matrix: MatRef<'_, c64>) -> Option<(Vec<c64>, Mat<c64>)> {
    let n = matrix.nrows();
    let mut values = Diag::zeros(n);
    let mut vectors = Mat::zeros(n, n);
    let (no, yes) = (ComputeEigenvectors::No, ComputeEigenvectors::Yes);
    let (par, params) = (Par::Seq, Spec::default());
    let mut memory = MemBuffer::new(evd_scratch::<c64>(n, no, yes, par, params));
    let (stack, right) = (MemStack::new(&mut memory), Some(vectors.as_mut()));
    evd_cplx(matrix, values.as_mut(), None, right, par, stack, params).ok()?;
    for column in 0..n {
        let scale = 1.0 / vectors.col(column).norm_l2();
        for row in 0..n {
            vectors[(row, column)] *= scale;
        }
    }
    Some((values.column_vector().iter().copied().collect(), vectors))
}
