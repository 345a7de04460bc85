//! Measures the speed of this machine.

use crate::probe::PROBE;
use crate::stepping::{Profile, step_until_stopped};
use crate::{Error, RunOptions, Simulation};
use poynting_scene::Scene;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Million cell updates per second, from stepping an empty grid for about `time`.
pub fn measure_speed(options: &RunOptions, time: Duration) -> Result<f64, Error> {
    let simulation = Simulation::from(Scene::from_toml(PROBE, "speed.toml")?);
    measure_speed_of(&simulation, options, time)
}

/// The same from the start of a run of a scene, with all its sources, monitors and dispersive media; for a network, the first run.
pub fn measure_speed_of(
    simulation: &Simulation,
    options: &RunOptions,
    time: Duration,
) -> Result<f64, Error> {
    // The first block touches memory for the first time and is not counted.
    let mut first: Option<(u64, Instant)> = None;
    let mut last = None;
    let run = step_until_stopped(simulation, options, Profile::Off, |progress| {
        let now = (progress.step, Instant::now());
        let (_, begun) = *first.get_or_insert(now);
        last = Some(now);
        if begun.elapsed() > time {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let Some(((before, begun), (after, ended))) =
        first.zip(last).filter(|(first, last)| last.0 > first.0)
    else {
        return Ok(run.summary.mcells_per_s);
    };
    let time = (ended - begun).as_secs_f64();
    Ok(run.summary.cells as f64 * (after - before) as f64 / time / 1e6)
}
