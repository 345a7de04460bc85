//! How fast this machine is, measured by running.

use crate::{Error, Progress, RunOptions, Simulation, Solver};
use poynting_fdtd::Progress as FdtdProgress;
use poynting_scene::Scene;
use std::ops::ControlFlow;
use std::time::Duration;

/// An empty box of 128^3 cells: 54 MB in single precision, more than the caches of one core.
const PROBE: &str = r#"
title = "speed"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["128 mm", "128 mm", "128 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["64 mm", "64 mm", "64 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }
[stop]
steps = 100000
"#;

/// Million cell updates a second, from about `time` of stepping an empty grid.
pub fn measure_speed(options: &RunOptions, time: Duration) -> Result<f64, Error> {
    let simulation = Simulation::from(Scene::from_toml(PROBE, "speed.toml")?);
    // The first block touches memory for the first time and does not count.
    let mut first: Option<FdtdProgress> = None;
    let mut last = None;
    let options = RunOptions {
        solver: Some(Solver::Fdtd),
        ..*options
    };
    let results = simulation.run(&options, &mut |progress| {
        let Progress::Fdtd(progress) = progress else {
            return ControlFlow::Continue(());
        };
        let first = first.get_or_insert(*progress);
        last = Some(*progress);
        if progress.stepping.saturating_sub(first.stepping) > time {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let Some((first, last)) = first.zip(last) else {
        return Ok(results.summary.mcells_per_s);
    };
    let steps = (last.step - first.step) as f64;
    let time = last.stepping.saturating_sub(first.stepping).as_secs_f64();
    Ok(results.summary.cells as f64 * steps / time / 1e6)
}
