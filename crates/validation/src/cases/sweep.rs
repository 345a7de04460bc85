//! The impedance of an antenna over frequency, and its reference: tables of NEC-2, which uses c = 2.998e8 m/s.

use crate::ValidationError;
use crate::bench::{Signal, signal};
use crate::reference::Table;
use poynting::Results;
use poynting_physics::constants::C0;
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

/// Speed of light in NEC-2.
const C_NEC: f64 = 2.998e8;

/// Impedances over frequency.
pub(crate) struct Sweep {
    pub frequencies: Vec<f64>,
    pub impedances: Vec<Complex>,
}

impl Sweep {
    /// The wire of this many segments, at the true speed of light.
    pub fn in_table(text: &str, segments: u32) -> Result<Self, ValidationError> {
        let table = Table::read(text);
        let megahertz = table.column("f_MHz")?;
        let [r, x] = ["R", "X"].map(|part| table.column(&format!("{part}_n{segments}")));
        Ok(Self {
            frequencies: megahertz.iter().map(|f| f * 1e6 * C0 / C_NEC).collect(),
            impedances: r?
                .into_iter()
                .zip(x?)
                .map(|(r, x)| Complex::new(r, x))
                .collect(),
        })
    }

    /// The port of a time-domain run. Voltage and current are half a step apart, as their times show.
    pub fn of_port(results: &Results, port: &str, at: &[f64]) -> Result<Self, ValidationError> {
        let of = |what: &str| signal(results, &format!("port/{port}/{what}"));
        let [voltage, current] = [of("voltage")?, of("current")?];
        let impedance = |f: &f64| transform(&voltage, *f).over(transform(&current, *f));
        Ok(Self {
            frequencies: at.to_vec(),
            impedances: at.iter().map(impedance).collect(),
        })
    }

    /// Every second row from 220 MHz.
    pub fn keep_above_200_megahertz(&mut self) {
        let first = self.frequencies.partition_point(|f| *f < 2.1e8);
        self.frequencies = self.frequencies[first..]
            .iter()
            .copied()
            .step_by(2)
            .collect();
        self.impedances = self.impedances[first..]
            .iter()
            .copied()
            .step_by(2)
            .collect();
    }

    pub fn conductances(&self) -> Vec<f64> {
        let conductance = |z: &Complex| z.re / z.norm_sqr();
        self.impedances.iter().map(conductance).collect()
    }

    /// The first frequency above `start` where the reactance rises through zero.
    pub fn resonance(&self, start: f64) -> Result<f64, ValidationError> {
        let rises = |n: &usize| {
            let [before, after] = [n - 1, *n].map(|n| self.impedances[n].im);
            self.frequencies[n - 1] > start && before < 0.0 && after >= 0.0
        };
        let n = (1..self.frequencies.len()).find(rises);
        let n = n.ok_or(ValidationError::NoOscillation(start))?;
        let [x, y] = [n - 1, n].map(|n| self.impedances[n].im);
        let [f, g] = [n - 1, n].map(|n| self.frequencies[n]);
        Ok(f - x * (g - f) / (y - x))
    }

    /// The largest conductance near a resonance, where the impedance, unlike the conductance, is nearly a parabola over frequency: a cubic
    /// through four of its values is accurate between them.
    pub fn peak(&self, resonance: f64) -> f64 {
        let after = self.frequencies.partition_point(|f| *f < resonance);
        let first = after.clamp(2, self.frequencies.len() - 2) - 2;
        let [from, to] = [self.frequencies[first], self.frequencies[first + 3]];
        let at = |n: i32| from + (to - from) * f64::from(n) / 3000.0;
        let conductance = |f: f64| {
            let z = self.cubic(first, f);
            z.re / z.norm_sqr()
        };
        (0..=3000).map(|n| conductance(at(n))).fold(0.0, f64::max)
    }

    /// The cubic through four points, at a frequency.
    fn cubic(&self, first: usize, f: f64) -> Complex {
        let points = first..first + 4;
        let weight = |n: usize| {
            let others = points.clone().filter(|m| *m != n);
            let factor =
                |m| (f - self.frequencies[m]) / (self.frequencies[n] - self.frequencies[m]);
            others.map(factor).product::<f64>()
        };
        let terms = points.clone().map(|n| self.impedances[n] * weight(n));
        terms.fold(Complex::from(0.0), |sum, term| sum + term)
    }
}

/// The sum over a signal times exp(-jwt).
fn transform(signal: &Signal, frequency: f64) -> Complex {
    let both = signal.times.iter().zip(&signal.values);
    let terms = both.map(|(t, v)| Complex::cis(-TAU * frequency * t) * *v);
    terms.fold(Complex::default(), |sum, term| sum + term)
}
