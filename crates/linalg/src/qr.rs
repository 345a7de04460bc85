//! Householder QR decomposition, on one thread.

use faer::complex::Complex;
use faer::{Mat, MatMut, MatRef};

use crate::scalar::Scalar;

/// Q and R in Householder form.
#[derive(Debug)]
pub struct Qr<T: Scalar> {
    /// R on and above the diagonal, the Householder vectors below it.
    basis: Mat<Complex<T>>,
    factor: Mat<Complex<T>>,
}

impl<T: Scalar> Qr<T> {
    /// Of a matrix with more rows than columns.
    pub fn new(matrix: MatRef<'_, Complex<T>>) -> Self {
        let (m, n) = matrix.shape();
        let (mut basis, mut factor) = (matrix.to_owned(), Mat::zeros(T::qr_block_size(m, n), n));
        T::qr(basis.as_mut(), factor.as_mut());
        Self { basis, factor }
    }

    /// R on and above the diagonal; the part below is not R.
    pub fn factors(&self) -> MatRef<'_, Complex<T>> {
        self.basis.as_ref()
    }

    /// Multiplies by Q, in place.
    pub fn apply(&self, product: MatMut<'_, Complex<T>>) {
        T::qr_apply(self.basis.as_ref(), self.factor.as_ref(), product);
    }
}
