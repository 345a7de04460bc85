//! The matrix pencil: poles of sums of damped exponentials.
//!
//! Samples x_n = sum_k a_k z_k^n in a Hankel matrix X_ij = x_(i+j) span a space of rows (1, z_k, z_k^2, ...). With an orthonormal basis V of that space
//! (the right singular vectors of the largest singular values), V_1 without its last row and V_2 without its first one, the z_k are the eigenvalues
//! of V_1^+ V_2. The rows of several signals with the same poles are stacked. The rest of the singular vectors is noise and left out.
//!
//! Y. Hua, T. K. Sarkar, "Matrix pencil method for estimating parameters of exponentially damped/undamped sinusoids in noise", IEEE Trans. Acoust.,
//! Speech, Signal Process. 38 (1990) 814-824. A pencil of a third to a half of the record has a variance near the Cramer-Rao bound.

use poynting_linalg::{Mat, eigenvalues};

use super::band::energy;
use crate::least_squares::{right_singular, solve};
use crate::{Complex, RationalError};

/// Rows and columns of the largest pencil, and the largest number of poles.
const LARGEST: usize = 240;
const MODES: usize = 40;
/// Singular values below this part of the largest are rounding.
const ROUNDING: f64 = 1e-13;
/// A pole that grows by less than this in the record is one without losses.
const GROWTH: f64 = 0.05;

/// The space of the rows of a Hankel matrix.
pub(crate) struct Space {
    values: Vec<f64>,
    /// Conjugate of the right singular vectors.
    basis: Mat<Complex>,
    samples: usize,
}

impl Space {
    /// Of the first samples of signals, which are divided by scales. A signal with the scale zero is silent.
    pub(crate) fn of(
        signals: &[Vec<Complex>],
        samples: usize,
        scales: &[f64],
    ) -> Result<Self, RationalError> {
        let pencil = (2 * samples / 5).clamp(2, LARGEST);
        let rows = samples - pencil;
        let scaled = signals.iter().zip(scales);
        let heard: Vec<_> = scaled.filter(|(_, scale)| **scale > 0.0).collect();
        let hankel = Mat::from_fn(rows * heard.len(), pencil + 1, |row, column| {
            let (signal, scale) = heard[row / rows];
            signal[row % rows + column] / *scale
        });
        let (values, vectors) = right_singular(&hankel)?;
        let basis = Mat::from_fn(pencil + 1, pencil + 1, |i, j| vectors[(i, j)].conj());
        Ok(Self {
            values,
            basis,
            samples,
        })
    }

    /// The largest number of poles that is not rounding.
    pub(crate) fn largest_order(&self) -> usize {
        let largest = self.values.first().copied().unwrap_or(0.0);
        let sound = self
            .values
            .iter()
            .filter(|value| **value > ROUNDING * largest);
        sound.count().min(self.values.len() / 2).min(MODES)
    }

    /// ln z of the poles that do not grow.
    pub(crate) fn rates(&self, order: usize) -> Result<Vec<Complex>, RationalError> {
        let pencil = self.basis.nrows() - 1;
        // The columns of V are orthonormal, so V_1^H V_1 = 1 - l l^H with the last row l^H of V, and its inverse is 1 + l l^H / (1 - |l|^2).
        let last: Vec<Complex> = (0..order).map(|j| self.basis[(pencil, j)].conj()).collect();
        let rest = (1.0 - energy(&last)).max(f64::EPSILON);
        let product = Mat::from_fn(order, order, |i, j| -> Complex {
            (0..pencil)
                .map(|k| self.basis[(k, i)].conj() * self.basis[(k + 1, j)])
                .sum()
        });
        let along =
            |j: usize| -> Complex { (0..order).map(|i| last[i].conj() * product[(i, j)]).sum() };
        let along: Vec<Complex> = (0..order).map(along).collect();
        let shift = Mat::from_fn(order, order, |i, j| {
            product[(i, j)] + last[i] * along[j] / rest
        });
        let found = eigenvalues(shift.as_ref()).ok_or(RationalError::NoConvergence)?;
        let mut rates = Vec::with_capacity(order);
        for z in found {
            let rate = z.ln();
            if !(rate.re.is_finite() && rate.im.is_finite()) {
                continue;
            }
            if rate.re <= 0.0 {
                rates.push(rate);
            } else if rate.re * (self.samples as f64) < GROWTH {
                rates.push(Complex::new(0.0, rate.im));
            }
        }
        Ok(rates)
    }
}

/// Modes over the samples of a record: exp(s_k n), by sample and mode.
pub(crate) struct Powers(Mat<Complex>);

impl Powers {
    /// For rates per sample and so many samples.
    pub(crate) fn new(rates: &[Complex], samples: usize) -> Self {
        Self(Mat::from_fn(samples, rates.len(), |n, k| {
            (rates[k] * n as f64).exp()
        }))
    }

    /// The amplitudes of each signal by least squares over its first samples.
    pub(crate) fn amplitudes(
        &self,
        signals: &[&Vec<Complex>],
        samples: usize,
    ) -> Vec<Vec<Complex>> {
        let modes = self.0.ncols();
        let first = Mat::from_fn(samples, modes, |n, k| self.0[(n, k)]);
        let sides = Mat::from_fn(samples, signals.len(), |n, signal| signals[signal][n]);
        let solution = solve(&first, &sides);
        let of = |signal| (0..modes).map(|k| solution[(k, signal)]).collect();
        (0..signals.len()).map(of).collect()
    }

    /// The largest difference between a signal and the sum of its modes.
    pub(crate) fn largest_difference(&self, signal: &[Complex], amplitudes: &[Complex]) -> f64 {
        let off = |(n, value): (usize, &Complex)| {
            let terms = amplitudes.iter().enumerate();
            let sum: Complex = terms.map(|(k, a)| a * self.0[(n, k)]).sum();
            (sum - value).norm()
        };
        signal.iter().enumerate().map(off).fold(0.0, f64::max)
    }

    /// The root of the mean square of a signal without its modes, over a range of samples.
    pub(super) fn remainder(
        &self,
        signal: &[Complex],
        range: std::ops::Range<usize>,
        amplitudes: &[Complex],
    ) -> f64 {
        let count = range.len().max(1) as f64;
        let off = |n: usize| {
            let terms = amplitudes.iter().enumerate();
            let value: Complex = terms.map(|(k, a)| a * self.0[(n, k)]).sum();
            (value - signal[n]).norm_sqr()
        };
        (range.map(off).sum::<f64>() / count).sqrt()
    }
}
