//! Many right-hand sides as combinations of few.
//!
//! ```text
//! B = Q C + E,   |E_n| <= eps |b_n|:       A Y = Q,   X = Y C
//! ```
//!
//! The sides of a sweep over angles depend on each other: a body of radius a shows a sweep in one plane about 2ka + O((ka)^(1/3)) patterns (O. M.
//! Bucci, G. Franceschetti, IEEE Trans. Antennas Propag. 37, 918, 1989, degrees of freedom of scattered fields). Q comes from Gram-Schmidt
//! with the columns that are worst represented so far, some at a time, until all are within the tolerance: N s r operations for a rank r,
//! where an SVD takes N s^2.
//!
//! Tested on a sweep around a sphere: rank, error of every side, and solutions against those of the sides one by one.

use poynting_linalg::{Complex, Mat, MatRef};

use crate::krylov::Basis;
use crate::krylov::Small;
use crate::krylov::add_product;
use crate::krylov::norms;
use crate::krylov::projections;
use crate::krylov::scale;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// Columns that may enter the basis at once.
const PIVOTS: usize = 8;
/// A column of which less is left once the other pivots are taken from it waits for another round.
const INDEPENDENT: f64 = 0.3;
/// Targets of solutions that hardly matter.
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
                name: "tolerance of the compression",
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

    /// Number of right-hand sides that are to be solved for.
    pub fn rank(&self) -> usize {
        self.basis.len()
    }

    /// Those: orthonormal, the most important ones first.
    pub fn basis(&self) -> MatRef<'_, Complex<T>> {
        self.basis.part(0, self.rank())
    }

    /// How the sides are made of the basis, a column each.
    pub fn coefficients(&self) -> &Small {
        &self.coefficients
    }

    /// Relative residuals of the basis that give every side about `residual`: a vector of which all sides have little need not be solved as
    /// well. Residuals of different vectors are taken to add as squares.
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

    /// The largest relative residual of a side, from those of the basis; as in [`Compressed::targets`] they are taken to add as squares.
    pub fn residual(&self, of_basis: &[f64]) -> f64 {
        let side = |n: usize| {
            let parts = of_basis.iter().enumerate();
            let parts = parts.map(|(row, r)| (r * self.coefficients[(row, n)].norm()).powi(2));
            parts.sum::<f64>().sqrt() / self.lengths[n]
        };
        let sides = (0..self.lengths.len()).filter(|&n| self.lengths[n] > 0.0);
        sides.map(side).fold(0.0, f64::max)
    }

    /// The solution of side `n` from those of the basis.
    pub fn column(&self, solved: MatRef<'_, Complex<T>>, n: usize) -> Vec<Complex<T>> {
        let part = self.coefficients.as_ref().subcols(n, 1).to_owned();
        let mut column = Mat::zeros(solved.nrows(), 1);
        add_product(column.as_mut(), solved, &part, 1.0);
        column.col_as_slice(0).to_vec()
    }

    /// The solutions of all sides from those of the basis.
    pub fn expand(&self, solved: MatRef<'_, Complex<T>>) -> Mat<Complex<T>> {
        let mut all = Mat::zeros(solved.nrows(), self.lengths.len());
        add_product(all.as_mut(), solved, &self.coefficients, 1.0);
        all
    }
}

/// The columns with the largest rests, if any is too large.
fn pivots(rests: &[f64], tolerance: f64) -> Option<Vec<usize>> {
    let mut order: Vec<usize> = (0..rests.len()).filter(|&n| rests[n] > tolerance).collect();
    order.sort_by(|&a, &b| rests[b].total_cmp(&rests[a]).then(a.cmp(&b)));
    order.truncate(PIVOTS);
    (!order.is_empty()).then_some(order)
}

/// Coefficients of all rounds, for sides as long as they were.
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
