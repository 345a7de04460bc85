//! Eigenvalues of general square matrices, on one thread.

use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::evd::{ComputeEigenvectors, evd_cplx, evd_scratch};
use faer::{MatRef, Par, Spec, c64};

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
