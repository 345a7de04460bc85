//! LU decomposition with many right-hand sides, and the quality of the solution.
//!
//! The condition number is that of the 1-norm, |A| |A^-1|, with |A^-1| estimated from below by a few solutions with A and its
//! adjoint (N. J. Higham, ACM Trans. Math. Softw. 14, 381, 1988, after W. W. Hager). The residual of a solution is |b - A x|/|b| in the
//! 2-norm.
//!
//! The factors may have a lower precision than the matrix: they take less time and memory, and precondition an iteration with the matrix itself.

use std::convert::Infallible;

use poynting_exec::Real;
use poynting_linalg::{Complex, Lu, Mat, MatMut, MatRef, Par, norm, subtract_product};
use rayon::prelude::*;

use crate::dense::{Dense, view};
use crate::error::MomError;
use crate::precision::Precision;

/// A matrix with its factors in the precision `F`.
#[derive(Debug)]
pub struct Factored<T: Precision, F: Precision = T> {
    matrix: Dense<T>,
    factors: Lu<F>,
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

/// The entries of a matrix in another precision, to be factored.
pub fn rounded<T: Precision, F: Precision>(dense: &Dense<T>) -> Mat<Complex<F>> {
    let size = dense.size();
    let mut rounded = Mat::zeros(size, size);
    let columns = dense.values().par_chunks(size.max(1));
    (rounded.as_mut().par_col_iter_mut().zip(columns)).for_each(|(to, from)| {
        for (to, &from) in to.iter_mut().zip(from) {
            *to = converted(from);
        }
    });
    rounded
}

impl<T: Precision> Factored<T> {
    /// Factors a matrix in its own precision.
    pub fn new(matrix: Dense<T>) -> Self {
        Self::rounded(matrix)
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
        Ok(Solutions {
            residuals: relative_residuals(rest.as_ref(), sides.as_ref()),
            currents,
        })
    }
}

impl<T: Precision, F: Precision> Factored<T, F> {
    /// Factors a matrix after rounding its entries to the precision `F`.
    pub fn rounded(matrix: Dense<T>) -> Self {
        let factors = Lu::new(rounded(&matrix), threads());
        Self::with(matrix, factors)
    }

    /// A matrix whose factors are known.
    pub fn with(matrix: Dense<T>, factors: Lu<F>) -> Self {
        Self { matrix, factors }
    }

    /// The matrix.
    pub fn matrix(&self) -> &Dense<T> {
        &self.matrix
    }

    /// The factors.
    pub fn factors(&self) -> &Lu<F> {
        &self.factors
    }

    /// The matrix without its factors.
    pub fn into_matrix(self) -> Dense<T> {
        self.matrix
    }

    /// Solves with the factors alone, in their precision.
    pub fn approximate(&self, sides: MatRef<'_, Complex<T>>, mut found: MatMut<'_, Complex<T>>) {
        let mut lower = Mat::from_fn(sides.nrows(), sides.ncols(), |row, n| {
            converted(sides[(row, n)])
        });
        self.factors.solve_in_place(lower.as_mut(), threads());
        for n in 0..sides.ncols() {
            for row in 0..sides.nrows() {
                found[(row, n)] = converted(lower[(row, n)]);
            }
        }
    }

    /// An estimate of the condition number, seldom more than a factor of three too small.
    pub fn condition(&self) -> f64 {
        let size = self.matrix.size();
        let columns = self.matrix.values().par_chunks(size.max(1));
        let norm = columns.map(column_sum).reduce(|| 0.0, f64::max);
        let Ok(inverse) = inverse_norm::<F, Infallible>(size, &mut |wanted, x| {
            match wanted {
                Wanted::Inverse => self.factors.solve_in_place(x, threads()),
                Wanted::Adjoint => self.factors.solve_adjoint_in_place(x, threads()),
            }
            Ok(())
        });
        norm * inverse
    }
}

/// The sum of the magnitudes of a column.
pub fn column_sum<T: Real>(column: &[Complex<T>]) -> f64 {
    column.iter().map(|v| magnitude(*v)).sum()
}

/// What a vector is multiplied with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// A^-1.
    Inverse,
    /// The conjugate transpose of A^-1.
    Adjoint,
}

/// Multiplies a vector in place.
pub type Multiply<'a, F, E> = dyn FnMut(Wanted, MatMut<'_, Complex<F>>) -> Result<(), E> + 'a;

/// An estimate of the 1-norm of A^-1 from below.
pub fn inverse_norm<F: Precision, E>(
    size: usize,
    multiply: &mut Multiply<'_, F, E>,
) -> Result<f64, E> {
    let real = |x: f64| Complex::new(F::of(x), F::of(0.0));
    let mut x = Mat::from_fn(size, 1, |_, _| real(1.0 / size as f64));
    let mut best = 0.0;
    for _ in 0..5 {
        multiply(Wanted::Inverse, x.as_mut())?;
        let sum = column_sum(x.col_as_slice(0));
        if sum <= best {
            break;
        }
        best = sum;
        for value in x.col_as_slice_mut(0) {
            let size = magnitude(*value);
            *value = if size > 0.0 {
                Complex::new(value.re / F::of(size), value.im / F::of(size))
            } else {
                real(1.0)
            };
        }
        multiply(Wanted::Adjoint, x.as_mut())?;
        let values = x.col_as_slice(0).iter().map(|v| magnitude(*v));
        let largest = values
            .enumerate()
            .fold((0, -1.0), |a, b| if b.1 > a.1 { b } else { a });
        x = Mat::from_fn(size, 1, |row, _| {
            real(f64::from(u8::from(row == largest.0)))
        });
    }
    Ok(best)
}

/// |b - A x|/|b| of each column, from b - A x and b.
pub fn relative_residuals<T: Precision>(
    rest: MatRef<'_, Complex<T>>,
    sides: MatRef<'_, Complex<T>>,
) -> Vec<f64> {
    let relative = |n| {
        let [left, all] = [rest, sides].map(|m| norm(m.col(n).as_mat()).f64());
        if all > 0.0 { left / all } else { left }
    };
    (0..sides.ncols()).map(relative).collect()
}

fn converted<A: Real, B: Real>(value: Complex<A>) -> Complex<B> {
    Complex::new(B::of(value.re.f64()), B::of(value.im.f64()))
}

fn magnitude<T: Real>(value: Complex<T>) -> f64 {
    value.re.f64().hypot(value.im.f64())
}
