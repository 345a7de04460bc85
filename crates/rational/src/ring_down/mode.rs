//! A damped mode and what is known of its error.

use crate::Complex;
use std::f64::consts::TAU;

/// Standard deviations of an error.
const SPREADS: f64 = 3.0;

/// A damped mode.
#[derive(Debug, Clone, PartialEq)]
pub struct Mode {
    /// |s|/(2 pi), in Hz: the resonant frequency of a circuit without its losses.
    pub frequency: f64,
    /// |s|/(-2 Re s); infinite for a mode without losses.
    pub q: f64,
    /// The estimated error of the frequency, in Hz; large for a mode that the first four fifths of the record do not have.
    pub frequency_error: f64,
    /// The estimated error of the quality factor.
    pub q_error: f64,
    /// In each signal, at the time 0.
    pub amplitudes: Vec<Complex>,
    /// s, in 1/s.
    pub(crate) rate: Complex,
}

impl Mode {
    pub(super) fn new(rate: Complex, amplitudes: Vec<Complex>) -> Self {
        Self {
            frequency: rate.norm() / TAU,
            q: quality(rate),
            frequency_error: f64::INFINITY,
            q_error: f64::INFINITY,
            amplitudes,
            rate,
        }
    }

    /// Sets the errors from the mode of an earlier fit and from the standard deviation of the rate.
    pub(super) fn judge(&mut self, earlier: &[Self], spread: f64) {
        let distance = |other: &&Self| (other.rate - self.rate).norm();
        let nearest = earlier
            .iter()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let change = nearest.map_or(f64::INFINITY, |other| distance(&other));
        let off = change.max(SPREADS * spread);
        self.frequency_error = off / TAU;
        // The rate may decay faster or slower by that.
        let slower = quality(self.rate + off) - self.q;
        let faster = self.q - quality(self.rate - off);
        self.q_error = if slower.is_nan() {
            f64::INFINITY
        } else {
            slower.max(faster)
        };
    }
}

/// |s|/(-2 Re s).
fn quality(rate: Complex) -> f64 {
    if rate.re < 0.0 {
        rate.norm() / (-2.0 * rate.re)
    } else {
        f64::INFINITY
    }
}
