//! Small real symmetric matrices: their eigenvectors and square roots, by Jacobi rotations (G. H. Golub and C. F. Van Loan, Matrix Computations, 4th
//! ed., sec. 8.5).

use poynting_linalg::Mat;

/// More sweeps than any matrix here needs; each squares the off-diagonal remainder.
const SWEEPS: usize = 40;

/// Eigenvalues, and eigenvectors of unit length as columns.
pub fn eigen(matrix: &Mat<f64>) -> (Vec<f64>, Mat<f64>) {
    let n = matrix.nrows();
    let mut a = matrix.clone();
    let mut vectors = Mat::<f64>::identity(n, n);
    for _ in 0..SWEEPS {
        for p in 0..n {
            for q in p + 1..n {
                if a[(p, q)] != 0.0 {
                    rotate(&mut a, &mut vectors, p, q);
                }
            }
        }
    }
    ((0..n).map(|i| a[(i, i)]).collect(), vectors)
}

/// Rotates the plane of `p` and `q` so that they decouple.
fn rotate(a: &mut Mat<f64>, vectors: &mut Mat<f64>, p: usize, q: usize) {
    let half = (a[(q, q)] - a[(p, p)]) / (2.0 * a[(p, q)]);
    let tangent = half.signum() / (half.abs() + half.hypot(1.0));
    let cosine = 1.0 / tangent.hypot(1.0);
    let sine = tangent * cosine;
    let n = a.nrows();
    for k in 0..n {
        let (x, y) = (a[(k, p)], a[(k, q)]);
        (a[(k, p)], a[(k, q)]) = (cosine * x - sine * y, sine * x + cosine * y);
    }
    for k in 0..n {
        let (x, y) = (a[(p, k)], a[(q, k)]);
        (a[(p, k)], a[(q, k)]) = (cosine * x - sine * y, sine * x + cosine * y);
        let (x, y) = (vectors[(k, p)], vectors[(k, q)]);
        (vectors[(k, p)], vectors[(k, q)]) = (cosine * x - sine * y, sine * x + cosine * y);
    }
    (a[(p, q)], a[(q, p)]) = (0.0, 0.0);
}

/// The symmetric matrix whose eigenvalues are a function of those of the given one.
pub fn function(matrix: &Mat<f64>, of: impl Fn(f64) -> f64) -> Mat<f64> {
    let (values, vectors) = eigen(matrix);
    let values: Vec<f64> = values.into_iter().map(of).collect();
    Mat::from_fn(matrix.nrows(), matrix.nrows(), |i, j| {
        let terms = values.iter().enumerate();
        terms
            .map(|(m, value)| value * vectors[(i, m)] * vectors[(j, m)])
            .sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_squared_are_the_matrix() {
        let entry = |i: usize, j: usize| 1.0 / (1.0 + i as f64 + j as f64);
        let matrix = Mat::from_fn(4, 4, entry);
        let root = function(&matrix, f64::sqrt);
        let square = &root * &root;
        let (values, vectors) = eigen(&matrix);
        for i in 0..4 {
            for (j, value) in values.iter().enumerate() {
                assert!((square[(i, j)] - entry(i, j)).abs() < 1e-12);
                let image: f64 = (0..4).map(|k| entry(i, k) * vectors[(k, j)]).sum();
                assert!((image - value * vectors[(i, j)]).abs() < 1e-12);
            }
        }
    }
}
