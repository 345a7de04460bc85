//! Port results from the waves of all runs: the scattering matrix, its quality, impedances and lines.

use super::matrix::{Waves, asymmetry, largest_singular_value};
use super::modes::Modes;
use super::waves::PortWaves;
use crate::Error;
use poynting_linalg::{Mat, c64};
use poynting_results::{Axis, Results};
use poynting_scene::Network;

/// A singular value above one by more than this is reported.
const ACTIVE: f64 = 0.02;
/// So is a larger difference between S_mn and S_nm.
const NOT_RECIPROCAL: f64 = 0.02;

/// A reflection closer than this to one is treated as total.
const NOTHING: f64 = 1e-12;

pub(super) struct Report<'a> {
    pub network: &'a Network,
    pub ports: &'a [PortWaves],
    /// Lines that share a cross-section.
    pub coupled: &'a [Modes],
    /// The indices of the network's frequencies among those of the ports.
    pub places: Vec<usize>,
    pub results: &'a mut Results,
}

impl Report<'_> {
    pub fn write(mut self, warnings: &mut Vec<String>) -> Result<(), Error> {
        let matrices: Vec<Mat<c64>> = self
            .places
            .iter()
            .map(|n| Waves::new(self.network, self.ports, *n).scattering())
            .collect();
        let frequency = Axis::new("frequency", "Hz", self.network.frequencies.clone());
        self.scattering(&frequency, &matrices)?;
        self.quality(&frequency, &matrices, warnings)?;
        for modes in self.coupled {
            self.modes(modes, &frequency)?;
        }
        for (number, port) in self.network.ports.clone().iter().enumerate() {
            let line = self.ports[number].line.as_ref();
            if let Some(f) = line.and_then(|line| line.cut_off) {
                let f = f / 1e9;
                warnings.push(format!(
                    "the mode of port `{port}` does not propagate at {f} GHz: S is not defined there; request higher frequencies"
                ));
            }
            self.port((number, port), &frequency, &matrices)?;
        }
        Ok(())
    }

    fn scattering(&mut self, frequency: &Axis, matrices: &[Mat<c64>]) -> Result<(), Error> {
        let size = self.ports.len();
        let numbers = |name| Axis::new(name, "1", (1..=size).map(|n| n as f64).collect());
        let entries = |s: &Mat<c64>| -> Vec<c64> {
            let rows = (0..size).flat_map(|to| (0..size).map(move |from| (to, from)));
            rows.map(|at| s[at]).collect()
        };
        let values: Vec<c64> = matrices.iter().flat_map(entries).collect();
        let about = (
            "network/s",
            "1",
            "the scattering matrix of power waves, with the reference impedance of each port",
        );
        let axes = [frequency.clone(), numbers("to"), numbers("from")];
        add_complex(self.results, about, &axes, &values)?;
        let references = |n: usize| -> Vec<f64> {
            let own = self.ports.iter().map(|p| p.own[n]);
            own.map(|own| self.network.reference.unwrap_or(own))
                .collect()
        };
        let each: Vec<f64> = self.places.iter().flat_map(|n| references(*n)).collect();
        // Many programs accept only one number per port: the impedance of a line at mid-band.
        let own = references(self.places[matrices.len() / 2]);
        let about = (
            "network/reference",
            "ohm",
            "reference impedance of each port by frequency; for coupled lines the diagonal of their impedance matrix",
        );
        let axes = vec![frequency.clone(), numbers("port")];
        self.results.add(about, axes, &each)?;
        let about = (
            "network/resistance",
            "ohm",
            "reference impedance of each port; for a line at mid-band",
        );
        Ok(self.results.add(about, vec![numbers("port")], &own)?)
    }

    /// Whether the matrix is passive and reciprocal, as every model here must be.
    fn quality(
        &mut self,
        frequency: &Axis,
        matrices: &[Mat<c64>],
        warnings: &mut Vec<String>,
    ) -> Result<(), Error> {
        let passivity: Vec<f64> = matrices.iter().map(largest_singular_value).collect();
        let asymmetry: Vec<f64> = matrices.iter().map(asymmetry).collect();
        let worst = |values: &[f64]| {
            let all = values.iter().zip(&frequency.values);
            all.fold(
                (0.0, 0.0),
                |worst: (f64, f64), (v, f)| if *v > worst.0 { (*v, *f) } else { worst },
            )
        };
        let (value, f) = worst(&passivity);
        if value > 1.0 + ACTIVE {
            warnings.push(format!(
                "{:.1} % more power leaves the ports than enters at {} GHz: the run may have ended before the fields decayed, or a port is \
                 too close to a discontinuity",
                100.0 * (value * value - 1.0),
                f / 1e9
            ));
        }
        let (value, f) = worst(&asymmetry);
        if value > NOT_RECIPROCAL {
            warnings.push(format!(
                "S_mn and S_nm differ by {value:.3} at {} GHz, although the model is reciprocal: run longer, or lengthen the ports",
                f / 1e9
            ));
        }
        let about = (
            "quality/passivity",
            "1",
            "largest singular value of S; at most one for a passive network",
        );
        self.results
            .add(about, vec![frequency.clone()], &passivity)?;
        let about = (
            "quality/asymmetry",
            "1",
            "largest difference between S_mn and S_nm; zero for a reciprocal network",
        );
        Ok(self
            .results
            .add(about, vec![frequency.clone()], &asymmetry)?)
    }

    /// The modes of coupled lines.
    fn modes(&mut self, modes: &Modes, frequency: &Axis) -> Result<(), Error> {
        let size = modes.members.len();
        let names: Vec<&str> = modes
            .members
            .iter()
            .map(|n| &*self.network.ports[*n])
            .collect();
        let to = format!("coupled/{}", names.join("+"));
        let numbers = |name| {
            let members = modes.members.iter();
            Axis::new(name, "1", members.map(|n| *n as f64 + 1.0).collect())
        };
        let of = |values: &[f64]| -> Vec<f64> { self.places.iter().map(|n| values[*n]).collect() };
        for (m, line) in modes.lines.iter().enumerate() {
            let name = |what: &str| format!("{to}/mode_{}/{what}", m + 1);
            let about = (&*name("beta"), "rad/m", "phase constant of this mode");
            self.results
                .add(about, vec![frequency.clone()], &of(&line.beta))?;
            let about = (
                &*name("impedance"),
                "ohm",
                "impedance of this mode, with its voltages normalised to unit length",
            );
            self.results
                .add(about, vec![frequency.clone()], &of(&line.impedance))?;
            let about = (&*name("voltage"), "1", "voltages of this mode on the lines");
            let voltages: Vec<f64> = (0..size).map(|j| modes.voltages[(j, m)]).collect();
            self.results.add(about, vec![numbers("port")], &voltages)?;
        }
        let entries = |n: &usize| {
            let z = modes.impedance(*n);
            let rows = (0..size).flat_map(|to| (0..size).map(move |from| (to, from)));
            rows.map(|at| z[at]).collect::<Vec<f64>>()
        };
        let values: Vec<f64> = self.places.iter().flat_map(entries).collect();
        let axes = vec![frequency.clone(), numbers("to"), numbers("from")];
        let about = (
            &*format!("{to}/impedance"),
            "ohm",
            "impedance matrix of the coupled lines",
        );
        self.results.add(about, axes.clone(), &values)?;
        if self.network.reference.is_none() {
            let about = (
                &*format!("{to}/reference"),
                "ohm",
                "reference impedance matrix of the coupled lines",
            );
            self.results.add(about, axes, &values)?;
        }
        Ok(())
    }

    fn port(
        &mut self,
        (number, name): (usize, &str),
        frequency: &Axis,
        matrices: &[Mat<c64>],
    ) -> Result<(), Error> {
        let axes = [frequency.clone()];
        let port = &self.ports[number];
        if port.coupled.is_some() && self.network.reference.is_none() {
            // Waves referred to an impedance matrix do not belong to a single port.
            return Ok(());
        }
        let own = |n: usize| self.network.reference.unwrap_or(port.own[n]);
        let one = c64::new(1.0, 0.0);
        let reflected = || matrices.iter().map(|s| s[(number, number)]);
        let impedance: Vec<c64> = reflected()
            .zip(&self.places)
            .map(|(s, n)| (one + s) / apart(one - s) * own(*n))
            .collect();
        let name = |what: &str| format!("port/{name}/{what}");
        let about = (
            &*name("impedance"),
            "ohm",
            "V/I with the other ports matched",
        );
        add_complex(self.results, about, &axes, &impedance)?;
        let ratio = |s: c64| (1.0 + s.norm()) / (1.0 - s.norm()).max(NOTHING);
        let vswr: Vec<f64> = reflected().map(ratio).collect();
        let about = (
            &*name("vswr"),
            "1",
            "standing wave ratio with the other ports matched",
        );
        self.results.add(about, axes.to_vec(), &vswr)?;
        let Some(line) = &port.line else {
            return Ok(());
        };
        let of = |values: &[f64]| -> Vec<f64> { self.places.iter().map(|n| values[*n]).collect() };
        let about = (&*name("beta"), "rad/m", "phase constant of the line");
        self.results.add(about, axes.to_vec(), &of(&line.beta))?;
        let about = (
            &*name("line_impedance"),
            "ohm",
            "characteristic impedance of the line, V/I of a wave",
        );
        let impedance = of(&line.impedance);
        Ok(self.results.add(about, axes.to_vec(), &impedance)?)
    }
}

/// One minus a reflection, bounded away from zero so that the impedance is finite.
fn apart(difference: c64) -> c64 {
    if difference.norm() < NOTHING {
        c64::new(NOTHING, 0.0)
    } else {
        difference
    }
}

/// Adds the real and imaginary parts of a complex quantity.
pub(super) fn add_complex(
    results: &mut Results,
    (name, unit, description): (&str, &str, &str),
    axes: &[Axis],
    values: &[c64],
) -> Result<(), Error> {
    for part in ["real", "imag"] {
        let of = |z: &c64| if part == "real" { z.re } else { z.im };
        let values: Vec<f64> = values.iter().map(of).collect();
        let description = format!("{part} part of {description}");
        let about = (&*format!("{name}/{part}"), unit, &*description);
        results.add(about, axes.to_vec(), &values)?;
    }
    Ok(())
}
