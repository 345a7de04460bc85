//! Many scenes at once: a parameter sweep, or the per-port runs of a network.
//!
//! On a GPU, scenes of the same grid size form one stack: their fields are stored side by side and every launch advances them all. On the
//! processor each thread takes one scene after another, and so do method-of-moments runs on any device. The
//! results are those of separate runs, bit for bit.

use crate::machine::{Machine, needed_bytes};
use crate::memory::{self, Besides};
use crate::{Error, Layout, Observer, Plan, Progress, RunOptions, Simulation};
use poynting_exec::{Budget, Device, Pool};
use poynting_fdtd::{FdtdError, Job, Outcome, Plan as FdtdPlan, StackShape};
use poynting_results::Results;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Instant;

/// Runs scenes together; returns the results or errors in order. A failing scene does not affect the others.
///
/// `observe` receives the progress of whichever scene is running and may stop them all.
pub fn run_all(
    simulations: &[Simulation],
    options: &RunOptions,
    mut observe: impl FnMut(&Progress) -> ControlFlow<()>,
) -> Vec<Result<Results, Error>> {
    match options.device.resolve_all().map(|devices| devices.one()) {
        Ok(Some(Device::Cpu)) => on_threads(simulations, options, &mut observe),
        Ok(Some(gpu)) => on_gpu(gpu, simulations, options, &mut observe),
        // One after another: each has all devices.
        Ok(None) => {
            let runs = simulations.iter();
            runs.map(|one| one.run_with(options, &mut observe))
                .collect()
        }
        Err(e) => simulations.iter().map(|_| Err(e.clone().into())).collect(),
    }
}

