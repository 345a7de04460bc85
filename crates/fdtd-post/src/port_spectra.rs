//! Port spectra: sums over the steps of a run, on the host.
//!
//! ```text
//! X(f) = every dt sum x(t_n) e^{-j 2 pi f t_n}
//! ```
//!
//! with the times of the fields on the grid, n + 1 steps for E and n + 3/2 for H, so that voltages and currents are in phase. Only as many steps are
//! used as the highest frequency needs. What they lack at the end of a run may follow from the ring-down of the ports (`ring_down.rs`).

use crate::postprocess::driven;
use crate::ring_down::{RingDownOutput, Ringing};
use poynting_fdtd_core::block::Block;
use poynting_grid::HalfStep;
use poynting_observe::{Sink, SinkError};
use poynting_physics::Complex;
use poynting_scene::Waveform;
use std::f64::consts::TAU;
use std::ops::Range;

/// The transforms for the ports of a network.
#[derive(Debug, Default)]
pub struct PortSpectra {
    /// In hertz.
    pub frequencies: Vec<f64>,
    /// Interval between the steps used.
    pub every: u64,
    /// Number of sums.
    pub count: usize,
    /// Their output.
    pub outputs: Vec<PortSpectrumOutput>,
    /// Whether and when the ring-down of the ports ends the run.
    pub ring_down: Option<RingDownOutput>,
}

impl PortSpectra {
    /// The sums at both ends of each line, and those of lumped ports.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends = Vec::new();
        for output in &self.outputs {
            if let PortSpectrum::Sums(range) = &output.of
                && !range.is_empty()
            {
                ends.extend([range.start, range.end - 1]);
            }
        }
        ends.dedup();
        ends
    }

    /// The magnitudes of the spectra of all sources together, which have ended by a time; one if there is none.
    pub fn strengths(&self, end: f64, dt: f64) -> Vec<f64> {
        let sources = self.outputs.iter().filter_map(|output| match &output.of {
            PortSpectrum::Source(waveform) => Some(waveform),
            PortSpectrum::Sums(_) => None,
        });
        let sources: Vec<&Waveform> = sources.collect();
        let strength = |f: &f64| {
            let each = sources.iter().map(|w| driven(w, *f, end, dt).norm());
            each.reduce(|a, b| a + b).unwrap_or(1.0)
        };
        self.frequencies.iter().map(strength).collect()
    }
}

/// Spectra written to a pair of streams.
#[derive(Debug)]
pub struct PortSpectrumOutput {
    /// Streams of the real and the imaginary part.
    pub streams: [usize; 2],
    /// The spectra.
    pub of: PortSpectrum,
}

/// The contents of a pair of streams.
#[derive(Debug)]
pub enum PortSpectrum {
    /// Sums.
    Sums(Range<usize>),
    /// The spectrum of a source.
    Source(Waveform),
}

/// The sums of a run so far.
#[derive(Debug)]
pub struct PortSpectrumSums<'a> {
    spectra: &'a PortSpectra,
    dt: f64,
    /// By sum and frequency.
    sums: Vec<Complex>,
    /// e^{-j 2 pi f t} of the steps of a block that are used, for both half steps; by half, step and frequency.
    turns: [Vec<Complex>; 2],
    /// Those steps, counted from the first of the block.
    steps: Vec<usize>,
    /// The signals after the end of all sources, if the run may end by their ring-down.
    ringing: Option<Ringing>,
}

impl<'a> PortSpectrumSums<'a> {
    /// Empty sums, before the first step, of a run whose last source ends at a time, if all do.
    pub fn new(spectra: &'a PortSpectra, dt: f64, sources_end: Option<f64>) -> Self {
        let ringing = spectra.ring_down.as_ref().and(sources_end);
        Self {
            spectra,
            dt,
            sums: vec![Complex::default(); spectra.count * spectra.frequencies.len()],
            turns: Default::default(),
            steps: Vec::new(),
            ringing: ringing.map(|end| Ringing::new(spectra, end, dt)),
        }
    }

    /// Prepares for the values of a block.
    pub fn begin(&mut self, block: Block) {
        if self.spectra.count == 0 {
            return;
        }
        let counts = |n: &usize| (block.first_step + *n as u64).is_multiple_of(self.spectra.every);
        self.steps = (0..block.steps).filter(counts).collect();
        for half in [HalfStep::E, HalfStep::H] {
            let times = self.steps.iter();
            let times = times.map(|n| half.time_of(block.first_step + *n as u64, self.dt));
            let turn = |t: f64| {
                let frequencies = self.spectra.frequencies.iter();
                frequencies.map(move |f| Complex::cis(-TAU * (f * t).fract()))
            };
            self.turns[half as usize] = times.flat_map(turn).collect();
        }
        if let Some(ringing) = &mut self.ringing {
            ringing.begin(block, &self.steps, self.dt);
        }
    }

    /// Adds the values of a channel in the block.
    pub fn add(&mut self, sum: usize, half: HalfStep, values: &[f64]) {
        let n = self.spectra.frequencies.len();
        let sums = &mut self.sums[sum * n..][..n];
        let turns = self.turns[half as usize].chunks(n);
        for (step, turns) in self.steps.iter().zip(turns) {
            for (sum, turn) in sums.iter_mut().zip(turns) {
                *sum += *turn * values[*step];
            }
        }
        if let Some(ringing) = &mut self.ringing {
            ringing.add(sum, half, self.steps.iter().map(|step| values[*step]));
        }
    }

    /// Whether what these sums lack is known from the ring-down, with the tolerance of the run.
    pub fn are_known(&mut self) -> bool {
        let ringing = self.ringing.as_mut();
        ringing.is_some_and(|ringing| ringing.is_known(self.spectra, &self.sums, self.dt))
    }

    /// Hands over the spectra.
    pub fn deliver(&self, time: f64, sink: &mut dyn Sink) -> Result<(), SinkError> {
        let PortSpectra {
            frequencies,
            every,
            outputs,
            ..
        } = self.spectra;
        let scale = self.dt * *every as f64;
        for output in outputs {
            for (n, frequency) in frequencies.iter().enumerate() {
                let values: Vec<Complex> = match &output.of {
                    PortSpectrum::Sums(range) => {
                        let at = |index: usize| index * frequencies.len() + n;
                        let rest = |index: usize| self.rest(at(index)).unwrap_or_default();
                        let sum = |index: usize| self.sums[at(index)] * scale + rest(index);
                        range.clone().map(sum).collect()
                    }
                    PortSpectrum::Source(waveform) => {
                        vec![driven(waveform, *frequency, time, self.dt)]
                    }
                };
                let parts: [fn(&Complex) -> f64; 2] = [|z| z.re, |z| z.im];
                for (stream, part) in output.streams.iter().zip(parts) {
                    let values: Vec<f64> = values.iter().map(part).collect();
                    sink.append(*stream, &[*frequency], &values)?;
                }
            }
        }
        match &self.ringing {
            Some(ringing) => ringing.deliver(self.spectra, sink),
            None => Ok(()),
        }
    }

    /// What is missing in a sum, in its unit.
    fn rest(&self, index: usize) -> Option<Complex> {
        self.ringing.as_ref()?.rest(index)
    }
}
