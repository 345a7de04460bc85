//! LU decomposition of one small block, on one thread.

use faer::complex::Complex;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor, solve};
use faer::perm::Perm;
use faer::{Mat, MatMut, Par, Spec};

use crate::precision::Precision;

/// A block with its factors.
pub struct Lu<T: Precision> {
    factors: Mat<Complex<T>>,
    permutation: Perm<usize>,
}

impl<T: Precision> Lu<T> {
    /// Factors a block, if it has an inverse.
    pub fn new(mut block: Mat<Complex<T>>) -> Option<Self> {
        let size = block.nrows();
        let (mut forward, mut backward) = (vec![0_usize; size], vec![0_usize; size]);
        let params = Spec::default();
        let scratch =
            factor::lu_in_place_scratch::<usize, Complex<T>>(size, size, Par::Seq, params);
        factor::lu_in_place(
            block.as_mut(),
            &mut forward,
            &mut backward,
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(scratch)),
            params,
        );
        let pivots = (0..size).map(|n| {
            let pivot = block[(n, n)];
            pivot.re.f64().hypot(pivot.im.f64())
        });
        let (least, most) = pivots.fold((f64::INFINITY, 0.0_f64), |(least, most), pivot| {
            (
                least.min(pivot),
                if pivot.is_nan() {
                    pivot
                } else {
                    most.max(pivot)
                },
            )
        });
        (size == 0 || least > T::ULP * most).then(|| Self {
            factors: block,
            permutation: Perm::new_checked(forward.into(), backward.into(), size),
        })
    }

    /// The inverse.
    pub fn inverse(&self) -> Mat<Complex<T>> {
        let size = self.factors.nrows();
        let mut inverse = Mat::identity(size, size);
        let scratch = solve::solve_in_place_scratch::<usize, Complex<T>>(size, size, Par::Seq);
        solve::solve_in_place(
            self.factors.as_ref(),
            self.factors.as_ref(),
            self.permutation.as_ref(),
            inverse.as_mut(),
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(scratch)),
        );
        inverse
    }

    /// Solves with the transpose.
    pub fn solve_transpose(&self, sides: MatMut<'_, Complex<T>>) {
        let scratch = solve::solve_transpose_in_place_scratch::<usize, Complex<T>>(
            self.factors.nrows(),
            sides.ncols(),
            Par::Seq,
        );
        solve::solve_transpose_in_place(
            self.factors.as_ref(),
            self.factors.as_ref(),
            self.permutation.as_ref(),
            sides,
            Par::Seq,
            MemStack::new(&mut MemBuffer::new(scratch)),
        );
    }
}
