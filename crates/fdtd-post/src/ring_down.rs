//! What the ports of a network would still record after the end of a run.
//!
//! Once its sources have ended, a model rings down: each voltage and each current of a port is a sum of the same damped modes,
//!
//! ```text
//! x(t) = Re sum_k A_k exp(s_k t),
//! ```
//!
//! which the matrix pencil finds in the record so far (`poynting_rational::RingDown`). They give the rest of each sum of `port_spectra.rs`,
//!
//! ```text
//! every dt sum_(n >= N) x(t_n) e^{-j 2 pi f t_n},
//! ```
//!
//! in closed form: the sum from the sample N on, turned by the time of the first sample. So the spectra of a run that ends early are those of a run
//! that lasts until nothing rings any more.
//!
//! The error is estimated in two ways, and the larger counts: from how well the modes of the first part of the record predict its last part, and from
//! how far the complete spectra have moved since the fit before, whose record was shorter by a fifth or more. As errors of S-parameters both are
//! relative to the incident wave. A voltage is at most that wave and a reflected one of the same size, so that the wave is at least half of the
//! largest voltage in the band, relative to the spectrum of the source; the same holds for currents. Twice the estimate is what a run reports and
//! ends by.

use crate::port_spectra::PortSpectra;
use poynting_fdtd_core::block::Block;
use poynting_grid::HalfStep;
use poynting_observe::{Sink, SinkError};
use poynting_physics::Complex;
use poynting_rational::{Mode, RingDown, Signals};
use std::f64::consts::TAU;

/// A fit needs a record longer than that of the fit before, by this factor.
const LONGER: f64 = 1.25;
/// Samples of the signals that find the modes, at most, once they are limited to the band; beyond that a fit takes longer than many steps.
const MOST_SAMPLES: f64 = 40_000.0;
/// Samples per second over the width of the band (`poynting_rational`).
const SAMPLING: f64 = 2.0;
/// What is reported, relative to the estimate.
const SAFETY: f64 = 2.0;
/// The narrowest band relative to its highest frequency.
const NARROWEST: f64 = 0.02;

/// When the ring-down of the ports ends a run, and where its modes go.
#[derive(Debug, Clone, PartialEq)]
pub struct RingDownOutput {
    /// The largest error of S-parameters at which the run ends.
    pub tolerance: f64,
    /// Streams over the frequencies of the modes: the quality factor, its error, and the error of the frequency.
    pub modes: [usize; 3],
    /// The stream of the error over the frequencies of the ports.
    pub error: usize,
}

impl RingDownOutput {
    /// Bytes that the records and fits of so many signals take in a run of so many steps.
    pub fn bytes(signals: usize, samples: u64) -> u64 {
        // The record and the copy that a fit filters.
        2 * signals as u64 * samples * size_of::<f64>() as u64
    }
}

/// The signals of the ports after the sources have ended.
#[derive(Debug)]
pub struct Ringing {
    /// When the last source has ended.
    end: f64,
    /// Seconds between samples.
    interval: f64,
    /// The step of the first sample.
    first: Option<u64>,
    /// The steps of the current block that are recorded begin at this one of those that are used.
    skipped: usize,
    /// By sum.
    signals: Vec<Vec<f64>>,
    halves: Vec<HalfStep>,
    /// What the sources give, by frequency.
    strengths: Vec<f64>,
    /// Samples at the last attempt.
    tried: usize,
    fit: Option<Fit>,
}

/// Modes, and what follows from them.
#[derive(Debug)]
struct Fit {
    modes: Vec<Mode>,
    /// By sum and frequency, as the sums are.
    rests: Vec<Complex>,
    totals: Vec<Complex>,
    /// By frequency.
    errors: Vec<f64>,
    /// Whether all of them are within the tolerance; then the run has ended, and nothing is recorded any more.
    is_known: bool,
}

impl Ringing {
    /// Nothing recorded yet.
    pub fn new(spectra: &PortSpectra, end: f64, dt: f64) -> Self {
        Self {
            end,
            interval: dt * spectra.every as f64,
            first: None,
            skipped: 0,
            signals: vec![Vec::new(); spectra.count],
            halves: vec![HalfStep::E; spectra.count],
            strengths: spectra.strengths(end, dt),
            tried: 0,
            fit: None,
        }
    }

    /// Prepares for a block, of which these steps are used.
    pub fn begin(&mut self, block: Block, steps: &[usize], dt: f64) {
        let number = |n: &usize| block.first_step + *n as u64;
        let ended = |n: &usize| number(n) as f64 * dt > self.end;
        self.skipped = steps.iter().position(ended).unwrap_or(steps.len());
        self.first = self.first.or_else(|| steps.get(self.skipped).map(number));
    }

    /// Records the values of a channel at the steps that are used.
    pub fn add(&mut self, sum: usize, half: HalfStep, values: impl Iterator<Item = f64>) {
        self.halves[sum] = half;
        self.signals[sum].extend(values.skip(self.skipped));
    }

