//! Small problems of least squares by orthogonal decomposition.

use poynting_linalg::{Mat, Qr, Svd};

use crate::{Complex, RationalError};

/// R of the QR decomposition of a matrix, square.
pub(crate) fn triangle(matrix: &Mat<Complex>) -> Mat<Complex> {
    let n = matrix.ncols();
    // Rows of zeros change nothing, and the decomposition wants more rows than columns.
    let tall = if matrix.nrows() > n {
        Qr::new(matrix.as_ref())
    } else {
        let padded = Mat::from_fn(n + 1, n, |i, j| {
            if i < matrix.nrows() {
                matrix[(i, j)]
            } else {
                Complex::default()
            }
        });
        Qr::new(padded.as_ref())
    };
    let factors = tall.factors();
    Mat::from_fn(n, n, |i, j| {
        if i <= j {
            factors[(i, j)]
        } else {
            Complex::default()
        }
    })
}

/// Singular values, descending, and right singular vectors in the columns of a matrix.
pub(crate) fn right_singular(
    matrix: &Mat<Complex>,
) -> Result<(Vec<f64>, Mat<Complex>), RationalError> {
    let svd = Svd::of(triangle(matrix).as_ref()).ok_or(RationalError::NoConvergence)?;
    Ok((svd.values, svd.y))
}

/// The solutions x of A x = b of least squares for the columns b of `sides`, where the columns of A are independent. What is dependent to rounding
/// gets the solution zero.
pub(crate) fn solve(matrix: &Mat<Complex>, sides: &Mat<Complex>) -> Mat<Complex> {
    let (rows, n, count) = (matrix.nrows(), matrix.ncols(), sides.ncols());
    let both = Mat::from_fn(rows, n + count, |i, j| {
        if j < n {
            matrix[(i, j)]
        } else {
            sides[(i, j - n)]
        }
    });
    let r = triangle(&both);
    let largest = (0..n).map(|j| r[(j, j)].norm()).fold(0.0, f64::max);
    let mut solution = Mat::zeros(n, count);
    for side in 0..count {
        for i in (0..n).rev() {
            let known: Complex = (i + 1..n).map(|j| r[(i, j)] * solution[(j, side)]).sum();
            let pivot = r[(i, i)];
            solution[(i, side)] = if pivot.norm() > f64::EPSILON * largest {
                (r[(i, n + side)] - known) / pivot
            } else {
                Complex::default()
            };
        }
    }
    solution
}