/// Each thread takes one scene after another.
fn on_threads(
    simulations: &[Simulation],
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Vec<Result<Results, Error>> {
    let threads = options.threads.unwrap_or_else(Pool::cores);
    let mut results: Vec<Option<Result<Results, Error>>> = Vec::new();
    let mut planned: VecDeque<(usize, Plan)> = VecDeque::new();
    let budget = options.budget.unwrap_or_else(Budget::of_this_machine);
    let program = memory::program(options);
    for (n, simulation) in simulations.iter().enumerate() {
        match fitting_plan(simulation, options, (program, budget)) {
            Ok(plan) => planned.push_back((n, plan)),
            Err(e) => results.push(Some(Err(e))),
        }
        results.resize_with(n + 1, || None);
    }
    let largest = planned.iter().map(|(_, plan)| plan.model_bytes()).max();
    let kept = planned.iter().map(|(_, plan)| plan.results_bytes());
    let besides = Besides {
        program: memory::program(options),
        shared: Vec::new(),
        results: kept.sum(),
        completion: 0,
        runs: simulations.len(),
    };
    let together = besides.at_once(largest.unwrap_or(0), budget, threads);
    // Several processes take part in one run after another.
    let at_once = options.processes.map_or(together, |_| 1);
    let workers = together.min(at_once);
    for (_, plan) in &mut planned {
        plan.options.threads = Some((threads / workers).max(1));
    }
    let waiting = Mutex::new(planned);
    let stop = AtomicBool::new(false);
    let (tell, told) = mpsc::channel::<Progress>();
    std::thread::scope(|scope| {
        let work = |tell: mpsc::Sender<Progress>| {
            let next = || {
                let stopped = stop.load(Ordering::Relaxed);
                let goes_on = !options.processes.map_or(stopped, |p| p.any(stopped));
                waiting.lock().ok()?.pop_front().filter(|_| goes_on)
            };
            let mut done = Vec::new();
            while let Some((n, plan)) = next() {
                let result = simulations[n].run_planned(&plan, &mut |progress| {
                    let _ = tell.send(*progress);
                    if stop.load(Ordering::Relaxed) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                done.push((n, result));
            }
            done
        };
        let workers: Vec<_> = (0..workers)
            .map(|_| {
                let tell = tell.clone();
                scope.spawn(move || work(tell))
            })
            .collect();
        drop(tell);
        // The observer stays on the caller's thread.
        for progress in told {
            if observe(&progress).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        }
        for worker in workers {
            let done = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            for (n, result) in done {
                results[n] = Some(result);
            }
        }
    });
    started(results)
}

/// The plan of a scene whose model fits by itself; what all scenes have in common is counted once.
fn fitting_plan(
    simulation: &Simulation,
    options: &RunOptions,
    (program, budget): (u64, Budget),
) -> Result<Plan, Error> {
    let plan = simulation.plan(options)?;
    plan.require_all()?;
    let needed = budget.check(program + plan.model_bytes());
    needed.map_err(FdtdError::Memory)?;
    Ok(plan)
}

/// Marks scenes that were not started.
fn started(results: Vec<Option<Result<Results, Error>>>) -> Vec<Result<Results, Error>> {
    let results = results.into_iter();
    results
        .map(|result| result.unwrap_or(Err(Error::NotStarted)))
        .collect()
}

/// How many of the largest of these models, by bytes, fit in memory together; at least one is tried.
fn fitting(bytes: impl Iterator<Item = u64>, budget: Budget) -> usize {
    let largest = bytes.max().unwrap_or(0).max(1);
    ((budget.bytes / largest) as usize).max(1)
}

/// A scene within a stack.
struct Stacked<'a> {
    number: usize,
    simulation: &'a Simulation,
    plan: FdtdPlan,
    results: Results,
}

/// Scenes of the same grid size together, as many as fit.
fn on_gpu(
    device: Device,
    simulations: &[Simulation],
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Vec<Result<Results, Error>> {
    let mut ended: Vec<Option<Result<Results, Error>>> = simulations.iter().map(|_| None).collect();
    let mut stacks: Vec<(StackShape, Vec<Stacked<'_>>)> = Vec::new();
    for (number, simulation) in simulations.iter().enumerate() {
        let begun = simulation.checked_plan(options);
        let begun = begun.and_then(|plan| Ok((simulation.begun(&plan)?, plan)));
        match begun {
            Err(e) => ended[number] = Some(Err(e)),
            Ok((
                _,
                plan @ Plan {
                    layout: Layout::Mom(_) | Layout::Plane(_) | Layout::Grating(_),
                    ..
                },
            )) => {
                ended[number] = Some(simulation.run_planned(&plan, observe));
            }
            Ok((
                results,
                Plan {
                    layout: Layout::Fdtd(plan),
                    ..
                },
            )) => {
                let stacked = Stacked {
                    number,
                    simulation,
                    results,
                    plan: *plan,
                };
                let shape = stacked.plan.stack_shape();
                match stacks.iter_mut().find(|(s, _)| *s == shape) {
                    Some((_, stack)) => stack.push(stacked),
                    None => stacks.push((shape, vec![stacked])),
                }
            }
        }
    }
    let mut stopped = false;
    let budget = options.budget.map_or_else(|| device.budget(), Ok);
    let budget = budget.unwrap_or_else(|_| Budget::of_this_machine());
    for (_, stack) in stacks {
        let bytes = stack.iter().map(|s| needed_bytes(&[&s.plan], device));
        // Besides the device this process has its own memory, which may be the same.
        let besides = if memory::is_shared(device) {
            let kept = stack.iter().map(|s| s.plan.results_bytes()).sum::<u64>();
            let copied = stack.iter().map(|s| s.plan.copied_bytes()).max();
            let shared = memory::beside_device(copied.unwrap_or(0));
            memory::program(options) + kept + memory::total(&shared)
        } else {
            0
        };
        let rest = Budget {
            bytes: budget.bytes.saturating_sub(besides),
        };
        let together = fitting(bytes, rest);
        let mut stack = VecDeque::from(stack);
        while !stack.is_empty() && !stopped {
            let part: Vec<_> = stack.drain(..together.min(stack.len())).collect();
            let told = &mut |progress: &Progress| {
                let answer = observe(progress);
                stopped |= answer.is_break();
                answer
            };
            for (number, result) in run_stack(part, options, told) {
                ended[number] = Some(result);
            }
        }
    }
    started(ended)
}

fn run_stack(
    mut stack: Vec<Stacked<'_>>,
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Vec<(usize, Result<Results, Error>)> {
    let start = Instant::now();
    let outcomes = outcomes(&mut stack, options, observe);
    let (machine, outcomes) = match outcomes {
        Ok(both) => both,
        Err(e) if stack.len() == 1 => return vec![(stack[0].number, Err(e))],
        Err(_) => {
            // A stack that does not fit is halved, down to single scenes if necessary; its records are discarded.
            for stacked in &mut stack {
                stacked.results.quantities.clear();
            }
            let rest = stack.split_off(stack.len() / 2);
            let mut ended = run_stack(stack, options, observe);
            ended.extend(run_stack(rest, options, observe));
            return ended;
        }
    };
    let finish = |(stacked, outcome): (Stacked<'_>, Result<Outcome, _>)| {
        let Stacked {
            number,
            simulation,
            plan,
            mut results,
        } = stacked;
        let result = outcome.map_err(Error::Fdtd).and_then(|outcome: Outcome| {
            results.summary = machine.summary(simulation.scene(), &plan, &outcome, start.elapsed());
            results.require_finite()?;
            Ok(results)
        });
        (number, result)
    };
    stack.into_iter().zip(outcomes).map(finish).collect()
}

type Outcomes = Vec<Result<Outcome, poynting_fdtd::FdtdError>>;

fn outcomes(
    stack: &mut [Stacked<'_>],
    options: &RunOptions,
    observe: &mut Observer<'_>,
) -> Result<(Machine, Outcomes), Error> {
    let machine = Machine::new(options)?;
    let config = stack[0].simulation.config(options);
    let jobs = stack.iter_mut().map(|stacked| Job {
        scene: stacked.simulation.scene(),
        plan: &stacked.plan,
        sink: &mut stacked.results,
        checkpoint: None,
    });
    let told = &mut |progress: &_| observe(&Progress::Fdtd(*progress));
    let outcomes = machine.run_stack(jobs.collect(), config, options, told)?;
    Ok((machine, outcomes))
}
