//! The runs of a network, one port driven in each, and their combined results.

use super::scattering::Report;
use super::waves::AllWaves;
use super::{combination, gains, waves};
use crate::{Error, Layout, Observer, RunOptions, Simulation, run_all};
use poynting_fdtd::{CoupledLines, StoppedBy};
use poynting_results::{Declaration, Quantity, Results, ResultsError, Streamed};
use poynting_scene::Network;
use std::collections::BTreeSet;
use std::time::Instant;

/// Runs the ports of a scene one by one and combines the results.
pub(crate) fn run(
    simulation: &Simulation,
    network: &Network,
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Result<Results, Error> {
    let start = Instant::now();
    let scene = simulation.scene();
    let coupled = coupled(simulation, options)?;
    let driven = network.driven();
    let alone: Vec<Simulation> = driven
        .iter()
        .map(|n| {
            let alone = simulation.with_scene(scene.driving(&network.ports[*n]));
            alone.kept_apart(&format!("run-{n}"))
        })
        .collect();
    let mut runs: Vec<Results> = run_all(&alone, options, observe)
        .into_iter()
        .collect::<Result<_, _>>()?;
    let AllWaves { ports, coupled } = waves::read((scene, network), &coupled, &runs)?;
    let mut results = Results::new(simulation.scene_text());
    let (mut warnings, mut notes) = (Vec::new(), Vec::new());
    for run in &runs {
        warnings.extend(run.summary.warnings.iter().cloned());
        notes.extend(run.summary.notes.iter().cloned());
    }
    once(&mut warnings);
    once(&mut notes);
    let all = scene.port_frequencies();
    let wanted = network.frequencies.iter();
    Report {
        network,
        ports: &ports,
        coupled: &coupled,
        places: wanted
            .filter_map(|f| all.iter().position(|g| g == f))
            .collect(),
        results: &mut results,
    }
    .write(&mut warnings)?;
    gains::all((scene, network), &ports, &runs, &mut results)?;
    combination::all((scene, network), &ports, &runs, &mut results)?;
    let prefixes: Vec<String> = match &driven[..] {
        [_] => vec![String::new()],
        several => several
            .iter()
            .map(|port| format!("from/{}/", network.ports[*port]))
            .collect(),
    };
    keep(&mut runs, &prefixes, &mut results)?;
    let told = told(&runs);
    if let Some(run) = runs.into_iter().nth(told) {
        results.summary = run.summary;
        results.model = run.model;
    }
    results.summary.wall_s = start.elapsed().as_secs_f64();
    results.summary.ports.clone_from(&network.ports);
    results.summary.warnings = warnings;
    results.summary.notes = notes;
    results.require_finite()?;
    Ok(results)
}

/// Removes duplicate texts, keeping the first of each.
fn once(texts: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    texts.retain(|text| seen.insert(text.clone()));
}

/// Lines of ports that share a cross-section.
fn coupled(simulation: &Simulation, options: &RunOptions) -> Result<Vec<CoupledLines>, Error> {
    if simulation.scene().line_ports.len() < 2 {
        return Ok(Vec::new());
    }
    Ok(match simulation.plan(options)?.layout {
        Layout::Fdtd(plan) => plan.coupled,
        Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_) => Vec::new(),
    })
}

/// The run that provides the summary of the network: the first, or an interrupted one, because the whole is then incomplete.
fn told(runs: &[Results]) -> usize {
    let is_cut = |run: &Results| run.summary.stopped_by == StoppedBy::Interrupt.name();
    runs.iter().position(is_cut).unwrap_or(0)
}

/// Moves the records of all runs to the results, before what has been computed from them, without those that only the network needs.
fn keep(runs: &mut [Results], prefixes: &[String], results: &mut Results) -> Result<(), Error> {
    let raw = |name: &str| {
        name.starts_with("port/") && (name.contains("/taps/") || name.contains("/spectrum/"))
    };
    let mut kept = Vec::new();
    for (run, prefix) in runs.iter_mut().zip(prefixes) {
        for Quantity { declaration, data } in std::mem::take(&mut run.quantities) {
            if raw(&declaration.name) || data.is_empty() {
                continue;
            }
            let name = format!("{prefix}{}", declaration.name);
            if results.get(&name).is_some() {
                return Err(ResultsError::NameTaken(name).into());
            }
            let declaration = Declaration {
                name,
                streamed: Streamed::No,
                ..declaration
            };
            kept.push(Quantity { declaration, data });
        }
    }
    kept.append(&mut results.quantities);
    results.quantities = kept;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ctrl-C may arrive after the first port is done.
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
