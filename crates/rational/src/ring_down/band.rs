//! Signals limited to a band, shifted to its centre and decimated.
//!
//! A finite filter with the taps h_k turns a mode z^n into H(z) z^n with H(z) = sum_k h_k z^k, exactly, once its taps are within the record. So the
//! filter moves no pole: it multiplies amplitudes by a known factor, and what lies outside of the band fades. With the centre of the band shifted to
//! zero, one complex sample per 1/(4 B) seconds carries a band of the half width B, whatever the time step is. The matrices of a band with a few
//! modes are then small, and modes that lie close together in steps of the original signal are well apart.
//!
//! The filter is a windowed sinc: J. F. Kaiser, "Nonrecursive digital filter design using the I0-sinh window function", Proc. IEEE Int. Symp. Circuits
//! and Systems (1974) 20-23.

use super::mode::Mode;
use super::signals::Signals;
use crate::Complex;
use std::f64::consts::{PI, TAU};

/// The attenuation of frequencies that decimation folds into the band, in dB.
const ATTENUATION: f64 = 100.0;
/// The filter may be as long as this part of the record.
const SHARE: f64 = 0.2;
/// Decimated samples per period of the half width of the band.
const OVERSAMPLING: f64 = 4.0;

pub(super) struct Filtered {
    step: f64,
    /// Of the centre of the band, in radians per step.
    shift: f64,
    /// Steps per sample.
    factor: usize,
    /// With the shift.
    taps: Vec<Complex>,
    /// The largest magnitude that decimation may fold into the band, of each signal.
    folded: Vec<f64>,
    /// Decimated.
    pub(super) signals: Vec<Vec<Complex>>,
    /// Whether each one helps to find the poles.
    pub(super) finders: Vec<bool>,
}

pub(super) fn energy(signal: &[Complex]) -> f64 {
    signal.iter().map(Complex::norm_sqr).sum()
}

/// The modified Bessel function I0.
fn bessel(x: f64) -> f64 {
    let (mut term, mut sum, mut k) = (1.0, 1.0, 1.0);
    while term > 1e-17 * sum {
        term *= (0.5 * x / k) * (0.5 * x / k);
        sum += term;
        k += 1.0;
    }
    sum
}

/// A low-pass filter of Kaiser's window between two frequencies in cycles per step.
fn low_pass(pass: f64, stop: f64) -> Vec<f64> {
    let length = ((ATTENUATION - 8.0) / (2.285 * TAU * (stop - pass))).ceil() as usize + 1;
    let beta = 0.1102 * (ATTENUATION - 8.7);
    let (cut, middle) = (pass + stop, 0.5 * (length - 1) as f64);
    let tap = |k: usize| {
        let x = k as f64 - middle;
        let sinc = if x == 0.0 {
            1.0
        } else {
            (PI * cut * x).sin() / (PI * cut * x)
        };
        let edge = if middle > 0.0 { x / middle } else { 0.0 };
        cut * sinc * bessel(beta * (1.0 - edge * edge).max(0.0).sqrt()) / bessel(beta)
    };
    (0..length).map(tap).collect()
}

impl Filtered {
    pub(super) fn of(signals: &Signals, from: f64, to: f64) -> Self {
        let step = signals.step;
        let length = signals.len();
        let shift = TAU * 0.5 * (from + to) * step;
        // A little more than the band, so that a mode at its end is not attenuated.
        let half = 1.05 * 0.5 * (to - from) * step;
        let mut factor = (1.0 / (OVERSAMPLING * half)).floor().max(1.0) as usize;
        let mut taps = vec![1.0];
        while factor > 1 {
            taps = low_pass(half, 1.0 / factor as f64 - half);
            if taps.len() as f64 <= SHARE * length as f64 {
                break;
            }
            // A lower factor has a wider transition, and a shorter filter.
            factor -= (factor / 8).max(1);
            taps = vec![1.0];
        }
        let shifted = |(k, h): (usize, &f64)| Complex::cis(-shift * k as f64) * *h;
        let taps: Vec<Complex> = taps.iter().enumerate().map(shifted).collect();
        let count = (length + 1).saturating_sub(taps.len()).div_ceil(factor);
        let filter = |signal: &Vec<f64>| -> Vec<Complex> {
            let sample = |m: usize| {
                let window = &signal[m * factor..];
                let sum: Complex = taps.iter().zip(window).map(|(h, x)| h * x).sum();
                sum * Complex::cis(-shift * (m * factor) as f64)
            };
            (0..count).map(sample).collect()
        };
        let leak = if factor > 1 {
            2.0 * 10.0_f64.powf(-ATTENUATION / 20.0)
        } else {
            0.0
        };
        let largest = |signal: &Vec<f64>| signal.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        Self {
            step,
            shift,
            factor,
            folded: signals
                .values()
                .iter()
                .map(|signal| leak * largest(signal))
                .collect(),
            signals: signals.values().iter().map(filter).collect(),
            taps,
            finders: signals.finders.clone(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.signals.first().map_or(0, Vec::len)
    }

    /// The rate per second of a rate per decimated sample.
    fn rate(&self, rate: Complex) -> Complex {
        (rate / self.factor as f64 + Complex::new(0.0, self.shift)) / self.step
    }

    /// The standard deviation of the rate of a mode, from those of the rates per decimated sample.
    pub(super) fn spread(&self, mode: &Mode, rates: &[Complex], spreads: &[f64]) -> f64 {
        let at = rates.iter().position(|rate| self.rate(*rate) == mode.rate);
        at.map_or(f64::INFINITY, |at| {
            spreads[at] / (self.factor as f64 * self.step)
        })
    }

    /// The modes in the band of rates per decimated sample. Those that are as weak in all signals as what the filter leaves of other frequencies are
    /// left out, because they may be these.
    pub(super) fn modes(
        &self,
        rates: &[Complex],
        amplitudes: &[Vec<Complex>],
        [from, to]: [f64; 2],
    ) -> Vec<Mode> {
        let mut modes = Vec::new();
        for (k, rate) in rates.iter().enumerate() {
            let per_second = self.rate(*rate);
            let per_step = per_second * self.step;
            let frequency = per_second.im / TAU;
            if frequency <= 0.0 || frequency < from || frequency > to {
                continue;
            }
            let mut heard = amplitudes.iter().zip(&self.folded);
            if !heard.any(|(amplitudes, folded)| amplitudes[k].norm() > *folded) {
                continue;
            }
            let gain: Complex = (0..self.taps.len())
                .map(|tap| self.taps[tap] * (per_step * tap as f64).exp())
                .sum();
            let amplitude = |of: &Vec<Complex>| of[k] * 2.0 / gain;
            let amplitudes = amplitudes.iter().map(amplitude).collect();
            modes.push(Mode::new(per_second, amplitudes));
        }
        modes.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
        modes
    }
}
