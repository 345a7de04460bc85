//! Which frequencies an adaptive sweep may interpolate.
//!
//! Frequencies of a scene are lists and ranges. What an adaptive range has is a candidate; what any other one has is solved in any case, and helps
//! the interpolation if it lies in the band of the candidates.

use poynting_linalg::Complex;
use poynting_scene::{Adaptive, MonitorKind, Scene};

/// The most candidates that are solved. Sweeps take 10 to 50.
const MOST: usize = 100;

/// An adaptive sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepPlan {
    /// Frequencies of adaptive ranges, ascending, in hertz.
    pub candidates: Vec<f64>,
    /// Those of other ranges and of lists, ascending; they are solved in any case.
    pub direct: Vec<f64>,
    /// Allowed error of results above -40 dB, in dB.
    pub decibels: f64,
    /// Solves after which the sweep ends in any case.
    pub budget: usize,
    /// Right-hand sides whose solutions are interpolated.
    pub columns: usize,
}

impl SweepPlan {
    /// None if each frequency is solved.
    pub fn of(scene: &Scene) -> Option<Self> {
        let mut candidates = Vec::new();
        let mut direct = Vec::new();
        let mut decibels = f64::INFINITY;
        for (values, adaptive) in lists(scene) {
            if let Some(adaptive) = adaptive {
                candidates.extend_from_slice(values);
                decibels = decibels.min(adaptive.tolerance);
            } else {
                direct.extend_from_slice(values);
            }
        }
        for list in [&mut candidates, &mut direct] {
            list.sort_by(f64::total_cmp);
            list.dedup();
        }
        let (from, to) = (*candidates.first()?, *candidates.last()?);
        let beside = direct.iter().filter(|f| !candidates.contains(f));
        let within = beside.filter(|&&f| from < f && f < to).count();
        Some(Self {
            budget: candidates.len().min(MOST) + within,
            columns: scene.ports.len() + scene.sources.len() + 2 * waves(scene),
            candidates,
            direct,
            decibels,
        })
    }

    /// Whether a solution helps the interpolation.
    pub fn covers(&self, hertz: f64) -> bool {
        let ends = self.candidates.first().zip(self.candidates.last());
        ends.is_some_and(|(&from, &to)| from <= hertz && hertz <= to)
    }

    /// Width of the band, in hertz.
    pub fn band(&self) -> f64 {
        let ends = self.candidates.first().zip(self.candidates.last());
        ends.map_or(0.0, |(from, to)| to - from)
    }

    /// Number of solves, at most.
    pub fn solves(&self) -> usize {
        let outside = self.direct.iter().filter(|&&f| !self.covers(f)).count();
        self.budget.max(self.direct.len() - outside) + outside
    }

    /// Bytes of the currents of all samples, of those that they predict, and of the results at their frequencies.
    pub fn bytes(&self, unknowns: usize, results: u64) -> u64 {
        let currents = (self.columns * unknowns * size_of::<Complex<f64>>()) as u64;
        self.solves() as u64 * (currents + results) + currents
    }
}

/// All lists of frequencies.
fn lists(scene: &Scene) -> impl Iterator<Item = (&[f64], Option<Adaptive>)> {
    let monitors = scene.monitors.iter();
    let monitors = monitors.map(|m| (m.kind.frequencies(), m.adaptive));
    let network = scene.network.iter();
    let network = network.map(|n| (n.frequencies.as_slice(), n.adaptive));
    let ports = (scene.mom.frequencies.as_slice(), scene.mom.adaptive);
    monitors.chain(network).chain([ports])
}

/// Directions of the waves of adaptive monitors.
fn waves(scene: &Scene) -> usize {
    let adaptive = scene.monitors.iter().filter(|m| m.adaptive.is_some());
    let directions = adaptive.map(|monitor| match &monitor.kind {
        MonitorKind::Monostatic { theta, phi, .. } => theta.len() * phi.len(),
        MonitorKind::Bistatic { .. } => 1,
        _ => 0,
    });
    directions.sum()
}
