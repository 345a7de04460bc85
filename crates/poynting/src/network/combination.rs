//! Several ports driven at once, from the runs of single ports.
//!
//! Fields are linear in the incoming waves. With A the waves that came in, a column for each run, and w those that are wanted, c = A^-1 w says how much of each run
//! to take, and
//!
//! ```text
//! F = sum c_r F_r,   U = |r E|^2/(2 eta0),   G = 4 pi U/(sum |w|^2 - sum |b|^2)/2,   G_realised = 4 pi U/(sum |w|^2/2),   b = S w
//! ```

use super::matrix::Waves;
use super::waves::{PortWaves, spectrum};
use super::{add, add_complex};
use crate::Error;
use faer::linalg::solvers::Solve;
use faer::{Mat, c64};
use poynting_analytic::constants::ETA0;
use poynting_results::{Axis, Results};
use poynting_scene::{Combination, Monitor, Network, Normalise, Scene};
use std::f64::consts::PI;

/// Every combination that the scene asks for.
pub fn all(
    (scene, network): (&Scene, &Network),
    ports: &[PortWaves],
    runs: &[Results],
    results: &mut Results,
) -> Result<(), Error> {
    let frequencies = scene.port_frequencies();
    for combination in &network.combinations {
        let combined = Combined {
            scene,
            network,
            combination,
            ports,
            runs,
            frequencies: &frequencies,
        };
        combined.record(results)?;
    }
    Ok(())
}

struct Combined<'a> {
    scene: &'a Scene,
    network: &'a Network,
    combination: &'a Combination,
    ports: &'a [PortWaves],
    runs: &'a [Results],
    frequencies: &'a [f64],
}

/// How much of each run is taken at a frequency, and the power that comes in and that is accepted.
struct Share {
    runs: Vec<c64>,
    available: f64,
    accepted: f64,
}

impl Combined<'_> {
    fn wanted(&self) -> Mat<c64> {
        let mut wanted = Mat::zeros(self.ports.len(), 1);
        for (port, [amplitude, phase]) in &self.combination.waves {
            wanted[(*port, 0)] += c64::from_polar(*amplitude, *phase);
        }
        wanted
    }

    fn share(&self, frequency: f64) -> Result<Share, Error> {
        let n = self.frequencies.iter().position(|f| *f == frequency);
        let n =
            n.ok_or_else(|| Error::Network(format!("ports were not recorded at {frequency} Hz")))?;
        let waves = Waves::new(self.network, self.ports, n);
        let wanted = self.wanted();
        let shares = waves.incoming.partial_piv_lu().solve(&wanted);
        let leaving = &waves.outgoing * &shares;
        let power = |m: &Mat<c64>| {
            (0..m.nrows())
                .map(|p| 0.5 * m[(p, 0)].norm_sqr())
                .sum::<f64>()
        };
        Ok(Share {
            runs: (0..self.runs.len()).map(|r| shares[(r, 0)]).collect(),
            available: power(&wanted),
            accepted: power(&wanted) - power(&leaving),
        })
    }

    /// What the field of a run was divided by: the spectrum of its source over its amplitude, or nothing.
    fn norm(&self, run: usize, field: &str, frequency: f64) -> Result<c64, Error> {
        let monitor = field.split('/').nth(1);
        let mut monitors = self
            .scene
            .monitors
            .iter()
            .filter(|m| Some(&*m.name) == monitor);
        let raw = |m: &Monitor| {
            m.kind
                .spectral()
                .is_some_and(|s| s.normalise == Normalise::Nothing)
        };
        if monitors.any(raw) {
            return Ok(c64::new(1.0, 0.0));
        }
        let name = &self.network.ports[self.network.driven()[run]];
        let lumped = self.scene.ports.iter().map(|p| (&p.name, &p.excitation));
        let lines = self
            .scene
            .line_ports
            .iter()
            .map(|p| (&p.name, &p.excitation));
        let course = lumped
            .chain(lines)
            .find(|(n, _)| *n == name)
            .and_then(|(_, course)| course.as_ref());
        let amplitude = course.map_or(1.0, |course| course.amplitude);
        let source = spectrum(&self.runs[run], &format!("port/{name}/spectrum/source"))?;
        let n = self
            .frequencies
            .iter()
            .position(|f| *f == frequency)
            .unwrap_or(0);
        Ok(source[n][0] / amplitude)
    }

    /// Combines every complex quantity over frequency.
    fn record(&self, results: &mut Results) -> Result<(), Error> {
        let Some(first) = self.runs.first() else {
            return Ok(());
        };
        let names: Vec<String> = first
            .names()
            .filter_map(field_name)
            .map(str::to_owned)
            .collect();
        for name in &names {
            let Some(quantity) = first.get(&format!("{name}/real")) else {
                continue;
            };
            let declaration = quantity.declaration.clone();
            let frequencies = declaration.axes[0].values.clone();
            let parts: Vec<Vec<Vec<c64>>> = self
                .runs
                .iter()
                .map(|run| spectrum(run, name))
                .collect::<Result<_, _>>()?;
            let mut values = Vec::new();
            for (row, frequency) in frequencies.iter().enumerate() {
                let share = self.share(*frequency)?;
                let mut sum = vec![c64::new(0.0, 0.0); declaration.slice_len().max(1)];
                for (run, part) in parts.iter().enumerate() {
                    let factor = share.runs[run] * self.norm(run, name, *frequency)?;
                    sum.iter_mut()
                        .zip(&part[row])
                        .for_each(|(s, v)| *s += factor * v);
                }
                values.extend(sum);
            }
            let to = format!("combined/{}/{name}", self.combination.name);
            let about = (
                &*to,
                declaration.unit.as_str(),
                declaration.description.as_str(),
            );
            add_complex(results, about, &declaration.axes, &values)?;
        }
        self.gains(&names, results)
    }

    /// Gains of the far fields that were combined.
    fn gains(&self, names: &[String], results: &mut Results) -> Result<(), Error> {
        let far = names
            .iter()
            .filter_map(|n| n.strip_prefix("far/")?.strip_suffix("/Etheta"));
        for monitor in far {
            let to = format!("combined/{}/far/{monitor}", self.combination.name);
            let [theta, phi] = [
                spectrum(results, &format!("{to}/Etheta"))?,
                spectrum(results, &format!("{to}/Ephi"))?,
            ];
            let Some(quantity) = results.get(&format!("{to}/Etheta/real")) else {
                continue;
            };
            let axes: Vec<Axis> = quantity.declaration.axes.clone();
            let (mut gain, mut realised) = (Vec::new(), Vec::new());
            for (n, frequency) in axes[0].values.iter().enumerate() {
                let share = self.share(*frequency)?;
                for (t, p) in theta[n].iter().zip(&phi[n]) {
                    let intensity = 4.0 * PI * (t.norm_sqr() + p.norm_sqr()) / (2.0 * ETA0);
                    gain.push(10.0 * (intensity / share.accepted).log10());
                    realised.push(10.0 * (intensity / share.available).log10());
                }
            }
            let about = (&*format!("{to}/gain"), "dB", "gain over the accepted power");
            add(results, about, axes.clone(), &gain)?;
            let about = (
                &*format!("{to}/realised_gain"),
                "dB",
                "gain over the power that comes in",
            );
            add(results, about, axes, &realised)?;
        }
        Ok(())
    }
}

/// The name of a complex field over frequency, from that of its real part.
fn field_name(name: &str) -> Option<&str> {
    let name = name.strip_suffix("/real")?;
    let is_field = name.starts_with("far/") || name.starts_with("field/");
    is_field.then_some(name)
}
