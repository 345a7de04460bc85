//! Small operations on complex matrices. Products and factors are those of `poynting-linalg`, on one thread.

use poynting_linalg::{Lu, Mat, MatRef, Par, c64};

/// The unit matrix.
pub(crate) fn identity(size: usize) -> Mat<c64> {
    Mat::from_fn(size, size, |row, column| {
        c64::new(if row == column { 1.0 } else { 0.0 }, 0.0)
    })
}

/// alpha A + beta B.
pub(crate) fn combined(alpha: f64, a: MatRef<'_, c64>, beta: f64, b: MatRef<'_, c64>) -> Mat<c64> {
    Mat::from_fn(a.nrows(), a.ncols(), |row, column| {
        a[(row, column)] * alpha + b[(row, column)] * beta
    })
}

/// diag(left) A diag(right).
pub(crate) fn scaled(left: &[c64], a: MatRef<'_, c64>, right: &[c64]) -> Mat<c64> {
    Mat::from_fn(a.nrows(), a.ncols(), |row, column| {
        left[row] * a[(row, column)] * right[column]
    })
}

/// The factors of a matrix.
pub(crate) fn factored(matrix: Mat<c64>) -> Lu<f64> {
    Lu::new(matrix, Par::Seq)
}

/// A^-1 B from the factors of A.
pub(crate) fn solved(factors: &Lu<f64>, mut sides: Mat<c64>) -> Mat<c64> {
    factors.solve_in_place(sides.as_mut(), Par::Seq);
    sides
}

/// The inverse of a matrix.
pub(crate) fn inverse(matrix: Mat<c64>) -> Mat<c64> {
    let size = matrix.nrows();
    solved(&factored(matrix), identity(size))
}

/// A x.
pub(crate) fn applied(a: MatRef<'_, c64>, x: &[c64]) -> Vec<c64> {
    let mut sums = vec![c64::default(); a.nrows()];
    for (column, &factor) in x.iter().enumerate() {
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum += a[(row, column)] * factor;
        }
    }
    sums
}

/// Whether every entry is finite.
pub(crate) fn is_finite(matrix: MatRef<'_, c64>) -> bool {
    (0..matrix.ncols()).all(|column| {
        (0..matrix.nrows()).all(|row| {
            let value = matrix[(row, column)];
            value.re.is_finite() && value.im.is_finite()
        })
    })
}
