//! Several ports driven at once, from runs with single ports driven.
//!
//! Fields are linear in the incident waves. With A the incident waves, one column per run, and w the requested ones, c = A^-1 w gives the weight of
//! each run, and
//!
//! ```text
//! F = sum c_r F_r,   b = S w,   G = 4 pi U/P_accepted,   G_realised = 4 pi U/P_available
//! U = |r E|^2/(2 eta0),   P_available = sum |w|^2/2,   P_accepted = P_available - sum |b|^2/2
//! ```

use super::matrix::Waves;
use super::scattering::add_complex;
use super::waves::{PortWaves, parts, spectrum};
use crate::Error;
use poynting_linalg::{Mat, c64, product, solve, squared_norm};
use poynting_physics::constants::ETA0;
use poynting_physics::radiation::decibels;
use poynting_results::{Axis, Quantity, Results};
use poynting_scene::{Combination, Monitor, Network, Normalise, Scene};
use std::f64::consts::PI;

/// Every combination requested in the scene.
pub fn all(
    (scene, network): (&Scene, &Network),
    ports: &[PortWaves],
    runs: &[Results],
    results: &mut Results,
) -> Result<(), Error> {
    if network.combinations.is_empty() {
        return Ok(());
    }
    let norms = network.driven().into_iter().zip(runs);
    let norms: Vec<Vec<c64>> = norms
        .map(|(port, run)| norm(scene, &network.ports[port], run))
        .collect::<Result<_, _>>()?;
    let frequencies = scene.port_frequencies();
    for combination in &network.combinations {
        let share = |n: usize| Share::new(combination, &Waves::new(network, ports, n));
        let combined = Combined {
            scene,
            combination,
            runs,
            norms: &norms,
            frequencies: &frequencies,
            shares: (0..frequencies.len()).map(share).collect(),
        };
        combined.record(results)?;
    }
    Ok(())
}

/// The divisor for the fields of a run, by frequency: the spectrum of the source over its amplitude.
pub(super) fn norm(scene: &Scene, port: &str, run: &Results) -> Result<Vec<c64>, Error> {
    let excitation = scene.excitations().find(|(name, _)| *name == port);
    let amplitude = excitation.and_then(|(_, e)| e).map_or(1.0, |e| e.amplitude);
    let source = spectrum(run, &format!("port/{port}/spectrum/source"))?;
    Ok(source.iter().map(|row| row[0] / amplitude).collect())
}

/// The weight of each run at a frequency, and the incident and accepted power.
struct Share {
    runs: Vec<c64>,
    available: f64,
    accepted: f64,
}

impl Share {
    fn new(combination: &Combination, waves: &Waves) -> Self {
        let mut wanted = Mat::zeros(waves.incoming.nrows(), 1);
        for (port, [amplitude, phase]) in &combination.waves {
            wanted[(*port, 0)] += c64::from_polar(*amplitude, *phase);
        }
        let shares = solve(waves.incoming.as_ref(), wanted.as_ref());
        let leaving = product(waves.outgoing.as_ref(), shares.as_ref());
        let power = |m: &Mat<c64>| 0.5 * squared_norm(m.as_ref());
        Self {
            runs: shares.col_as_slice(0).to_vec(),
            available: power(&wanted),
            accepted: power(&wanted) - power(&leaving),
        }
    }
}

struct Combined<'a> {
    scene: &'a Scene,
    combination: &'a Combination,
    runs: &'a [Results],
    /// By run and frequency.
    norms: &'a [Vec<c64>],
    /// The frequencies of the ports.
    frequencies: &'a [f64],
    /// By frequency.
    shares: Vec<Share>,
}

