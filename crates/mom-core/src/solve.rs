//! LU decomposition with many right-hand sides, and the quality of the solution.
//!
//! The condition number is that of the 1-norm, |A| |A^-1|, with |A^-1| estimated from below by a few solutions with A and its
//! adjoint (N. J. Higham, ACM Trans. Math. Softw. 14, 381, 1988, after W. W. Hager). The residual of a solution is |b - A x|/|b| in the
//! 2-norm.

use poynting_exec::Real;
use poynting_linalg::{Complex, Lu, Mat, Par, norm, subtract_product};

use crate::dense::{Dense, view};
use crate::error::MomError;
use crate::precision::Precision;

/// A matrix with its factors.
#[derive(Debug)]
pub struct Factored<T: Precision> {
    matrix: Dense<T>,
    factors: Lu<T>,
}

/// Solutions of some right-hand sides.
#[derive(Debug, Clone)]
pub struct Solutions<T> {
    /// One column per right-hand side.
    pub currents: Mat<Complex<T>>,
    /// |b - A x|/|b| of each.
    pub residuals: Vec<f64>,
}

/// The number of threads of the current pool.
pub fn threads() -> Par {
    Par::rayon(0)
}

impl<T: Precision> Factored<T> {
    /// Factors a matrix.
    pub fn new(matrix: Dense<T>) -> Self {
        let factors = Lu::new(view(&matrix).to_owned(), threads());
        Self::with(matrix, factors)
    }

    /// A matrix whose factors are known.
    pub fn with(matrix: Dense<T>, factors: Lu<T>) -> Self {
        Self { matrix, factors }
    }

    /// The matrix.
    pub fn matrix(&self) -> &Dense<T> {
        &self.matrix
    }

    /// Solves for all columns of `sides` at once.
    pub fn solve(&self, sides: &Mat<Complex<T>>) -> Result<Solutions<T>, MomError> {
        if sides.nrows() != self.matrix.size() {
            return Err(MomError::Rows {
                expected: self.matrix.size(),
                found: sides.nrows(),
            });
        }
        let mut currents = sides.clone();
        self.factors.solve_in_place(currents.as_mut(), threads());
        let mut rest = sides.clone();
        subtract_product(
            rest.as_mut(),
            view(&self.matrix),
            currents.as_ref(),
            threads(),
        );
        let residuals = (0..sides.ncols())
            .map(|n| {
                let [left, all] = [&rest, sides].map(|m| norm(m.col(n).as_mat()).f64());
                if all > 0.0 { left / all } else { left }
            })
            .collect();
        Ok(Solutions {
            currents,
            residuals,
        })
    }

    /// An estimate of the condition number, seldom more than a factor of three too small.
    pub fn condition(&self) -> f64 {
        let size = self.matrix.size();
        let column = |n: usize| &self.matrix.values()[n * size..(n + 1) * size];
        let norm = (0..size)
            .map(|n| column(n).iter().map(|v| magnitude(*v)).sum::<f64>())
            .fold(0.0, f64::max);
        norm * self.inverse_norm()
    }

    fn inverse_norm(&self) -> f64 {
        let size = self.matrix.size();
        let real = |x: f64| Complex::new(T::of(x), T::of(0.0));
        let mut x = Mat::from_fn(size, 1, |_, _| real(1.0 / size as f64));
        let mut best = 0.0;
        for _ in 0..5 {
            self.factors.solve_in_place(x.as_mut(), threads());
            let sum: f64 = x.col_as_slice(0).iter().map(|v| magnitude(*v)).sum();
            if sum <= best {
                break;
            }
            best = sum;
            for value in x.col_as_slice_mut(0) {
                let size = magnitude(*value);
                *value = if size > 0.0 {
                    Complex::new(value.re / T::of(size), value.im / T::of(size))
                } else {
                    real(1.0)
                };
            }
            self.factors.solve_adjoint_in_place(x.as_mut(), threads());
            let values = x.col_as_slice(0).iter().map(|v| magnitude(*v));
            let largest = values
                .enumerate()
                .fold((0, -1.0), |a, b| if b.1 > a.1 { b } else { a });
            x = Mat::from_fn(size, 1, |row, _| {
                real(f64::from(u8::from(row == largest.0)))
            });
        }
        best
    }
}

fn magnitude<T: Real>(value: Complex<T>) -> f64 {
    value.re.f64().hypot(value.im.f64())
}
