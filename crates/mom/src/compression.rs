//! Many right-hand sides as linear combinations of few.
//!
//! ```text
//! B = Q C + E,   |E_n| <= eps |b_n|:       A Y = Q,   X = Y C
//! ```
//!
//! The right-hand sides of an angular sweep are nearly dependent: for a body of radius a, a sweep in one plane has about 2ka + O((ka)^(1/3)) degrees
//! of freedom (O. M. Bucci, G. Franceschetti, IEEE Trans. Antennas Propag. 37, 918, 1989, degrees of freedom of scattered fields). Q comes from
//! Gram-Schmidt on the columns that are worst represented so far, several at a time, until all are within the tolerance: N s r operations for rank r,
//! where an SVD takes N s^2.
//!
//! Tested on a sweep around a sphere: rank, error of every right-hand side, and solutions compared with those computed one by one.

use poynting_linalg::{Complex, Mat, MatRef, c64, solve};

use crate::krylov::Basis;
use crate::krylov::Small;
use crate::krylov::add_product;
use crate::krylov::norms;
use crate::krylov::projections;
use crate::krylov::scale;
use poynting_mom_core::error::MomError;
use poynting_mom_core::output::from_columns;
use poynting_mom_core::precision::Precision;

/// Columns that may enter the basis per round.
const PIVOTS: usize = 8;
/// A column with less than this share left after orthogonalisation against the other pivots waits for another round.
const INDEPENDENT: f64 = 0.3;
/// Loosest target, for solutions that hardly matter.
const LOOSEST: f64 = 0.1;

/// Right-hand sides in a basis of their span.
#[derive(Debug)]
pub struct Compressed<T: Precision> {
    basis: Basis<T>,
    coefficients: Small,
    lengths: Vec<f64>,
}

impl<T: Precision> Compressed<T> {
    /// Compresses the columns of `sides`, each up to a relative error of `tolerance`.
    pub fn new(mut sides: Mat<Complex<T>>, tolerance: f64) -> Result<Self, MomError> {
        if !(tolerance > 0.0 && tolerance < 1.0) {
            return Err(MomError::Number {
                name: "the compression tolerance",
                value: tolerance,
                demand: "must lie between 0 and 1",
            });
        }
        let lengths = norms(sides.as_ref());
        for (n, &length) in lengths.iter().enumerate() {
            if length > 0.0 {
                scale(sides.as_mut().subcols_mut(n, 1), 1.0 / length);
            }
        }
        let most = sides.ncols().min(sides.nrows());
        let mut basis = Basis::new(sides.nrows(), most);
        let mut rows: Vec<Small> = Vec::new();
        while let Some(pivots) = pivots(&norms(sides.as_ref()), tolerance) {
            let room = most - basis.len();
            let panel = Mat::from_fn(sides.nrows(), pivots.len().min(room), |row, n| {
                sides[(row, pivots[n])]
            });
            let before = basis.len();
            basis.extend(panel, INDEPENDENT);
            if basis.len() == before {
                break;
            }
            let fresh = basis.part(before, basis.len());
            let part = projections(fresh, sides.as_ref());
            add_product(sides.as_mut(), fresh, &part, -1.0);
            rows.push(part);
        }
        Ok(Self {
            coefficients: stacked(&rows, &lengths),
            basis,
            lengths,
        })
    }

    /// Number of right-hand sides to solve for.
    pub fn rank(&self) -> usize {
        self.basis.len()
    }

