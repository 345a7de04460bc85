//! Messages about a run before it begins: warnings, which ask for a change, and notes, which do not.

use crate::plan::{Plan, STEP_LIMIT};
use poynting_fdtd_post::postprocess::Strength;
use poynting_scene::{MaterialId, MaterialKind, Normalise, Pulse, Scene, SourceKind};

/// A spectrum below this part of its maximum is negligible.
const WEAK: f64 = 1e-3;
/// Products of permittivity and permeability are one to this.
const ROUNDING: f64 = 1e-9;

impl Plan {
    /// Aspects of this run that a user would not expect.
    pub(super) fn warn(&mut self, scene: &Scene) {
        let unlimited = !self.is_bounded(scene);
        if let (true, Some(decay)) = (unlimited, scene.stop.energy_decay_db) {
            self.notes.push(format!(
                "the run ends when the energy has decayed by {decay} dB, or after {STEP_LIMIT} steps; set stop.steps or stop.time to \
                 limit it otherwise"
            ));
        }
        for source in scene.sources.iter().filter(|_| unlimited) {
            let is_current = !matches!(
                source.kind,
                SourceKind::HardPoint { .. } | SourceKind::PlaneWave { .. }
            );
            if is_current && matches!(source.waveform.shape, Pulse::Gaussian { .. }) {
                self.warnings.push(format!(
                    "the current of source `{}` has a non-zero mean, which leaves charges and a static field behind: the energy may \
                     never decay to the requested level; use a differentiated-gaussian",
                    source.name
                ));
            }
        }
        self.warn_of_spectra(scene);
        self.warn_of_fast_media(scene);
        self.warnings.append(&mut self.binding.warnings);
        self.warn_of_metal_near_pml(scene);
        let late = self
            .binding
            .captures
            .iter()
            .filter(|c| c.every > self.max_steps);
        let late: Vec<&str> = late
            .map(|c| self.binding.streams[c.stream].name.as_str())
            .collect();
        if !late.is_empty() {
            self.warnings.push(format!(
                "{} has its first sample after the last step and will be empty",
                late.join(", ")
            ));
        }
    }

    /// Media in which waves are faster than light, and which therefore shorten the time step.
    fn warn_of_fast_media(&mut self, scene: &Scene) {
        let mut used: Vec<MaterialId> = scene.structures.iter().map(|s| s.material).collect();
        used.sort_unstable();
        used.dedup();
        for material in used.iter().map(|id| &scene.materials[id.0 as usize]) {
            let MaterialKind::Medium(medium) = &material.kind else {
                continue;
            };
            let least = |v: [f64; 3]| v.into_iter().fold(f64::INFINITY, f64::min);
            let product = least(medium.eps_r) * least(medium.mu_r);
            if product < 1.0 - ROUNDING {
                let speed = product.sqrt().recip();
                let speed = if speed < 1e3 {
                    format!("{speed:.4}")
                } else {
                    format!("{speed:.3e}")
                };
                self.warnings.push(format!(
                    "waves in material `{}` are {speed} times as fast as light, because the product of its eps_r and mu_r is {product:.3e}, and the time \
                     step is as many times shorter; correct the values, or describe the material by poles (`drude`, `lorentz`)",
                    material.name,
                ));
            }
        }
    }

    /// Where a monitor divides by a negligible spectrum.
    fn warn_of_spectra(&mut self, scene: &Scene) {
        let mut waveforms = scene.waveforms();
        let (Some(first), Some(highest)) = (waveforms.next(), scene.max_frequency()) else {
            return;
        };
        let strength = Strength::new(first, highest, self.dt);
        let mut divides = false;
        for monitor in &scene.monitors {
            let Some(spectral) = monitor.kind.spectral() else {
                continue;
            };
            if spectral.normalise == Normalise::Nothing {
                continue;
            }
            divides = true;
            let ends = [spectral.frequencies.first(), spectral.frequencies.last()];
            let weak = ends
                .into_iter()
                .flatten()
                .find(|f| strength.as_ref().is_some_and(|s| s.at(**f) < WEAK));
            if let Some(f) = weak {
                self.warnings.push(format!(
                    "monitor `{}` requests {} GHz, where the source spectrum is below a thousandth of its maximum: \
                     the result there may be noise; give the waveform more bandwidth",
                    monitor.name,
                    f / 1e9
                ));
            }
        }
        if divides && waveforms.any(|w| w.shape != first.shape) {
            self.warnings.push(
                "sources have different waveforms: frequency-domain results are divided by the spectrum of the first one"
                    .to_owned(),
            );
        }
    }
}
