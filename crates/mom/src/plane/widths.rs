//! Scattering widths of waves that monitors send, for both polarisations (`poynting_mom2d`, module `far`).
//!
//! A monostatic monitor sends a wave from each of its directions and receives there; a bistatic one sends one and receives in all of them, and has the
//! total and the extinction width of that wave.

use std::ops::ControlFlow;

use poynting_linalg::Complex;
use poynting_mom2d::{Current, PlaneWave, System};
use poynting_observe::{SinkError, angles};
use poynting_physics::radiation::decibels;
use poynting_scene::Monitor;
use rayon::prelude::*;

use super::drive::BLOCK;
use super::outputs::Quality;
use crate::run::{StreamTable, Values};

/// Where waves come from and are received.
#[derive(Debug, Clone, PartialEq)]
pub enum Sweep {
    /// Back where they come from.
    Monostatic,
    /// From this angle, in radians.
    Bistatic(f64),
}

/// Streams of a polarisation.
#[derive(Debug, Clone)]
struct Streams {
    width: usize,
    level: usize,
    wavelengths: usize,
    phase: Option<usize>,
    /// Total and extinction width.
    powers: Option<[usize; 2]>,
}

/// The widths of a monitor.
#[derive(Debug, Clone)]
pub struct Widths {
    sweep: Sweep,
    /// In radians.
    phi: Vec<f64>,
    /// TM, TE.
    streams: [Streams; 2],
}

impl Widths {
    /// Declares the streams of a monitor.
    pub fn declare(
        table: &mut StreamTable<'_>,
        monitor: &Monitor,
        (theta, phi): (&[f64], &[f64]),
        sweep: Sweep,
    ) -> Result<Self, SinkError> {
        let folder = match sweep {
            Sweep::Monostatic => "mono",
            Sweep::Bistatic(_) => "bistatic",
        };
        let mut of = |[word, field]: [&str; 2]| {
            let name = format!("{folder}/{}/width_{word}", monitor.name);
            let about = format!("scattering width, {field} along z");
            let mut add = |name: String, unit, about: String| {
                table.add(name, unit, about, angles([theta, phi]))
            };
            let streams = Streams {
                width: add(name.clone(), "m", about.clone())?,
                level: add(
                    format!("{name}_level"),
                    "dB",
                    format!("{about}, relative to 1 m"),
                )?,
                wavelengths: add(
                    format!("{name}_wavelengths"),
                    "1",
                    format!("{about}, over the wavelength"),
                )?,
                phase: match sweep {
                    Sweep::Monostatic => Some(add(
                        format!("{name}_phase"),
                        "deg",
                        format!("phase of the far field F of the echo, {field} along z"),
                    )?),
                    Sweep::Bistatic(_) => None,
                },
                powers: None,
            };
            let powers = match sweep {
                Sweep::Monostatic => None,
                Sweep::Bistatic(_) => {
                    let mut add = |what: &str, about: &str| {
                        let name = format!("{folder}/{}/{what}_{word}", monitor.name);
                        table.add(name, "m", format!("{about}, {field} along z"), Vec::new())
                    };
                    let total = add("total", "mean of the scattering width over all directions")?;
                    let lost = add("extinction", "extinction width, by the optical theorem")?;
                    Some([total, lost])
                }
            };
            Ok::<_, SinkError>(Streams { powers, ..streams })
        };
        Ok(Self {
            streams: [of(["tm", "E"])?, of(["te", "H"])?],
            phi: phi.to_vec(),
            sweep,
        })
    }

    /// The values in a polarisation, 0 for TM and 1 for TE; `None` if `go_on` ends the run.
    pub fn evaluate(
        &self,
        system: &System<'_>,
        polarization: usize,
        quality: &mut Quality,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<Values>> {
        let streams = &self.streams[polarization];
        let mut values = Vec::new();
        let amplitudes = match self.sweep {
            Sweep::Bistatic(from) => {
                let currents = system.solve(&[PlaneWave::arriving(from)]);
                quality.take(&currents);
                let current = currents.first()?;
                if let Some([total, lost]) = streams.powers {
                    values.push((total, vec![current.total_width().metres]));
                    values.push((lost, vec![current.extinction_width().metres]));
                }
                current.amplitudes(&self.phi)
            }
            Sweep::Monostatic => {
                let mut echoes = Vec::with_capacity(self.phi.len());
                for block in self.phi.chunks(BLOCK) {
                    if go_on().is_break() {
                        return None;
                    }
                    let waves: Vec<_> = block.iter().map(|&a| PlaneWave::arriving(a)).collect();
                    let currents = system.solve(&waves);
                    quality.take(&currents);
                    let echo = |c: &Current<'_>| c.amplitude(c.wave().arrival());
                    echoes.par_extend(currents.par_iter().map(echo));
                }
                echoes
            }
        };
        values.extend(streams.of(&amplitudes, system.wave_number()));
        Some(values)
    }
}

impl Streams {
    fn of(&self, amplitudes: &[Complex<f64>], k: f64) -> Vec<Values> {
        let widths = amplitudes.iter().map(|f| 4.0 / k * f.norm_sqr());
        let widths: Vec<f64> = widths.collect();
        let wavelength = std::f64::consts::TAU / k;
        let levels = widths.iter().map(|&w| decibels(w)).collect();
        let wavelengths = widths.iter().map(|w| w / wavelength).collect();
        let mut values = vec![(self.level, levels), (self.wavelengths, wavelengths)];
        if let Some(phase) = self.phase {
            let degrees = amplitudes.iter().map(|f| f.arg().to_degrees());
            values.push((phase, degrees.collect()));
        }
        values.push((self.width, widths));
        values
    }
}