    /// The basis: orthonormal, most important vectors first.
    pub fn basis(&self) -> MatRef<'_, Complex<T>> {
        self.basis.part(0, self.rank())
    }

    /// Coefficients of the right-hand sides in the basis, one column each.
    pub fn coefficients(&self) -> &Small {
        &self.coefficients
    }

    /// Relative residuals of the basis that give every right-hand side about `residual`: a vector with small coefficients in all of them may be
    /// solved less accurately. Residuals of different vectors are assumed to add as squares.
    pub fn targets(&self, residual: f64) -> Vec<f64> {
        let sides: Vec<usize> = (0..self.lengths.len())
            .filter(|&n| self.lengths[n] > 0.0)
            .collect();
        let share = |row: usize, n: usize| self.coefficients[(row, n)].norm() / self.lengths[n];
        let largest = |row: usize| sides.iter().map(|&n| share(row, n)).fold(0.0, f64::max);
        let weights: Vec<f64> = (0..self.rank()).map(largest).collect();
        let sum = |n: usize| {
            let terms = weights.iter().enumerate();
            terms
                .map(|(row, w)| (share(row, n) / w).powi(2))
                .sum::<f64>()
        };
        let most = sides.iter().map(|&n| sum(n)).fold(0.0, f64::max).sqrt();
        let target = |weight: &f64| (residual / (weight * most)).min(LOOSEST.max(residual));
        weights.iter().map(target).collect()
    }

    /// The largest relative residual of a right-hand side, from those of the basis; as in [`Compressed::targets`] they are assumed to add as squares.
    pub fn residual(&self, of_basis: &[f64]) -> f64 {
        let side = |n: usize| {
            let parts = of_basis.iter().enumerate();
            let parts = parts.map(|(row, r)| (r * self.coefficients[(row, n)].norm()).powi(2));
            parts.sum::<f64>().sqrt() / self.lengths[n]
        };
        let sides = (0..self.lengths.len()).filter(|&n| self.lengths[n] > 0.0);
        sides.map(side).fold(0.0, f64::max)
    }

    /// The solution for right-hand side `n` from those of the basis.
    pub fn column(&self, solved: MatRef<'_, Complex<T>>, n: usize) -> Vec<Complex<T>> {
        let part = self.coefficients.as_ref().subcols(n, 1).to_owned();
        let mut column = Mat::zeros(solved.nrows(), 1);
        add_product(column.as_mut(), solved, &part, 1.0);
        column.col_as_slice(0).to_vec()
    }

    /// Solutions of the basis from approximate ones of the right-hand sides, Y = X C^H (C C^H)^-1: their least squares.
    pub fn of_columns(&self, column: &dyn Fn(usize) -> Vec<c64>) -> Mat<Complex<T>> {
        let c = &self.coefficients;
        let inverse = solve((c * c.adjoint()).as_ref(), c.as_ref());
        let mut found = Mat::zeros(0, 0);
        for first in (0..self.lengths.len()).step_by(PIVOTS) {
            let columns = PIVOTS.min(self.lengths.len() - first);
            let part: Mat<Complex<T>> = from_columns(first..first + columns, column);
            let weights = inverse
                .as_ref()
                .subcols(first, columns)
                .adjoint()
                .to_owned();
            if first == 0 {
                found = Mat::zeros(part.nrows(), self.rank());
            }
            add_product(found.as_mut(), part.as_ref(), &weights, 1.0);
        }
        found
    }

    /// The solutions for all right-hand sides from those of the basis.
    pub fn expand(&self, solved: MatRef<'_, Complex<T>>) -> Mat<Complex<T>> {
        let mut all = Mat::zeros(solved.nrows(), self.lengths.len());
        add_product(all.as_mut(), solved, &self.coefficients, 1.0);
        all
    }
}

/// The columns with the largest remainders, if any is too large.
fn pivots(rests: &[f64], tolerance: f64) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..rests.len()).filter(|&n| rests[n] > tolerance).collect();
    order.sort_by(|&a, &b| rests[b].total_cmp(&rests[a]).then(a.cmp(&b)));
    order.truncate(PIVOTS);
    (!order.is_empty()).then_some(order)
}

/// Coefficients of all rounds, rescaled to the original lengths of the right-hand sides.
fn stacked(rows: &[Small], lengths: &[f64]) -> Small {
    let rank = rows.iter().map(Mat::nrows).sum();
    let mut all = Small::zeros(rank, lengths.len());
    let mut first = 0;
    for part in rows {
        for (n, length) in lengths.iter().enumerate() {
            for row in 0..part.nrows() {
                all[(first + row, n)] = part[(row, n)] * *length;
            }
        }
        first += part.nrows();
    }
    all
}
