//! Memory requirements of a run, in memory axes.

use crate::incident::PlaneWave;
use crate::plan::Plan;
use poynting_exec::Real;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::cpml::{Cpml, Profile};
use poynting_fdtd_core::dispersion::DispersiveNodes;
use poynting_fdtd_core::incident::Surface;
use poynting_grid::{Arrangement, HalfStep};
use std::borrow::Cow;

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
        let len = self.layout::<T>().len() as u64;
        let samples = self
            .binding
            .channels
            .iter()
            .map(|c| c.terms.len() * BLOCK * size_of::<f64>());
        let captures = self
            .binding
            .captures
            .iter()
            .map(|c| c.values() * c.slots(BLOCK) * size_of::<T>());
        let bundles = self
            .binding
            .bundles
            .iter()
            .map(|b| b.len() * BLOCK * size_of::<T>());
        let recorded = samples.chain(captures).chain(bundles).sum::<usize>() as u64;
        let to = self.arrangement::<T>();
        let dispersive = self.stored_dispersive_nodes(&to).bytes::<T>();
        vec![
            ("fields", 6 * T::BYTES * len),
            ("material index", self.index_bytes * len),
            ("absorbing layers", T::BYTES * self.psi_values::<T>()),
            ("dispersion", T::BYTES * self.memory_values() + dispersive),
            ("plane waves", Surface::<T>::BYTES * self.corrections()),
            ("monitors", recorded + T::BYTES * self.spectral_sums()),
        ]
    }
}