impl Combined<'_> {
    /// The index of a monitor's frequency among those of the ports.
    fn place(&self, frequency: f64) -> Result<usize, Error> {
        let place = self.frequencies.iter().position(|f| *f == frequency);
        place
            .ok_or_else(|| Error::Network(format!("the ports were not recorded at {frequency} Hz")))
    }

    /// Whether the monitor of a field did not normalise it.
    fn is_raw(&self, field: &str) -> bool {
        let raw = |m: &Monitor| {
            let spectral = m.kind.spectral();
            spectral.is_some_and(|s| s.normalise == Normalise::Nothing)
        };
        let monitor = field.split('/').nth(1);
        let mut monitors = self.scene.monitors.iter();
        monitors.any(|m| Some(&*m.name) == monitor && raw(m))
    }

    /// Combines every complex quantity over frequency.
    fn record(&self, results: &mut Results) -> Result<(), Error> {
        let fields = self.runs.first().into_iter().flat_map(Results::names);
        let fields: Vec<&str> = fields.filter_map(field_name).collect();
        for field in &fields {
            self.field(field, results)?;
        }
        let far = fields.iter().filter_map(|f| f.strip_prefix("far/"));
        for monitor in far.filter_map(|f| f.strip_suffix("/Etheta")) {
            self.gains(monitor, results)?;
        }
        Ok(())
    }

    fn field(&self, name: &str, results: &mut Results) -> Result<(), Error> {
        let Some(quantity) = self.runs[0].get(&format!("{name}/real")) else {
            return Ok(());
        };
        let declaration = &quantity.declaration;
        let parts = self.runs.iter().map(|run| parts(run, name));
        let parts: Vec<[&Quantity; 2]> = parts.collect::<Result<_, _>>()?;
        let is_raw = self.is_raw(name);
        let values_of_row = declaration.slice_len();
        let mut values = Vec::with_capacity(quantity.data.len());
        for (row, frequency) in declaration.axes[0].values.iter().enumerate() {
            let n = self.place(*frequency)?;
            let places = row * values_of_row..(row + 1) * values_of_row;
            let mut sum = vec![c64::new(0.0, 0.0); values_of_row];
            for (run, part) in parts.iter().enumerate() {
                let share = self.shares[n].runs[run];
                let factor = if is_raw {
                    share
                } else {
                    share * self.norms[run][n]
                };
                let [re, im] = part.map(|part| &part.data[places.clone()]);
                let each = sum.iter_mut().zip(re.iter().zip(im));
                each.for_each(|(s, (re, im))| *s += factor * c64::new(*re, *im));
            }
            values.extend(sum);
        }
        let to = format!("combined/{}/{name}", self.combination.name);
        let about = (&*to, &*declaration.unit, &*declaration.description);
        add_complex(results, about, &declaration.axes, &values)
    }

    /// Gains of a combined far field.
    fn gains(&self, monitor: &str, results: &mut Results) -> Result<(), Error> {
        let to = format!("combined/{}/far/{monitor}", self.combination.name);
        let [theta, phi] =
            ["Etheta", "Ephi"].map(|along| spectrum(results, &format!("{to}/{along}")));
        let (theta, phi) = (theta?, phi?);
        let Some(quantity) = results.get(&format!("{to}/Etheta/real")) else {
            return Ok(());
        };
        let axes: Vec<Axis> = quantity.declaration.axes.clone();
        let (mut gain, mut realised) = (Vec::new(), Vec::new());
        for (row, frequency) in axes[0].values.iter().enumerate() {
            let share = &self.shares[self.place(*frequency)?];
            for (t, p) in theta[row].iter().zip(&phi[row]) {
                let intensity = 4.0 * PI * (t.norm_sqr() + p.norm_sqr()) / (2.0 * ETA0);
                gain.push(decibels(intensity / share.accepted));
                realised.push(decibels(intensity / share.available));
            }
        }
        let about = (
            &*format!("{to}/gain"),
            "dB",
            "gain based on the accepted power",
        );
        results.add(about, axes.clone(), &gain)?;
        let about = (
            &*format!("{to}/realised_gain"),
            "dB",
            "gain based on the incident power",
        );
        Ok(results.add(about, axes, &realised)?)
    }
}

/// The name of a complex field over frequency, from that of its real part.
fn field_name(name: &str) -> Option<&str> {
    let name = name.strip_suffix("/real")?;
    let is_field = name.starts_with("far/") || name.starts_with("field/");
    is_field.then_some(name)
}
