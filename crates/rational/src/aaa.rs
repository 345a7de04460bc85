//! Set-valued AAA: one rational model of many functions from few samples.
//!
//! The adaptive Antoulas-Anderson algorithm chooses the support points of a barycentric form one after the other, each where the error is largest. The
//! weights minimise the linearised error |f d - n| over all other samples and all functions: they are the last right singular vector of the Loewner
//! matrix, which has a row per sample i and function k,
//!
//!   L = (f_k(z_i) - f_k(z_j)) / (z_i - z_j),
//!
//! and a column per support point j. The functions share support points, weights and so poles, as all responses of one linear system do.
//!
//! Y. Nakatsukasa, O. Sete, L. N. Trefethen, "The AAA algorithm for rational approximation", SIAM J. Sci. Comput. 40 (2018) A1494-A1522; for sets of
//! functions: P. Lietaert, K. Meerbergen, J. Perez, B. Vandereycken, "Automatic rational approximation and linearization of nonlinear eigenvalue
//! problems", IMA J. Numer. Anal. 42 (2022) 1087-1115 (arXiv:1801.08622, 2018).
//!
//! Three things differ from those papers because samples are few and cost much:
//!
//! - Functions are rotated to their principal components over the samples, of which there are no more than samples. The singular values of L do not
//!   change, so that thousands of currents cost what a few functions cost, and the number of components that are not noise says how many weights the
//!   samples determine. The order ends there: a weight that nothing determines would be a pole anywhere.
//! - If no order reaches the tolerance, the lowest one is used whose error is within a factor of two of the least, where errors are corrected for the
//!   number of weights that were free to make them small.
//! - A pole in or near the band is spurious if at every sample it contributes less than the tolerance, or than the error of the
//!   model where that is larger: no sample supports it. These are the Froissart
//!   doublets of numerical noise, whose residues the paper compares with 1e-13. The support point next to such a pole is removed.

use poynting_linalg::Mat;

use crate::group::factors;
use crate::least_squares::right_singular;
use crate::model::{Band, coefficients};
use crate::{Complex, Group, Model, RationalError, Samples, poles};

/// The order chosen where none reaches the tolerance has an error within this factor of the least.
const PARSIMONY: f64 = 2.0;

/// The samples as the algorithm sees them.
struct Data {
    z: Vec<f64>,
    /// Principal components, a row per sample.
    rows: Vec<Vec<Complex>>,
    tolerance: f64,
}

/// A choice of support points.
#[derive(Clone)]
struct Trial {
    support: Vec<usize>,
    weights: Vec<Complex>,
    error: f64,
}

/// Fits a model to all samples.
///
/// `tolerance` is the error at the samples, relative to the scale of each function, at which the order is not raised further. It must not be below the
/// accuracy of the samples.
pub fn fit(samples: &Samples, groups: &[Group], tolerance: f64) -> Result<Model, RationalError> {
    fitted(samples, groups, tolerance, None)
}

/// A model of a given order, whatever its error is; of a lower one if the samples do not determine it or support all of its poles.
pub fn fit_of_order(
    samples: &Samples,
    groups: &[Group],
    tolerance: f64,
    order: usize,
) -> Result<Model, RationalError> {
    fitted(samples, groups, tolerance, Some(order))
}

fn fitted(
    samples: &Samples,
    groups: &[Group],
    tolerance: f64,
    order: Option<usize>,
) -> Result<Model, RationalError> {
    if samples.is_empty() {
        return Err(RationalError::NoSamples);
    }
    let tolerance = tolerance.max(1e-14);
    let band = Band::of(samples.frequencies());
    let data = Data {
        z: samples
            .frequencies()
            .iter()
            .map(|&f| band.inner(f))
            .collect(),
        rows: components(samples, &factors(groups, samples)?, tolerance)?,
        tolerance,
    };
    let chosen = without_doublets(&data, greedy(&data, order)?)?;
    let barycentric = (chosen.support, chosen.weights);
    Ok(Model::new(samples, band, barycentric, chosen.error))
}

