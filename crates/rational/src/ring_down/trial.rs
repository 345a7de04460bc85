//! How many modes the first part of a record has.
//!
//! Every number of modes up to a limit is tried, and the smallest one is used that predicts the rest of the record about as well as any. Signals have
//! different units and different noise. At first each counts by its size. What the modes found in this way leave of a signal is its noise, and the
//! next time each signal counts by that, as in a fit of greatest likelihood, until the noise is known: a signal that is mostly noise then does not
//! spoil the others.

use super::pencil::{self, Space, remainder};
use crate::{Complex, RationalError};

/// Fewer modes are preferred if they predict as well to this factor.
const AS_GOOD: f64 = 1.2;
/// Fits with a better knowledge of the noise, at most, and the part of its former value above which the noise of a signal is known.
const PASSES: usize = 6;
const SETTLED: f64 = 0.8;
/// Noise below this part of a signal does not count.
const GOOD: f64 = 1e-8;

/// The modes of the first part of the record.
pub(super) struct Trial {
    pub(super) order: usize,
    pub(super) rates: Vec<Complex>,
    pub(super) amplitudes: Vec<Vec<Complex>>,
    /// Of each signal in the rest of the record, relative to it.
    pub(super) errors: Vec<f64>,
    /// By which signals were divided.
    pub(super) scales: Vec<f64>,
}

/// The root of the mean square.
fn size(values: &[Complex]) -> f64 {
    let sum: f64 = values.iter().map(Complex::norm_sqr).sum();
    (sum / values.len().max(1) as f64).sqrt()
}

impl Trial {
    /// The best modes of the first samples.
    pub(super) fn best(signals: &[Vec<Complex>], fitted: usize) -> Result<Self, RationalError> {
        let sizes: Vec<f64> = signals.iter().map(|signal| size(signal)).collect();
        let mut best = Self::scaled(signals, fitted, &sizes, GOOD)?;
        for _ in 0..PASSES {
            let noise = |k: usize| {
                let (signal, amplitudes) = (&signals[k], &best.amplitudes[k]);
                let left = remainder(signal, 0..signal.len(), &best.rates, amplitudes);
                left.max(GOOD * sizes[k])
            };
            let scales: Vec<f64> = (0..signals.len()).map(noise).collect();
            let settled = scales
                .iter()
                .zip(&best.scales)
                .all(|(a, b)| *a > SETTLED * b);
            best = Self::scaled(signals, fitted, &scales, 1.0)?;
            if settled {
                break;
            }
        }
        Ok(best)
    }

    /// With given scales. An error of `good` times the scales is as good as none.
    fn scaled(
        signals: &[Vec<Complex>],
        fitted: usize,
        scales: &[f64],
        good: f64,
    ) -> Result<Self, RationalError> {
        let space = Space::of(signals, fitted, scales)?;
        let mut trials = Vec::new();
        for order in 1..=space.largest_order() {
            let rates = space.rates(order)?;
            let amplitudes = pencil::amplitudes(signals, fitted, &rates);
            let left = |k: usize| {
                let rest = fitted..signals[k].len();
                remainder(&signals[k], rest, &rates, &amplitudes[k])
            };
            let left: Vec<f64> = (0..signals.len()).map(left).collect();
            let heard = left.iter().zip(scales).filter(|(_, scale)| **scale > 0.0);
            let squares: Vec<f64> = heard.map(|(left, scale)| (left / scale).powi(2)).collect();
            let error = (squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt();
            trials.push((error, order, rates, amplitudes, left));
        }
        let least = trials
            .iter()
            .map(|trial| trial.0)
            .fold(f64::INFINITY, f64::min);
        let enough = (AS_GOOD * least).max(good);
        let chosen = trials.into_iter().find(|(error, ..)| *error <= enough);
        let (_, order, rates, amplitudes, left) = chosen.ok_or(RationalError::Silent)?;
        let relative = |(left, signal): (&f64, &Vec<Complex>)| {
            let rest = size(&signal[fitted..]);
            if rest > 0.0 { left / rest } else { 0.0 }
        };
        Ok(Self {
            order,
            errors: left.iter().zip(signals).map(relative).collect(),
            rates,
            amplitudes,
            scales: scales.to_vec(),
        })
    }
}
