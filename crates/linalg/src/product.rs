//! Products and norms.

use faer::complex::Complex;
use faer::{Accum, Mat, MatMut, MatRef, Par, c64};

use crate::scalar::Scalar;

/// dst = factor A B, or adds that to dst.
#[inline]
pub fn matmul<T: Scalar>(
    dst: MatMut<'_, Complex<T>>,
    accum: Accum,
    a: MatRef<'_, Complex<T>>,
    b: MatRef<'_, Complex<T>>,
    factor: Complex<T>,
    par: Par,
) {
    T::matmul(dst, accum, a, b, factor, par);
}

/// dst = factor A^H B, or adds that to dst.
#[inline]
pub fn adjoint_matmul<T: Scalar>(
    dst: MatMut<'_, Complex<T>>,
    accum: Accum,
    a: MatRef<'_, Complex<T>>,
    b: MatRef<'_, Complex<T>>,
    factor: Complex<T>,
    par: Par,
) {
    T::adjoint_matmul(dst, accum, a, b, factor, par);
}

/// The same as [`matmul`] for real matrices.
#[inline]
pub fn real_matmul<T: Scalar>(
    dst: MatMut<'_, T>,
    accum: Accum,
    a: MatRef<'_, T>,
    b: MatRef<'_, T>,
    factor: T,
    par: Par,
) {
    T::real_matmul(dst, accum, a, b, factor, par);
}

/// A B, on one thread.
pub fn product(a: MatRef<'_, c64>, b: MatRef<'_, c64>) -> Mat<c64> {
    let mut dst = Mat::zeros(a.nrows(), b.ncols());
    let one = Complex::new(1.0, 0.0);
    matmul(dst.as_mut(), Accum::Replace, a, b, one, Par::Seq);
    dst
}

/// A B of real matrices, on one thread.
pub fn real_product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let mut dst = Mat::zeros(a.nrows(), b.ncols());
    real_matmul(dst.as_mut(), Accum::Replace, a, b, 1.0, Par::Seq);
    dst
}

/// The Frobenius norm, which is the 2-norm of a single column.
#[inline]
pub fn norm<T: Scalar>(matrix: MatRef<'_, Complex<T>>) -> T {
    T::norm(matrix)
}

/// The sum of all |z|^2.
#[inline(never)]
pub fn squared_norm(matrix: MatRef<'_, c64>) -> f64 {
    matrix.squared_norm_l2()
}
