//! How many modes the first part of a record has.
//!
//! Every number of modes up to a limit is tried, and the smallest one is used that predicts the rest of the record about as well as any. Signals have
//! different units and different noise. At first each counts by its size. What the modes found in this way leave of a signal is its noise, and the
//! next time each signal counts by that, as in a fit of greatest likelihood, until the noise is known: a signal that is mostly noise then does not
//! spoil the others.

use super::band::Filtered;
use super::pencil::{Powers, Space};
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
    /// By which signals were divided; zero for one that does not find poles.
    pub(super) scales: Vec<f64>,
}

/// The root of the mean square.
fn size(values: &[Complex]) -> f64 {
    let sum: f64 = values.iter().map(Complex::norm_sqr).sum();
    (sum / values.len().max(1) as f64).sqrt()
}

/// The amplitudes of signals in their first samples, and what these leave of the rest.
fn remainders(
    signals: &[&Vec<Complex>],
    fitted: usize,
    powers: &Powers,
) -> (Vec<Vec<Complex>>, Vec<f64>) {
    let amplitudes = powers.amplitudes(signals, fitted);
    let of = |(signal, amplitudes): (&&Vec<Complex>, &Vec<Complex>)| {
        powers.remainder(signal, fitted..signal.len(), amplitudes)
    };
    let left = signals.iter().zip(&amplitudes).map(of).collect();
    (amplitudes, left)
}

impl Trial {
    /// The best modes of the first samples.
    pub(super) fn best(filtered: &Filtered, fitted: usize) -> Result<Self, RationalError> {
        let signals = &filtered.signals;
        let found_by = |(signal, finds): (&Vec<Complex>, &bool)| {
            if *finds { size(signal) } else { 0.0 }
        };
        let sizes: Vec<f64> = signals
            .iter()
            .zip(&filtered.finders)
            .map(found_by)
            .collect();
        let mut best = Self::scaled(signals, fitted, &sizes, GOOD)?;
        for _ in 0..PASSES {
            let powers = Powers::new(&best.rates, filtered.len());
            let noise = |k: usize| {
                if sizes[k] == 0.0 {
                    return 0.0;
                }
                let (signal, amplitudes) = (&signals[k], &best.amplitudes[k]);
                let left = powers.remainder(signal, 0..signal.len(), amplitudes);
                left.max(GOOD * sizes[k])
            };
            let scales: Vec<f64> = (0..signals.len()).map(noise).collect();
            let settled = scales
                .iter()
                .zip(&best.scales)
                .all(|(a, b)| *a >= SETTLED * b);
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
        let length = signals.first().map_or(0, Vec::len);
        let heard = signals
            .iter()
            .zip(scales)
            .filter(|(_, scale)| **scale > 0.0);
        let (finders, noises): (Vec<&Vec<Complex>>, Vec<f64>) = heard.unzip();
        let mut trials = Vec::new();
        for order in 1..=space.largest_order() {
            let rates = space.rates(order)?;
            let left = remainders(&finders, fitted, &Powers::new(&rates, length)).1;
            let squares = left
                .iter()
                .zip(&noises)
                .map(|(left, noise)| (left / noise).powi(2));
            let error = (squares.sum::<f64>() / left.len().max(1) as f64).sqrt();
            trials.push((error, order, rates));
        }
        let least = trials
            .iter()
            .map(|trial| trial.0)
            .fold(f64::INFINITY, f64::min);
        let enough = (AS_GOOD * least).max(good);
        let chosen = trials.into_iter().find(|(error, ..)| *error <= enough);
        let (_, order, rates) = chosen.ok_or(RationalError::Silent)?;
        let all: Vec<&Vec<Complex>> = signals.iter().collect();
        let (amplitudes, left) = remainders(&all, fitted, &Powers::new(&rates, length));
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
