//! Messages about a run before it begins: warnings, which ask for a change, and notes, which do not.

use crate::plan::{Plan, STEP_LIMIT};
use poynting_fdtd_post::postprocess::relative_strength;
use poynting_scene::{Normalise, Pulse, Scene, SourceKind};

/// A spectrum below this part of its maximum is negligible.
const WEAK: f64 = 1e-3;

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

    /// Where a monitor divides by a negligible spectrum.
    fn warn_of_spectra(&mut self, scene: &Scene) {
        let mut waveforms = scene.waveforms();
        let (Some(first), Some(highest)) = (waveforms.next(), scene.max_frequency()) else {
            return;
        };
        let mut divides = false;
        for monitor in &scene.monitors {
            let Some(spectral) = monitor.kind.spectral() else {
                continue;
            };
            if spectral.normalise == Normalise::Nothing {
                continue;
            }
            divides = true;
            let strength = |f: f64| relative_strength(first, f, highest, self.dt);
            let ends = [spectral.frequencies.first(), spectral.frequencies.last()];
            let weak = ends
                .into_iter()
                .flatten()
                .find(|f| strength(**f).is_some_and(|s| s < WEAK));
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
