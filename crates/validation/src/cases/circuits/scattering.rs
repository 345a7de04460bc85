//! S-parameters of a run, and evaluation of their curves.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, phasors, quantity};
use poynting::Results;
use poynting_physics::Complex;

/// S-parameters over frequency.
pub(super) struct Scattering {
    pub frequencies: Vec<f64>,
    ports: usize,
    entries: Vec<Complex>,
}

impl Scattering {
    pub fn of(results: &Results) -> Result<Self, ValidationError> {
        let s = quantity(results, "network/s/real")?;
        let axis = |name: &str| s.axis(name).unwrap_or_default().to_vec();
        Ok(Self {
            frequencies: axis("frequency"),
            ports: axis("to").len(),
            entries: phasors(results, "network/s")?,
        })
    }

    /// S_mn over frequency, ports counted from one.
    pub fn entry(&self, m: usize, n: usize) -> Vec<Complex> {
        let matrices = self.entries.chunks(self.ports * self.ports);
        let place = (m - 1) * self.ports + n - 1;
        matrices.map(|s| s[place]).collect()
    }

    pub fn magnitude(&self, m: usize, n: usize) -> Vec<f64> {
        self.entry(m, n).iter().map(|s| s.norm()).collect()
    }
}

/// A row in the default precision of scenes.
pub(super) fn row(bench: &mut Bench<'_>, of: &str, error: f64, (unit, tolerance): (&str, f64)) {
    let precision = poynting::Precision::F32;
    bench.row(&Comparison {
        of,
        precision,
        error,
        unit,
        tolerance,
    });
}

/// Linear interpolation in an ascending table; constant beyond its ends.
pub(super) fn interpolated(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let n = xs.partition_point(|v| *v < x).clamp(1, xs.len() - 1);
    let share = ((x - xs[n - 1]) / (xs[n] - xs[n - 1])).clamp(0.0, 1.0);
    ys[n - 1] + share * (ys[n] - ys[n - 1])
}

/// The minimum of a curve between two positions, by the parabola through the smallest value and its neighbours.
pub(super) fn minimum(xs: &[f64], ys: &[f64], [from, to]: [f64; 2]) -> Option<f64> {
    let within = (1..xs.len().checked_sub(1)?).filter(|n| (from..=to).contains(&xs[*n]));
    let n = within.min_by(|a, b| ys[*a].total_cmp(&ys[*b]))?;
    let [before, at, after] = [ys[n - 1], ys[n], ys[n + 1]];
    let curvature = before + after - 2.0 * at;
    let shift = if curvature > 0.0 {
        0.5 * (before - after) / curvature
    } else {
        0.0
    };
    Some(xs[n] + shift * (xs[n + 1] - xs[n]))
}

pub(super) fn decibels(magnitudes: &[f64]) -> Vec<f64> {
    magnitudes
        .iter()
        .map(|s| 20.0 * s.max(1e-4).log10())
        .collect()
}
