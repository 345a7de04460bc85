//! Runs that measure speed: they step until the observer stops them, and discard what they record.

use crate::machine::Machine;
use crate::nowhere::Nowhere;
use crate::{Error, Layout, RunOptions, Simulation, Solver};
use poynting_fdtd::{Config, Job, OperatorTime};
use poynting_results::Summary;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// More steps than anyone waits for.
const ENDLESS: NonZero<u64> = NonZero::<u64>::MIN.saturating_add(1 << 48);

/// What is measured besides the speed.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Nothing.
    Off,
    /// The time of each operator, which slows small models down.
    Operators,
}

/// A run that was stopped by its observer.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Stepped {
    /// Its key figures.
    pub summary: Summary,
    /// Time spent stepping.
    pub stepping: Duration,
    /// Time of each operator, summed over threads; empty if not requested.
    pub operators: Vec<OperatorTime>,
}

/// Exchanges the halos of the ranks of a scene as often as `next` asks for it, without steps in between.
#[doc(hidden)]
pub fn exchange_until_stopped(
    simulation: &Simulation,
    options: &RunOptions,
    mut next: impl FnMut() -> ControlFlow<()>,
) -> Result<(), Error> {
    let plan = simulation.checked_plan(options)?;
    let Layout::Fdtd(plan) = &plan.layout else {
        return Err(Error::NotStarted);
    };
    let job = Job {
        scene: simulation.scene(),
        plan,
        sink: &mut Nowhere { is_read: false },
        checkpoint: None,
    };
    let machine = Machine::new(options)?;
    Ok(machine.exchange(&job, simulation.config(options), &mut next)?)
}

/// Steps a scene by FDTD, whatever its stop conditions, until the observer ends it; for a network, the first run.
#[doc(hidden)]
pub fn step_until_stopped(
    simulation: &Simulation,
    options: &RunOptions,
    profile: Profile,
    mut observe: impl FnMut(&poynting_fdtd::Progress) -> ControlFlow<()>,
) -> Result<Stepped, Error> {
    let options = RunOptions {
        solver: Some(Solver::Fdtd),
        ..*options
    };
    let first = simulation.first_run(&options);
    let endless = first.with_scene(first.scene().ending_after(ENDLESS));
    let plan = endless.checked_plan(&options)?;
    let Layout::Fdtd(plan) = &plan.layout else {
        return Err(Error::NotStarted);
    };
    let config = Config {
        profile: profile == Profile::Operators,
        ..endless.config(&options)
    };
    let (start, machine) = (Instant::now(), Machine::new(&options)?);
    let scene = endless.scene();
    let job = Job {
        scene,
        plan,
        sink: &mut Nowhere { is_read: false },
        checkpoint: None,
    };
    let outcome = machine.run(job, config, &options, &mut observe)?;
    Ok(Stepped {
        summary: machine.summary(scene, plan, &outcome, start.elapsed()),
        stepping: outcome.stepping,
        operators: outcome.operators,
    })
}
