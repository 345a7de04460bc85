//! Ports as a network by FDTD: each is driven in a run of its own, all runs as one stack, and S-parameters follow from the waves.

mod combination;
mod line;
mod matrix;
mod waves;

use crate::{Error, Observer, RunOptions, Simulation, run_all};
use matrix::Waves;
pub(crate) use matrix::{asymmetry, largest_singular_value};
use poynting_fdtd::StoppedBy;
use poynting_linalg::{Mat, c64};
use poynting_results::{Axis, Declaration, Quantity, Recorder, Results, Streamed};
use poynting_scene::Network;
use std::time::Instant;
use waves::PortWaves;

/// A singular value above one by more than this is told.
const ACTIVE: f64 = 0.02;
/// So is a difference between S_mn and S_nm.
const NOT_RECIPROCAL: f64 = 0.02;

/// Runs the ports of a scene one by one and puts the results together.
pub(crate) fn run(
    simulation: &Simulation,
    network: &Network,
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Result<Results, Error> {
    let start = Instant::now();
    let scene = simulation.scene();
    let driven = network.driven();
    let alone: Vec<Simulation> = driven
        .iter()
        .map(|n| simulation.with_scene(scene.driving(&network.ports[*n])))
        .collect();
    let runs: Vec<Results> = run_all(&alone, options, observe)
        .into_iter()
        .collect::<Result<_, _>>()?;
    let ports = waves::read(scene, network, &runs)?;
    let mut results = Results::new(simulation.scene_text());
    let mut warnings = Vec::new();
    for (run, port) in runs.iter().zip(&driven) {
        let prefix = if runs.len() > 1 {
            format!("from/{}/", network.ports[*port])
        } else {
            String::new()
        };
        keep(run, &prefix, &mut results)?;
        warnings.extend(run.summary.warnings.iter().cloned());
    }
    warnings.dedup();
    let all = scene.port_frequencies();
    let wanted = network.frequencies.iter();
    Report {
        network,
        ports: &ports,
        places: wanted
            .filter_map(|f| all.iter().position(|g| g == f))
            .collect(),
        results: &mut results,
    }
    .write(&mut warnings)?;
    combination::all((scene, network), &ports, &runs, &mut results)?;
    let told = told(&runs);
    if let Some(run) = runs.into_iter().nth(told) {
        results.summary = run.summary;
        results.model = run.model;
    }
    results.summary.wall_s = start.elapsed().as_secs_f64();
    results.summary.ports.clone_from(&network.ports);
    results.summary.warnings = warnings;
    Ok(results)
}

/// The run whose summary is that of the network: the first, or one that was interrupted, because then the whole is only a part.
fn told(runs: &[Results]) -> usize {
    let is_cut = |run: &Results| run.summary.stopped_by == StoppedBy::Interrupt.name();
    runs.iter().position(is_cut).unwrap_or(0)
}

/// What a run recorded, without what only the network needs.
fn keep(run: &Results, prefix: &str, results: &mut Results) -> Result<(), Error> {
    let raw = |name: &str| {
        name.starts_with("port/") && (name.contains("/taps/") || name.contains("/spectrum/"))
    };
    for Quantity { declaration, data } in &run.quantities {
        if raw(&declaration.name) || data.is_empty() {
            continue;
        }
        let id = results.declare(Declaration {
            name: format!("{prefix}{}", declaration.name),
            streamed: Streamed::No,
            ..declaration.clone()
        })?;
        results.append(id, &[], data)?;
    }
    Ok(())
}

/// Adds both parts of a complex quantity.
fn add_complex(
    results: &mut Results,
    (name, unit, description): (&str, &str, &str),
    axes: &[Axis],
    values: &[c64],
) -> Result<(), Error> {
    let real: Vec<f64> = values.iter().map(|z| z.re).collect();
    let imag: Vec<f64> = values.iter().map(|z| z.im).collect();
    for (part, values) in [("real", real), ("imag", imag)] {
        let description = format!("{part} part of {description}");
        let about = (&*format!("{name}/{part}"), unit, &*description);
        results.add(about, axes.to_vec(), &values)?;
    }
    Ok(())
}

struct Report<'a> {
    network: &'a Network,
    ports: &'a [PortWaves],
    /// Where the frequencies of the network stand among those of the ports.
    places: Vec<usize>,
    results: &'a mut Results,
}

