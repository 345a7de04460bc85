//! The time loop: blocks of steps, and between them observations, energy and stop conditions.

use crate::error::FdtdError;
use crate::job::Job;
use crate::keeper::Keeper;
use crate::outcome::{Observer, Outcome, Progress, StoppedBy};
use crate::ranks::{FieldsStay, divide};
use crate::run_state::RunState;
use crate::setup::{setup, setup_rank, whole};
use poynting_exec::{DeviceError, Pool, Real, return_freed_memory};
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::engine::{Config, Engine};
use poynting_fdtd_core::on_cpu::OnCpu;
use poynting_fdtd_core::ranks::PartOn;
use poynting_grid::Span;
use poynting_scene::Precision;
use std::ops::ControlFlow;

/// Runs a scene on the CPU in the precision of its plan.
pub fn run(
    job: Job<'_>,
    config: Config,
    pool: &Pool,
    observe: &mut Observer<'_>,
) -> Result<Outcome, FdtdError> {
    match job.plan.precision {
        Precision::F32 => run_as::<f32>(job, config, pool, observe),
        Precision::F64 => run_as::<f64>(job, config, pool, observe),
    }
}

fn run_as<T: OnCpu>(
    mut job: Job<'_>,
    config: Config,
    pool: &Pool,
    observe: &mut Observer<'_>,
) -> Result<Outcome, FdtdError> {
    let single = Pool::new(Some(1))?;
    let stay = FieldsStay::of(&mut job, &config, config.ranks.ranks());
    let mut engine = engine::<T>(&job, (config, stay), [pool, &single])?;
    let mut outcomes = run_models(&mut *engine, vec![job], observe);
    outcomes.remove(0)
}

/// Exchanges the halos of the ranks of a job as often as `next` asks for it, without steps in between.
pub fn exchange(
    job: &Job<'_>,
    config: Config,
    pool: &Pool,
    next: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<(), FdtdError> {
    let single = Pool::new(Some(1))?;
    let mut exchange: Box<dyn FnMut() -> Result<(), DeviceError>> = match job.plan.precision {
        Precision::F32 => {
            let mut engine = engine::<f32>(job, (config, FieldsStay(false)), [pool, &single])?;
            Box::new(move || engine.exchange())
        }
        Precision::F64 => {
            let mut engine = engine::<f64>(job, (config, FieldsStay(false)), [pool, &single])?;
            Box::new(move || engine.exchange())
        }
    };
    while next().is_continue() {
        exchange()?;
    }
    Ok(())
}

/// The engine of a job. Its ranks share the threads of `pool`, and several in one process have one each.
fn engine<'a, T: OnCpu>(
    job: &Job<'_>,
    (config, stay): (Config, FieldsStay),
    [pool, single]: [&'a Pool; 2],
) -> Result<Box<dyn Engine<T> + 'a>, FdtdError> {
    if config.ranks.ranks() == 1 && job.checkpoint.is_none() {
        let model = pool.install(|| setup::<T>(job.scene, job.plan, config.storage));
        // What building it has freed makes room for its fields.
        return_freed_memory();
        return Ok(T::engine(model, config, pool));
    }
    let division = divide(job.plan, &config)?;
    let here = match config.processes.map(|p| p.0.process()) {
        Some(process) => process..process + 1,
        None => 0..division.spans.len(),
    };
    // One rank has all threads; several have one each.
    let own = if here.len() == 1 { pool } else { single };
    let set_up = |spans: &[Span; 3]| {
        let (model, to) = setup_rank((job.scene, job.plan), spans, config.storage, pool);
        (PartOn::Cpu(Box::new(model)), to)
    };
    let parts = division.spans[here].iter().map(set_up).collect();
    return_freed_memory();
    let whole = whole::<T>(job.plan, (division, stay));
    Ok(T::ranks(parts, whole, config, [pool, own]))
}

