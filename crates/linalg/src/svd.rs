//! Singular values and vectors, on one thread.

use faer::complex::Complex;
use faer::{Mat, MatRef, c64};

use crate::scalar::Scalar;

/// X s Y^H.
#[derive(Debug)]
pub struct Svd<T: Scalar> {
    /// One column per singular value.
    pub x: Mat<Complex<T>>,
    /// Singular values, descending.
    pub values: Vec<T>,
    /// One column per singular value.
    pub y: Mat<Complex<T>>,
}

impl<T: Scalar> Svd<T> {
    /// Of a square matrix; None if the iteration does not converge.
    pub fn of(matrix: MatRef<'_, Complex<T>>) -> Option<Self> {
        let n = matrix.nrows();
        let (mut x, mut y) = (Mat::zeros(n, n), Mat::zeros(n, n));
        let values = T::svd(matrix, x.as_mut(), y.as_mut())?;
        Some(Self { x, values, y })
    }
}

/// The singular values alone, descending, on faer's configured number of threads; None if the iteration does not converge.
#[inline(never)]
pub fn singular_values(matrix: MatRef<'_, c64>) -> Option<Vec<f64>> {
    matrix.singular_values().ok()
}
