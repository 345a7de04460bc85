//! Memory requirements of a run, in memory axes.

use crate::incident::PlaneWave;
use crate::plan::Plan;
use poynting_exec::Real;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::coefficients::Patterns;
use poynting_fdtd_core::cpml::{Cpml, Profile};
use poynting_fdtd_core::dispersion::DispersiveNodes;
use poynting_fdtd_core::incident::Surface;
use poynting_fdtd_core::record::{Capture, Channel, Destination};
use poynting_fdtd_core::tuple::Tuple;
use poynting_fdtd_post::ring_down::RingDownOutput;
use poynting_grid::{Arrangement, HalfStep, crossings};
use std::borrow::Cow;

/// Distinct tuples of coefficients per crossing of a row with a surface: those on both sides of it, and beside neighbouring rows. Of the sequences of a
/// chunk every crossing has one, and one in four two.
const TUPLES: u64 = 3;
/// A run that may take more steps is ended by its energy or by its user, and its records are counted for fewer.
const COUNTED_STEPS: u64 = 1_000_000;
/// Steps of such a run.
const EXPECTED_STEPS: u64 = 100_000;

impl Plan {
    /// The PMLs as stored.
    pub fn stored_profiles(&self, to: &Arrangement) -> Vec<Profile> {
        let stored = |profile: Profile| {
            let span = &to.spans[profile.axis];
            let axis = to.turn.axis(profile.axis);
            profile.across(axis, |node| span.place(node))
        };
        self.profiles().into_iter().map(stored).collect()
    }

    /// Number of PML state values.
    pub fn psi_values<T: Real>(&self) -> u64 {
        let to = self.arrangement::<T>();
        let cpml = Cpml::<T>::new(&to.stored, &self.stored_profiles(&to));
        [HalfStep::E, HalfStep::H]
            .map(|half| cpml.values(half) as u64)
            .iter()
            .sum()
    }

    /// Number of Fourier sums.
    pub fn spectral_sums(&self) -> u64 {
        let halves = [HalfStep::E, HalfStep::H].map(|half| self.binding.spectra.sums(half) as u64);
        halves.iter().sum()
    }

    /// Number of values corrected by plane waves per step.
    pub fn corrections(&self) -> u64 {
        let waves = self.binding.plane_waves.iter();
        waves.map(PlaneWave::corrections).sum()
    }

    /// Number of state values of dispersive media.
    pub fn memory_values(&self) -> u64 {
        let of = |half| self.dispersive.values(half);
        of(HalfStep::E) + of(HalfStep::H)
    }