/// Runs a stack of models on the engine that holds them; returns the outcome of each, in order.
pub fn run_models<T: Real>(
    engine: &mut dyn Engine<T>,
    jobs: Vec<Job<'_>>,
    observe: &mut Observer<'_>,
) -> Vec<Result<Outcome, FdtdError>> {
    let jobs = jobs.into_iter().enumerate();
    let mut stack: Vec<RunState<'_>> = jobs
        .map(|(model, job)| RunState::new(job, model, &*engine))
        .collect();
    let mut done = 0;
    let mut keeper = None;
    if let [run] = &mut stack[..]
        && let Some(checkpoint) = run.take_checkpoint()
    {
        match Keeper::begin(checkpoint, run, engine) {
            Ok((begun, step)) => (keeper, done) = (Some(begun), step),
            Err(e) => run.stop(Err(e)),
        }
    }
    while let Some(until) = next_check(&stack, done) {
        let steps = (until - done).min(engine.block() as u64);
        let block = Block {
            first_step: done,
            steps: steps as usize,
        };
        done += steps;
        let ended = step(engine, &mut stack, block, observe).and_then(|is_stopped| {
            if let (Some(keeper), [run]) = (&mut keeper, &mut stack[..])
                && let Err(e) = keeper.keep(run, engine, (done, is_stopped))
            {
                run.stop(Err(e));
            }
            if is_stopped {
                interrupt(engine, &mut stack)?;
            }
            Ok(())
        });
        if let Err(e) = ended {
            for run in &mut stack {
                run.stop(Err(e.clone().into()));
            }
        }
    }
    let models = stack.len();
    let runs = stack.into_iter();
    runs.map(|run| run.finish(engine, models)).collect()
}

/// Takes all models through a block of steps; returns whether the observer wants to stop.
fn step<T: Real>(
    engine: &mut dyn Engine<T>,
    stack: &mut [RunState<'_>],
    block: Block,
    observe: &mut Observer<'_>,
) -> Result<bool, DeviceError> {
    let done = block.first_step + block.steps as u64;
    let due = stack.iter().any(|run| run.is_due(done));
    engine.advance(block)?;
    // An energy check needs every step; otherwise the last block may still be running.
    collect(engine, stack, usize::from(!due))?;
    if due {
        check_energies(engine, stack, |run| run.is_due(done))?;
    }
    let stop = observe(&progress(engine, stack, done)).is_break();
    Ok(engine.agrees(stop))
}

/// The next step at which the energy of a model is due, if any is still running.
fn next_check(stack: &[RunState<'_>], done: u64) -> Option<u64> {
    let running = stack.iter().filter(|run| run.is_running());
    running.map(|run| run.next_check(done)).min()
}

/// Takes the records of blocks, until at most `in_flight` are pending.
fn collect<T: Real>(
    engine: &mut dyn Engine<T>,
    stack: &mut [RunState<'_>],
    in_flight: usize,
) -> Result<(), DeviceError> {
    engine.collect(in_flight, &mut |model, record, instruments| {
        stack[model].take(record, instruments);
    })
}

/// Checks the energies of those models that are `due`.
fn check_energies<T: Real>(
    engine: &mut dyn Engine<T>,
    stack: &mut [RunState<'_>],
    due: impl Fn(&RunState<'_>) -> bool,
) -> Result<(), DeviceError> {
    let energies = engine.energies()?;
    for (run, energy) in stack.iter_mut().zip(energies) {
        if due(run) {
            run.check_energy(energy, engine);
        }
    }
    Ok(())
}

/// Ends all models at their current step, with a final check of those not just checked.
fn interrupt<T: Real>(
    engine: &mut dyn Engine<T>,
    stack: &mut [RunState<'_>],
) -> Result<(), DeviceError> {
    collect(engine, stack, 0)?;
    check_energies(engine, stack, |run| run.is_running() && !run.is_checked())?;
    for run in stack {
        run.stop(Ok(StoppedBy::Interrupt));
    }
    Ok(())
}

/// Progress of the slowest model of a stack.
fn progress<T: Real>(engine: &dyn Engine<T>, stack: &[RunState<'_>], step: u64) -> Progress {
    let last = stack.iter().map(RunState::max_steps).max();
    let running = stack.iter().filter(|run| run.is_running());
    let left: Option<Vec<u64>> = running.map(RunState::steps_left).collect();
    let energies = stack.iter().map(RunState::energy_db);
    Progress {
        step,
        resumed: stack.iter().map(|run| run.resumed).max().unwrap_or(0),
        max_steps: last.unwrap_or(step),
        steps_left: left.map(|left| left.into_iter().max().unwrap_or(0)),
        energy_db: energies.fold(f64::NEG_INFINITY, f64::max),
        stepping: engine.stepping(),
    }
}
