//! LU decomposition of one small block, on one thread.

use poynting_linalg::{Complex, Lu as Factors, Mat, MatMut, Par};

use poynting_mom_core::precision::Precision;

/// A block with its factors.
pub struct Lu<T: Precision> {
    factors: Factors<T>,
}

impl<T: Precision> Lu<T> {
    /// Factors a block, if it is invertible.
    pub fn new(block: Mat<Complex<T>>) -> Option<Self> {
        let size = block.nrows();
        let factors = Factors::new(block, Par::Seq);
        let pivots = (0..size).map(|n| {
            let pivot = factors.factors()[(n, n)];
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
        (size == 0 || least > T::ULP * most).then_some(Self { factors })
    }

    /// The inverse.
    pub fn inverse(&self) -> Mat<Complex<T>> {
        let size = self.factors.size();
        let mut inverse = Mat::identity(size, size);
        self.factors.solve_in_place(inverse.as_mut(), Par::Seq);
        inverse
    }

    /// Solves with the transpose.
    pub fn solve_transpose(&self, sides: MatMut<'_, Complex<T>>) {
        self.factors.solve_transpose_in_place(sides, Par::Seq);
    }
}
