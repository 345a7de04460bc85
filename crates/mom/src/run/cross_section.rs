//! Radar cross sections of waves that monitors transmit, for both transmit and receive polarisations:
//!
//! ```text
//! sigma_rs = 4 pi |F_r|^2/|E_s|^2
//! ```
//!
//! with F_r the amplitude of the far field along theta or phi, E = F e^{-jkr}/r, and E_s = 1 V/m along theta or phi of the direction of arrival. A
//! monostatic monitor sends a wave from each of its directions and receives there, including the phase arg(F_r/E_s) with both at the origin, which
//! target imaging needs (C. A. Balanis, Advanced Engineering Electromagnetics, 2nd ed., sec. 11.3); a bistatic one sends one and receives in all of
//! them, on circles about z (`crate::circle`). Tested against the Mie series, against each other and, by `poynting bench austin`, against the
//! references of the Austin suite.

use std::f64::consts::PI;

use poynting_linalg::Complex;
use poynting_observe::{SinkError, angles};
use poynting_scene::Monitor;
use rayon::prelude::*;

use super::solved::Solved;
use super::stream_table::{StreamTable, Values, directions};
use poynting_mom_core::circle;
use poynting_mom_core::output::Radiator;
use poynting_mom_core::pattern::decibels;
use poynting_mom_core::vector::Point;

/// Where the scattered wave is received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RcsKind {
    /// In the direction the wave came from: one wave per direction.
    Monostatic,
    /// In all directions: one wave.
    Bistatic,
}

impl RcsKind {
    /// Group name of the results.
    fn folder(self) -> &'static str {
        match self {
            Self::Monostatic => "mono",
            Self::Bistatic => "bistatic",
        }
    }
}

/// Cross sections of the waves of one monitor.
pub struct CrossSectionOutput {
    /// Receive directions, theta and phi in radians.
    angles: [Vec<f64>; 2],
    /// Index of the sweep.
    sweep: usize,
    kind: RcsKind,
    /// Area, level and, for a monostatic monitor, the phase; E along theta sent and received, phi received, then the same for phi sent.
    streams: Vec<(usize, usize, Option<usize>)>,
}

/// Amplitudes of the far field for E of 1 V/m, in the order of the streams.
type FarAmplitudes = [Complex<f64>; 4];

impl CrossSectionOutput {
    /// The values of its streams.
    pub fn evaluate(&self, solved: &Solved<'_>) -> Vec<Values> {
        let waves = solved.sweep_currents.count(self.sweep);
        let radiators = |wave: usize| {
            let currents = solved.sweep_currents.of(self.sweep, wave);
            currents.map(|c| Radiator::new(solved.space, solved.k, &c))
        };
        let amplitudes: Vec<FarAmplitudes> = match self.kind {
            RcsKind::Monostatic => {
                let [theta, phi] = &self.angles;
                let directions = directions([theta, phi]);
                let back = |wave: usize| {
                    let [theta, phi] = directions[wave];
                    let [a, b] = radiators(wave).map(|r| r.far_field(theta, phi));
                    [a.theta, a.phi, b.theta, b.phi]
                };
                (0..waves).into_par_iter().map(back).collect()
            }
            RcsKind::Bistatic if waves > 0 => self.cuts(solved, radiators(0)),
            RcsKind::Bistatic => Vec::new(),
        };
        let of = |n: usize| amplitudes.iter().map(move |e| e[n]);
        let mut values = Vec::new();
        for (n, &(area, level, phase)) in self.streams.iter().enumerate() {
            values.push((area, of(n).map(area_of).collect()));
            values.push((level, of(n).map(area_of).map(decibels).collect()));
            let degrees = of(n).map(|f| f.arg().to_degrees());
            values.extend(phase.map(|phase| (phase, degrees.collect())));
        }
        values
    }
}

impl CrossSectionOutput {
    /// All directions, circle by circle, from currents for E along theta and along phi.
    fn cuts(&self, solved: &Solved<'_>, sent: [Radiator; 2]) -> Vec<FarAmplitudes> {
        let surface = solved.space.surface();
        let middle = surface.bounds().center();
        let from_axis = |v: &Point| f64::hypot(v[0] - middle[0], v[1] - middle[1]);
        let radius = surface.vertices.iter().map(from_axis).fold(0.0, f64::max);
        // The phase centre does not affect areas; at the middle, fields vary least.
        let radiators = sent.map(|r| r.about(middle));
        let cut = |&theta: &f64| {
            let fields = |phi| {
                let [a, b] = radiators.each_ref().map(|r| r.far_field(theta, phi));
                [a.theta, a.phi, b.theta, b.phi]
            };
            let degree = circle::degree(solved.k * radius * theta.sin().abs());
            circle::around(degree, fields, &self.angles[1])
        };
        self.angles[0].iter().flat_map(cut).collect()
    }
}

/// From the amplitude for E of 1 V/m.
fn area_of(field: Complex<f64>) -> f64 {
    4.0 * PI * field.norm_sqr()
}

impl StreamTable<'_> {
    /// Declares the streams of a monitor that transmits waves.
    pub fn cross_section(
        &mut self,
        monitor: &Monitor,
        both: [&[f64]; 2],
        (sweep, kind): (usize, RcsKind),
    ) -> Result<CrossSectionOutput, SinkError> {
        let mut streams = Vec::new();
        // Transmit, then receive polarisation, in the order of the solutions.
        for sent in ["theta", "phi"] {
            for received in ["theta", "phi"] {
                let name = format!("{}/{}/rcs_{received}_{sent}", kind.folder(), monitor.name);
                let about = format!("E along {sent} transmitted, along {received} received");
                let area = self.add(name.clone(), "m^2", about.clone(), angles(both))?;
                let over = format!("{about}, relative to 1 m^2");
                let level = self.add(format!("{name}_level"), "dB", over, angles(both))?;
                let phase = match kind {
                    RcsKind::Monostatic => {
                        let about = format!(
                            "{about}: phase of the echo relative to the wave at the origin"
                        );
                        Some(self.add(format!("{name}_phase"), "deg", about, angles(both))?)
                    }
                    RcsKind::Bistatic => None,
                };
                streams.push((area, level, phase));
            }
        }
        Ok(CrossSectionOutput {
            angles: both.map(<[f64]>::to_vec),
            sweep,
            kind,
            streams,
        })
    }
}