/// The principal components of the scaled functions: F = X s Y^H, of which the rows of X s are used.
fn components(
    samples: &Samples,
    factors: &[f64],
    tolerance: f64,
) -> Result<Vec<Vec<Complex>>, RationalError> {
    let n = samples.len();
    // F^T has a column per sample. Its right singular vectors are the conjugates of those X.
    let transposed = Mat::from_fn(factors.len(), n, |function, sample| {
        samples.values(sample)[function] * factors[function]
    });
    let (values, vectors) = right_singular(&transposed)?;
    let largest = values.first().copied().unwrap_or(0.0);
    let sound = |value: &&f64| **value > 0.1 * tolerance * largest.max(f64::MIN_POSITIVE);
    let count = values.iter().filter(sound).count().max(1);
    let component = |sample: usize, k: usize| vectors[(sample, k)].conj() * values[k];
    let row = |sample| (0..count).map(|k| component(sample, k)).collect();
    Ok((0..n).map(row).collect())
}

impl Data {
    fn others<'a>(&'a self, support: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        (0..self.z.len()).filter(|i| !support.contains(i))
    }

    /// Whether the samples determine the weights of so many support points, with an equation to spare.
    fn determines(&self, support: usize) -> bool {
        let components = self.rows.first().map_or(0, Vec::len);
        (self.z.len() - support) * components >= support
    }

    /// By how much the error at the samples is too small because the weights were chosen to make it small: with p free weights and q equations noise
    /// leaves residuals of sqrt((q - p)/q) of its size.
    fn flattery(&self, support: usize) -> f64 {
        let components = self.rows.first().map_or(0, Vec::len);
        let equations = (self.z.len() - support) * components;
        let spare = (equations + 1).saturating_sub(support).max(1);
        (equations.max(1) as f64 / spare as f64).sqrt()
    }

    /// The weights of least squares.
    fn weights(&self, support: &[usize]) -> Result<Vec<Complex>, RationalError> {
        let components = self.rows.first().map_or(0, Vec::len);
        let others: Vec<usize> = self.others(support).collect();
        if others.is_empty() {
            return Ok(vec![Complex::from(1.0); support.len()]);
        }
        let loewner = Mat::from_fn(others.len() * components, support.len(), |row, column| {
            let (i, j, k) = (others[row / components], support[column], row % components);
            (self.rows[i][k] - self.rows[j][k]) / (self.z[i] - self.z[j])
        });
        let (_, vectors) = right_singular(&loewner)?;
        let last = support.len() - 1;
        Ok((0..=last).map(|j| vectors[(j, last)]).collect())
    }

    /// The error at each sample that is no support point.
    fn errors(&self, support: &[usize], weights: &[Complex]) -> Vec<(usize, f64)> {
        let points: Vec<f64> = support.iter().map(|&j| self.z[j]).collect();
        let error = |i: usize| {
            let c = coefficients(&points, weights, self.z[i], None);
            let mut difference = self.rows[i].clone();
            for (c, &j) in c.iter().zip(support) {
                for (sum, value) in difference.iter_mut().zip(&self.rows[j]) {
                    *sum -= c * value;
                }
            }
            let error = norm(&difference);
            (i, if error.is_finite() { error } else { f64::MAX })
        };
        self.others(support).map(error).collect()
    }

    fn trial(&self, support: Vec<usize>) -> Result<Trial, RationalError> {
        let weights = self.weights(&support)?;
        let errors = self.errors(&support, &weights);
        Ok(Trial {
            error: errors.iter().map(|(_, error)| *error).fold(0.0, f64::max),
            support,
            weights,
        })
    }

    /// The sample with the largest distance from the mean.
    fn farthest(&self) -> Option<usize> {
        let n = self.rows.len();
        let mut mean = vec![Complex::default(); self.rows.first().map_or(0, Vec::len)];
        for row in &self.rows {
            for (sum, value) in mean.iter_mut().zip(row) {
                *sum += value / n as f64;
            }
        }
        let distance = |row: &Vec<Complex>| {
            let difference: Vec<Complex> = row.iter().zip(&mean).map(|(a, b)| a - b).collect();
            norm(&difference)
        };
        largest(self.rows.iter().map(distance).enumerate())
    }
}