    /// Where media are dispersive, in rows of memory.
    pub fn stored_dispersive_nodes(&self, to: &Arrangement) -> Cow<'_, DispersiveNodes> {
        if to.is_plain() {
            Cow::Borrowed(&self.dispersive)
        } else {
            Cow::Owned(self.dispersive.arranged(to))
        }
    }

    pub(super) fn count_memory<T: Real>(&self) -> Vec<(&'static str, u64)> {
        let to = self.arrangement::<T>();
        let len = to.stored.len() as u64;
        let dispersive = self.stored_dispersive_nodes(&to).bytes::<T>();
        let crossings = self.crossings();
        let table = TUPLES * crossings * size_of::<Tuple<T>>() as u64;
        let lines = [
            ("fields", 6 * T::BYTES * len),
            ("material index", self.index_bytes * len + table),
            (
                "coefficients of rows",
                Patterns::<T>::bytes_for(len, crossings + crossings / 4),
            ),
            ("absorbing layers", T::BYTES * self.psi_values::<T>()),
            ("dispersion", T::BYTES * self.memory_values() + dispersive),
            ("plane waves", Surface::<T>::BYTES * self.corrections()),
            (
                "monitors",
                self.recorded_bytes::<T>() + T::BYTES * self.spectral_sums(),
            ),
            ("ring-down", self.ring_down_bytes()),
            ("evaluation", self.evaluation_bytes::<T>(to.is_plain())),
        ];
        lines.into()
    }

    /// Crossings of rows of memory with surfaces that are not planes of the grid: the coefficients beside them occur nowhere else.
    fn crossings(&self) -> u64 {
        let along = self.turn.back().axis(2);
        let curved = self
            .solids
            .iter()
            .filter(|(body, _)| body.boxes().is_none());
        let of = curved.map(|(body, _)| crossings(body, &self.meshed.grid, along));
        of.sum::<f64>() as u64
    }

    /// Steps that records are counted for.
    pub fn counted_steps(&self) -> u64 {
        if self.max_steps > COUNTED_STEPS {
            EXPECTED_STEPS
        } else {
            self.max_steps
        }
    }

    /// Bytes of all results of a run, if they stay in memory.
    pub fn results_bytes(&self) -> u64 {
        let binding = &self.binding;
        let steps = self.counted_steps();
        let to_stream = |c: &&Channel| matches!(c.to, Destination::Stream(_));
        let series = binding.channels.iter().filter(to_stream).count() as u64;
        let captures = binding.captures.iter();
        let captures = captures.map(|c| c.points() as u64 * (steps / c.every));
        let far = binding.far_pulses.iter();
        let far = far.map(|p| 2 * p.directions.len() as u64 * steps);
        let outputs = binding.outputs.iter().map(|o| o.results(&binding.spectra));
        // A value with its time.
        let values = 2 * series * steps + captures.sum::<u64>() + far.sum::<u64>();
        (values + outputs.sum::<u64>()) * size_of::<f64>() as u64
    }

    /// Bytes of the records of the ports after the end of the sources.
    pub fn ring_down_bytes(&self) -> u64 {
        let spectra = &self.binding.port_spectra;
        let samples = self.counted_steps() / spectra.every.max(1);
        match spectra.ring_down {
            Some(_) => RingDownOutput::bytes(spectra.count, samples),
            None => 0,
        }
    }

    /// Bytes on this machine of what is built here and copied to a GPU, or brought back from it.
    pub fn copied_bytes(&self) -> u64 {
        let line = |wanted: &[&str]| -> u64 {
            let lines = self.memory.iter().filter(|(name, _)| wanted.contains(name));
            lines.map(|(_, bytes)| bytes).sum()
        };
        let built = line(&["material index", "dispersion", "plane waves"]);
        // Twice: as they arrive, and transform by transform.
        let brought = 2 * line(&["monitors"]) + line(&["evaluation"]);
        built.max(brought)
    }

    /// Bytes of what is recorded in a block of steps, and of far fields over time.
    fn recorded_bytes<T: Real>(&self) -> u64 {
        let binding = &self.binding;
        let terms: usize = binding.channels.iter().map(|c| c.terms.len()).sum();
        let bundled: usize = binding.bundles.iter().map(Vec::len).sum();
        let boxes = binding.captures.iter();
        let boxes: usize = boxes.map(|c| c.values() * c.slots(BLOCK)).sum();
        let far = binding.far_pulses.iter();
        let far: u64 = far.map(|p| p.bytes(self.counted_steps(), self.dt)).sum();
        ((terms + bundled) * BLOCK + boxes) as u64 * T::BYTES + far
    }

    /// Bytes that the results of a monitor take while they are computed, for the monitor where they take most.
    fn evaluation_bytes<T: Real>(&self, is_plain: bool) -> u64 {
        let binding = &self.binding;
        // The recordings of a block in the order of the scene, and the results of one.
        let captures = binding.captures.iter();
        let restored: usize = captures.clone().map(|c| c.values() * c.slots(BLOCK)).sum();
        let restored = if is_plain { 0 } else { restored };
        let points = captures.map(Capture::points).max().unwrap_or(0) * size_of::<f64>();
        let of_captures = restored as u64 * T::BYTES + points as u64;
        let outputs = binding.outputs.iter();
        let of_outputs = outputs.map(|o| o.bytes::<T>(&binding.spectra));
        of_captures.max(of_outputs.max().unwrap_or(0))
    }
}