    /// Finds the modes if the record has grown enough since the last attempt; returns whether the rest of these sums is known to the tolerance.
    pub fn is_known(&mut self, spectra: &PortSpectra, sums: &[Complex], dt: f64) -> bool {
        let Some(output) = &spectra.ring_down else {
            return false;
        };
        let samples = self.signals.iter().map(Vec::len).min().unwrap_or(0);
        if samples == 0 || (samples as f64) < LONGER * self.tried as f64 {
            return false;
        }
        self.tried = samples;
        let before = self.fit.take();
        let Some(fit) = self.fitted(spectra, (sums, samples), dt) else {
            return false;
        };
        let mut fit = fit.judged(before.as_ref(), &self.halves, &self.strengths);
        let is_known = fit.errors.iter().all(|error| *error <= output.tolerance);
        fit.is_known = is_known && before.is_some();
        self.fit.insert(fit).is_known
    }

    /// The modes and the rests of all sums; none if nothing can be said.
    fn fitted(
        &self,
        spectra: &PortSpectra,
        (sums, samples): (&[Complex], usize),
        dt: f64,
    ) -> Option<Fit> {
        let frequencies = &spectra.frequencies;
        let [from, to] = band(frequencies)?;
        let finders = spectra.ends();
        let decimated = SAMPLING * (to - from) * self.interval * samples as f64;
        if decimated * finders.len() as f64 > MOST_SAMPLES {
            return None;
        }
        let signals = Signals::new(self.interval, self.signals.clone()).ok()?;
        let found = RingDown::of(&signals.found_by(&finders), from, to).ok()?;
        let first = self.first?;
        let mut fit = Fit {
            modes: found.modes().to_vec(),
            rests: Vec::with_capacity(sums.len()),
            totals: Vec::with_capacity(sums.len()),
            errors: Vec::with_capacity(sums.len()),
            is_known: false,
        };
        for (signal, half) in self.halves.iter().enumerate() {
            let begin = half.time_of(first, dt);
            for (n, f) in frequencies.iter().enumerate() {
                let turn = Complex::cis(-TAU * (f * begin).fract());
                let rest = found.sum_from(signal, *f, samples) * turn;
                let sum = sums[signal * frequencies.len() + n] * self.interval;
                fit.rests.push(rest);
                fit.totals.push(sum + rest);
                fit.errors.push(found.sum_error(signal, *f, samples));
            }
        }
        Some(fit)
    }

    /// What is missing in a sum, if the modes of the whole record are known.
    pub fn rest(&self, index: usize) -> Option<Complex> {
        Some(self.known()?.rests[index])
    }

    fn known(&self) -> Option<&Fit> {
        self.fit.as_ref().filter(|fit| fit.is_known)
    }

    /// Hands over the modes between the frequencies of the ports whose quality factors are known, and the error of the spectra.
    pub fn deliver(&self, spectra: &PortSpectra, sink: &mut dyn Sink) -> Result<(), SinkError> {
        let (Some(fit), Some(output)) = (self.known(), &spectra.ring_down) else {
            return Ok(());
        };
        let frequencies = &spectra.frequencies;
        let ends = frequencies.first().zip(frequencies.last());
        let is_wanted =
            |mode: &&Mode| ends.is_some_and(|(from, to)| (*from..=*to).contains(&mode.frequency));
        let is_sure = |mode: &&Mode| mode.q_error < mode.q && mode.q.is_finite();
        for mode in fit.modes.iter().filter(is_wanted).filter(is_sure) {
            let values = [mode.q, mode.q_error, mode.frequency_error];
            for (stream, value) in output.modes.iter().zip(values) {
                sink.append(*stream, &[mode.frequency], &[value])?;
            }
        }
        for (f, error) in frequencies.iter().zip(&fit.errors) {
            sink.append(output.error, &[*f], &[*error])?;
        }
        Ok(())
    }
}

impl Fit {
    /// With errors by frequency, as those of S-parameters.
    fn judged(mut self, before: Option<&Self>, halves: &[HalfStep], strengths: &[f64]) -> Self {
        let count = strengths.len();
        let ratio = |value: f64, index: usize| {
            let strength = strengths[index % count];
            if strength > 0.0 {
                value / strength
            } else {
                0.0
            }
        };
        // Of voltages and of currents.
        let mut largest = [0.0_f64; 2];
        for (index, total) in self.totals.iter().enumerate() {
            let largest = &mut largest[halves[index / count] as usize];
            *largest = largest.max(ratio(total.norm(), index));
        }
        let mut errors = vec![0.0_f64; count];
        for (index, estimate) in self.errors.iter().enumerate() {
            let moved = before.map_or(0.0, |before| {
                (self.totals[index] - before.totals[index]).norm()
            });
            let incident = 0.5 * largest[halves[index / count] as usize];
            let relative = SAFETY * ratio(estimate.max(moved), index) / incident;
            let error = &mut errors[index % count];
            *error = if relative.is_finite() {
                error.max(relative)
            } else {
                f64::INFINITY
            };
        }
        self.errors = errors;
        self
    }
}

/// The frequencies between which modes are looked for: those of the ports and as much again on both sides, whose modes still reach into the band.
fn band(frequencies: &[f64]) -> Option<[f64; 2]> {
    let (from, to) = (*frequencies.first()?, *frequencies.last()?);
    let width = (to - from).max(NARROWEST * to);
    Some([(from - width).max(0.0), to + width])
}
