//! Signals after the end of their record, and the rest of their Fourier integrals.
//!
//! For x(t) = Re sum_k A_k exp(s_k t) and w = 2 pi f,
//!
//!   integral from T of x(t) exp(-j w t) dt = 1/2 sum_k [ A_k g(s_k) + A_k* g(s_k*) ],   g(s) = exp((s - j w) T) / (j w - s),
//!
//! and for the sum over time steps dt from the step N that a solver forms instead,
//!
//!   g(s) = dt exp((s - j w) N dt) / (1 - exp((s - j w) dt)).

use super::RingDown;
use super::mode::Mode;
use crate::Complex;
use std::f64::consts::TAU;

/// 1/2 (A g(s) + A* g(s*)).
fn real_part(mode: &Mode, signal: usize, of: impl Fn(Complex) -> Complex) -> Complex {
    let amplitude = mode.amplitudes[signal];
    (amplitude * of(mode.rate) + amplitude.conj() * of(mode.rate.conj())) * 0.5
}

impl RingDown {
    /// A signal at a time in seconds.
    pub fn value(&self, signal: usize, time: f64) -> f64 {
        let term = |mode: &Mode| (mode.amplitudes[signal] * (mode.rate * time).exp()).re;
        self.modes.iter().map(term).sum()
    }

    /// The integral of a signal times exp(-j 2 pi f t) from a time on, in seconds times the unit of the signal.
    pub fn integral_from(&self, signal: usize, frequency: f64, time: f64) -> Complex {
        let turn = Complex::new(0.0, TAU * frequency);
        let of = |s: Complex| ((s - turn) * time).exp() / (turn - s);
        self.modes
            .iter()
            .map(|mode| real_part(mode, signal, of))
            .sum()
    }

    /// The same as a sum over the time steps from the step with a given number on.
    pub fn sum_from(&self, signal: usize, frequency: f64, first: usize) -> Complex {
        self.sum_of(&self.modes, signal, frequency, first)
    }

    fn sum_of(&self, modes: &[Mode], signal: usize, frequency: f64, first: usize) -> Complex {
        let of = self.summand(frequency, first);
        modes.iter().map(|mode| real_part(mode, signal, &of)).sum()
    }

    fn summand(&self, frequency: f64, first: usize) -> impl Fn(Complex) -> Complex {
        let (step, turn) = (self.step, Complex::new(0.0, TAU * frequency));
        move |s: Complex| {
            let rate = (s - turn) * step;
            (rate * first as f64).exp() * step / (Complex::from(1.0) - rate.exp())
        }
    }

    /// The estimated error of that sum: how much the last fifth of the record changed it, and what it would be if every mode had the relative error of
    /// the prediction of this signal.
    pub fn sum_error(&self, signal: usize, frequency: f64, first: usize) -> f64 {
        let sum = self.sum_from(signal, frequency, first);
        let change = (sum - self.sum_of(&self.earlier, signal, frequency, first)).norm();
        let of = self.summand(frequency, first);
        let size = |mode: &Mode| real_part(mode, signal, &of).norm();
        change + self.errors[signal] * self.modes.iter().map(size).sum::<f64>()
    }
}