impl Report<'_> {
    fn write(mut self, warnings: &mut Vec<String>) -> Result<(), Error> {
        let matrices: Vec<Mat<c64>> = self
            .places
            .iter()
            .map(|n| Waves::new(self.network, self.ports, *n).scattering())
            .collect();
        let frequency = Axis::new("frequency", "Hz", self.network.frequencies.clone());
        self.scattering(&frequency, &matrices)?;
        self.quality(&frequency, &matrices, warnings)?;
        for (number, port) in self.network.ports.clone().iter().enumerate() {
            let line = self.ports[number].line.as_ref();
            if let Some(f) = line.and_then(|line| line.cut_off) {
                let f = f / 1e9;
                warnings.push(format!(
                    "the mode of port `{port}` does not propagate at {f} GHz: S means nothing there; ask for higher frequencies"
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
            "the scattering matrix, power waves over the reference of each port",
        );
        let axes = [frequency.clone(), numbers("to"), numbers("from")];
        add_complex(self.results, about, &axes, &values)?;
        // One number a port is what files have room for: the impedance of a line in the middle of the band.
        let middle = self.places[matrices.len() / 2];
        let own = self
            .ports
            .iter()
            .map(|p| self.network.reference.unwrap_or(p.own[middle]));
        let own: Vec<f64> = own.collect();
        let about = (
            "network/resistance",
            "ohm",
            "reference of each port; of a line in the middle of the band",
        );
        Ok(self.results.add(about, vec![numbers("port")], &own)?)
    }

    /// Whether the matrix is passive and reciprocal, as every model here is.
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
                "the S-matrix gives {:.1} % more power than it takes at {} GHz: the run may have ended before the fields had left, or a port is \
                 measured too near to a discontinuity",
                100.0 * (value * value - 1.0),
                f / 1e9
            ));
        }
        let (value, f) = worst(&asymmetry);
        if value > NOT_RECIPROCAL {
            warnings.push(format!(
                "S_mn and S_nm differ by {value:.3} at {} GHz, though the model is reciprocal: run longer, or lengthen the ports",
                f / 1e9
            ));
        }
        let about = (
            "quality/passivity",
            "1",
            "largest singular value of S; at most one where no power is made",
        );
        self.results
            .add(about, vec![frequency.clone()], &passivity)?;
        let about = (
            "quality/asymmetry",
            "1",
            "largest difference of S_mn and S_nm; zero in a reciprocal model",
        );
        Ok(self
            .results
            .add(about, vec![frequency.clone()], &asymmetry)?)
    }

    fn port(
        &mut self,
        (number, name): (usize, &str),
        frequency: &Axis,
        matrices: &[Mat<c64>],
    ) -> Result<(), Error> {
        let axes = [frequency.clone()];
        let port = &self.ports[number];
        let own = |n: usize| self.network.reference.unwrap_or(port.own[n]);
        let one = c64::new(1.0, 0.0);
        let reflected = || matrices.iter().map(|s| s[(number, number)]);
        let impedance: Vec<c64> = reflected()
            .zip(&self.places)
            .map(|(s, n)| (one + s) / (one - s) * own(*n))
            .collect();
        let name = |what: &str| format!("port/{name}/{what}");
        let about = (
            &*name("impedance"),
            "ohm",
            "V/I with the other ports matched",
        );
        add_complex(self.results, about, &axes, &impedance)?;
        let ratio = |s: c64| (1.0 + s.norm()) / (1.0 - s.norm()).max(f64::MIN_POSITIVE);
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
            "impedance of the line, V/I of a wave",
        );
        let impedance = of(&line.impedance);
        Ok(self.results.add(about, axes.to_vec(), &impedance)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ctrl-C may come when the first port is done.
    #[test]
    fn one_interrupted_run_makes_an_interrupted_network() {
        let run = |stopped_by: &str| {
            let mut results = Results::default();
            results.summary.stopped_by = stopped_by.to_owned();
            results
        };
        assert_eq!(told(&[run("energy_decay"), run("time")]), 0);
        assert_eq!(told(&[run("energy_decay"), run("interrupt")]), 1);
    }
}