fn norm(values: &[Complex]) -> f64 {
    values.iter().map(Complex::norm_sqr).sum::<f64>().sqrt()
}

/// The first of those with the largest value.
fn largest(values: impl Iterator<Item = (usize, f64)>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (i, value) in values {
        if best.is_none_or(|(_, least)| value > least) {
            best = Some((i, value));
        }
    }
    best.map(|(i, _)| i)
}

/// Adds support points until the given order, or without one the tolerance, is reached, or the samples determine no further weight.
fn greedy(data: &Data, order: Option<usize>) -> Result<Trial, RationalError> {
    let mut trials: Vec<Trial> = Vec::new();
    let mut support: Vec<usize> = Vec::new();
    let mut next = data.farthest();
    while let Some(sample) = next {
        support.push(sample);
        let trial = data.trial(support.clone())?;
        next = largest(data.errors(&support, &trial.weights).into_iter());
        let done = order.map_or(trial.error <= data.tolerance, |order| support.len() > order);
        trials.push(trial);
        if done || !data.determines(support.len() + 1) {
            break;
        }
    }
    if order.is_some() {
        return trials.pop().ok_or(RationalError::NoSamples);
    }
    let expected = |trial: &Trial| trial.error * data.flattery(trial.support.len());
    let least = trials.iter().map(expected).fold(f64::MAX, f64::min);
    let fits =
        |trial: &Trial| trial.error <= data.tolerance || expected(trial) <= PARSIMONY * least;
    trials
        .into_iter()
        .find(fits)
        .ok_or(RationalError::NoSamples)
}

/// Removes support points next to spurious poles.
fn without_doublets(data: &Data, mut chosen: Trial) -> Result<Trial, RationalError> {
    while chosen.support.len() > 1 {
        let Some(nearest) = doublet(data, &chosen)? else {
            break;
        };
        let mut support = chosen.support.clone();
        support.remove(nearest);
        let fewer = data.trial(support)?;
        if fewer.error > data.tolerance.max(PARSIMONY * chosen.error) {
            break;
        }
        chosen = fewer;
    }
    Ok(chosen)
}

/// The number of the support point next to the least supported pole that is spurious.
fn doublet(data: &Data, trial: &Trial) -> Result<Option<usize>, RationalError> {
    let limit = data.tolerance.max(trial.error);
    let points: Vec<f64> = trial.support.iter().map(|&j| data.z[j]).collect();
    let values: Vec<Vec<Complex>> = trial
        .support
        .iter()
        .map(|&j| data.rows[j].clone())
        .collect();
    let mut least: Option<(f64, Complex)> = None;
    for pole in poles::zeros(&points, &trial.weights)? {
        // The map of the band is -1..1; a pole farther away than that is part of a smooth background.
        if pole.re.abs() > 2.0 || pole.im.abs() > 1.0 {
            continue;
        }
        let residue = norm(&poles::residues(&points, &trial.weights, &values, pole));
        let distance = |z: &f64| (pole - z).norm();
        let nearest = data.z.iter().map(distance).fold(f64::INFINITY, f64::min);
        let contribution = residue / nearest;
        if contribution < limit && least.is_none_or(|(other, _)| contribution < other) {
            least = Some((contribution, pole));
        }
    }
    let Some((_, pole)) = least else {
        return Ok(None);
    };
    let distances = points.iter().map(|z| -(pole - z).norm());
    Ok(largest(distances.enumerate()))
}
