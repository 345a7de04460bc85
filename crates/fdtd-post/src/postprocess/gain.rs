//! Power delivered by ports, and gains relative to it.
//!
//! A port is a current density J = sigma E + s V_s/(R A) on its edges (`crates/fdtd/src/port.rs`), where the update applies sigma to the mean of
//! E before and after a step: cos(w dt/2) E in the frequency domain. By the discrete Poynting theorem it delivers to the model
//!
//! ```text
//! P_accepted = -1/2 Re sum E^* J V,     P_available = |V_s|^2/(8 R)
//! ```
//!
//! summed over all ports, including those without a source, which absorb power. With equal fields on all edges the first is 1/2 Re(V^*
//! (V_s - V cos(w dt/2))/R); summed over edges it is exact for unequal ones too. With P the power leaving the far-field box (the flux,
//! which is exact on the grid as well) and D the directivity,
//!
//! ```text
//! G = D P/P_accepted,     G_realised = D P/P_available
//! ```
//!
//! (IEEE Std 145-2013: gain is relative to the power accepted by the antenna, realised gain to that available to it). The ratios
//! P/P_accepted and P/P_available are the efficiency and the total efficiency; for a lossless antenna the first equals 1 to rounding.
//!
//! Tested: gain equals directivity without losses, and falls below it by the power found by an absorption monitor;
//! realised gain is gain times 1 - |S11|^2; a monopole over ground has twice the gain of its dipole
//! (`crates/fdtd/tests/suite/gain.rs`).

use crate::postprocess::RunSums;
use crate::postprocess::norm::driven;
use poynting_exec::Real;
use poynting_physics::{Complex, PhasorArithmetic};
use poynting_scene::Waveform;
use std::f64::consts::PI;

/// Gains of a far field, with their output streams.
#[derive(Debug)]
pub struct Gains {
    /// In dB relative to an isotropic radiator, based on the accepted power.
    pub gain: usize,
    /// Based on the available power.
    pub realised: usize,
    /// Their maxima.
    pub peak_gain: usize,
    /// The same based on the available power.
    pub peak_realised: usize,
    /// Radiated over accepted power.
    pub efficiency: usize,
    /// Radiated over available power.
    pub total_efficiency: usize,
    /// Accepted power in watts.
    pub accepted: usize,
    /// All ports.
    pub ports: Vec<PortPower>,
}

/// The data for the power of a port.
#[derive(Debug)]
pub struct PortPower {
    /// Transform of the field on its edges.
    pub transform: usize,
    /// Its edges, by their index in the transform, with their volume; images count.
    pub edges: Vec<(usize, f64)>,
    /// Conductivity of its resistor, in S/m.
    pub conductivity: f64,
    /// Current density per volt of its source.
    pub density: f64,
    /// In ohms.
    pub resistance: f64,
    /// The waveform of its source, if it has one.
    pub source: Option<Waveform>,
}

/// A frequency: its index, its value in hertz, and the normalisation of fields.
#[derive(Debug, Clone, Copy)]
pub struct At {
    /// Index in the transform.
    pub number: usize,
    /// In hertz.
    pub frequency: f64,
    /// Divisor of fields.
    pub norm: Complex,
}

impl Gains {
    /// Accepted and available power of all ports, in watts.
    pub fn powers<T: Real>(&self, sums: RunSums<'_, T>, at: At) -> [f64; 2] {
        let ports = self.ports.iter();
        let powers = ports.map(|port| [port.accepted(sums, at), port.available(sums, at)]);
        powers.fold([0.0; 2], |sum, p| [sum[0] + p[0], sum[1] + p[1]])
    }
}

impl PortPower {
    /// Voltage of the source.
    fn voltage<T: Real>(&self, sums: RunSums<'_, T>, at: At) -> Complex {
        self.source.as_ref().map_or(Complex::default(), |waveform| {
            driven(waveform, at.frequency, sums.time, sums.dt).over(at.norm)
        })
    }

    fn accepted<T: Real>(&self, sums: RunSums<'_, T>, at: At) -> f64 {
        let loss = self.conductivity * (PI * at.frequency * sums.dt).cos();
        let source = self.voltage(sums, at) * self.density;
        let phasors = sums.at(self.transform, at.number);
        let edges = self.edges.iter().map(|(place, volume)| {
            let e = phasors.value(*place).over(at.norm);
            (e.conj() * (e * loss + source)).re * volume
        });
        -0.5 * edges.sum::<f64>()
    }

    fn available<T: Real>(&self, sums: RunSums<'_, T>, at: At) -> f64 {
        self.voltage(sums, at).norm_sqr() / (8.0 * self.resistance)
    }
}
