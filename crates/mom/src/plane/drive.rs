//! The waves of a scene: its sources, and what monitors need at a frequency.
//!
//! A wave with its E vector e, of 1 V/m, that travels along d is the sum of a TM and a TE wave with the amplitudes e.z and e.(z x d).

use std::f64::consts::TAU;

use poynting_linalg::Complex;
use poynting_mom2d::{PlaneWave, Polarization};
use poynting_scene::{Component, Monitor, MonitorKind, Scene, SourceKind};

/// Waves that are solved for at a time.
pub const BLOCK: usize = 64;
/// A smaller part of E is rounding error.
const ROUNDING: f64 = 1e-9;

/// The sources of a scene in one polarisation.
#[derive(Debug, Clone)]
pub struct Drive {
    /// The waves.
    pub waves: Vec<PlaneWave>,
    /// The amplitude of each, in V/m.
    pub amplitudes: Vec<f64>,
}

impl Drive {
    /// The sources with E along z (TM) or across it (TE).
    pub fn new(scene: &Scene, polarization: Polarization) -> Self {
        let (mut waves, mut amplitudes) = (Vec::new(), Vec::new());
        for source in &scene.sources {
            let SourceKind::PlaneWave {
                direction: [x, y, _],
                electric: e,
                ..
            } = source.kind
            else {
                continue;
            };
            let part = match polarization {
                Polarization::Tm => e[2],
                Polarization::Te => e[1] * x - e[0] * y,
            };
            if part.abs() > ROUNDING {
                waves.push(PlaneWave::arriving((-y).atan2(-x).rem_euclid(TAU)));
                amplitudes.push(part * source.waveform.amplitude);
            }
        }
        Self { waves, amplitudes }
    }

    /// The number of sources in the polarisation that has more.
    pub fn waves(scene: &Scene) -> usize {
        let count = |p| Self::new(scene, p).waves.len();
        count(Polarization::Tm).max(count(Polarization::Te))
    }

    /// Whether there are no sources.
    pub fn is_empty(&self) -> bool {
        self.waves.is_empty()
    }

    /// The sum of what the waves cause, by their amplitudes.
    pub fn sum<T>(
        &self,
        each: impl Iterator<Item = Vec<T>>,
        values: impl Fn(&T) -> Complex<f64>,
    ) -> Vec<Complex<f64>> {
        let mut sum = Vec::new();
        for (all, &amplitude) in each.zip(&self.amplitudes) {
            sum.resize(all.len(), Complex::new(0.0, 0.0));
            for (total, one) in sum.iter_mut().zip(&all) {
                *total += values(one) * amplitude;
            }
        }
        sum
    }
}

/// The polarisation that a component of the field belongs to.
pub fn polarization_of(component: Component) -> Polarization {
    if component.is_electric() == (component.axis() == 2) {
        Polarization::Tm
    } else {
        Polarization::Te
    }
}

/// What has to be solved at a frequency.
pub fn polarizations(scene: &Scene, hertz: f64) -> Vec<Polarization> {
    let at_it = |m: &&Monitor| m.kind.frequencies().contains(&hertz);
    let sends = |kind: &MonitorKind| {
        matches!(
            kind,
            MonitorKind::Monostatic { .. } | MonitorKind::Bistatic { .. }
        )
    };
    let needed = |p: &Polarization| {
        let driven = !Drive::new(scene, *p).is_empty();
        let mut monitors = scene.monitors.iter().filter(at_it);
        monitors.any(|m| sends(&m.kind) || driven)
    };
    [Polarization::Tm, Polarization::Te]
        .into_iter()
        .filter(needed)
        .collect()
}
