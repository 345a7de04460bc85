//! Frequency and decay of one oscillation among others.
//!
//! For x(t) = sum_k c_k e^{s_k t} let X(u) be the transform at a frequency f of the section of x that begins at u,
//! windowed by w. Shifting the section by h multiplies the part of oscillation k by e^{s_k h}, exactly
//! and for any window. Where the window suppresses all others,
//!
//! ```text
//! s = ln(X(u + h)/X(u))/h,   frequency = Im s/(2 pi),   rate = -Re s
//! ```
//!
//! with the branch of the logarithm nearest to f. The others contribute only through the window's side lobes,
//! 92 dB down (minimum four-term window of F. J. Harris, Proc. IEEE 66, 51, 1978, four bins wide on each
//! side), so the frequency is accurate to about 1e-5 of a bin, far below the bin itself.

use crate::ValidationError;
use crate::bench::Signal;
use poynting_physics::Complex;
use poynting_physics::cavity::Damped;
use std::f64::consts::TAU;

/// Fraction of the record that one window covers; the rest is the distance between the two windows.
const WINDOW: f64 = 0.75;
/// The oscillation is sought this far on either side of the expected frequency, relative.
const SEARCH: f64 = 0.03;
/// A transform below this fraction of the record's largest value is a side lobe, not an oscillation.
const FLOOR: f64 = 1e-5;

/// The strongest oscillation near a frequency in hertz.
pub(crate) fn oscillation(signal: &Signal, near: f64) -> Result<Damped, ValidationError> {
    let nothing = || ValidationError::NoOscillation(near);
    let n = signal.values.len();
    let length = (WINDOW * n as f64) as usize;
    if length < 16 {
        return Err(nothing());
    }
    let dt = (signal.times[n - 1] - signal.times[0]) / (n - 1) as f64;
    let window = window(length);
    let transform = |from: usize, frequency: f64| {
        transform(&signal.values[from..from + length], &window, frequency * dt)
    };
    let bins = (2.0 * SEARCH * near * length as f64 * dt).ceil() * 2.0 + 1.0;
    let start = (0..=bins as usize)
        .map(|i| near * (1.0 - SEARCH + 2.0 * SEARCH * i as f64 / bins))
        .max_by(|a, b| transform(0, *a).norm().total_cmp(&transform(0, *b).norm()))
        .ok_or_else(nothing)?;
    let hop = n - length;
    let first = transform(0, start);
    let second = transform(hop, start);
    let peak = signal.values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    // Written so that NaN fields are rejected.
    if !(first.norm() > FLOOR * peak && second.norm() > 0.0) {
        return Err(nothing());
    }
    let time = hop as f64 * dt;
    // Rotated back by the phase advance of an oscillation of exactly this frequency: the nearest branch is near zero.
    let ratio = second * first.inv() * Complex::cis(-TAU * (start * time).fract());
    Ok(Damped {
        rate: -ratio.norm().ln() / time,
        frequency: start + ratio.im.atan2(ratio.re) / (TAU * time),
    })
}

/// Mean of the windowed values rotated back by `cycles` per sample, counted from the record's own start.
fn transform(values: &[f64], window: &[f64], cycles: f64) -> Complex {
    let mut sum = Complex::new(0.0, 0.0);
    for (i, (v, w)) in values.iter().zip(window).enumerate() {
        let (sin, cos) = (TAU * (cycles * i as f64).fract()).sin_cos();
        sum = Complex::new(sum.re + v * w * cos, sum.im - v * w * sin);
    }
    sum * (1.0 / values.len() as f64)
}

fn window(length: usize) -> Vec<f64> {
    const A: [f64; 4] = [0.35875, -0.48829, 0.14128, -0.01168];
    let at = |i: usize| {
        let x = TAU * (i as f64 + 0.5) / length as f64;
        (0..4).map(|k| A[k] * (k as f64 * x).cos()).sum()
    };
    (0..length).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f64 = 1e-12;

    /// Sum of (amplitude, frequency, rate).
    fn ringing(parts: &[(f64, f64, f64)]) -> Signal {
        let times: Vec<f64> = (0..20_000).map(|n| n as f64 * DT).collect();
        let at = |t: f64| {
            parts
                .iter()
                .map(|(a, f, r)| a * (-r * t).exp() * (TAU * f * t + 1.0 + a).cos())
                .sum()
        };
        Signal {
            values: times.iter().map(|t| at(*t)).collect(),
            times,
        }
    }

    #[test]
    fn each_of_several_modes_is_found_to_far_less_than_a_bin() {
        let parts = [
            (1.0, 6.4955e9, 0.0),
            (3.0, 7.8048e9, 0.0),
            (0.5, 8.4e9, 0.0),
        ];
        let signal = ringing(&parts);
        for (_, frequency, _) in parts {
            let found = oscillation(&signal, frequency * 1.004).unwrap();
            let error = found.frequency / frequency - 1.0;
            assert!(error.abs() < 1e-7, "{frequency}: {error:e}");
            assert!(found.rate.abs() < 1e4, "{}", found.rate);
        }
    }

    #[test]
    fn decay_is_found_beside_a_stronger_neighbour() {
        let signal = ringing(&[(1.0, 5e9, 1.3e8), (4.0, 6e9, 1.3e8)]);
        let found = oscillation(&signal, 5.02e9).unwrap();
        assert!((found.rate / 1.3e8 - 1.0).abs() < 1e-4, "{}", found.rate);
        assert!((found.frequency / 5e9 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn where_nothing_rings_nothing_is_found() {
        assert!(oscillation(&ringing(&[(1.0, 5e9, 0.0)]), 9e9).is_err());
        assert!(oscillation(&ringing(&[(0.0, 5e9, 0.0)]), 5e9).is_err());
        assert!(oscillation(&ringing(&[(f64::NAN, 5e9, 0.0)]), 5e9).is_err());
    }
}
