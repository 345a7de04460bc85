//! From a plan to observations: all frequencies, some of them at the same time, each on one thread.
//!
//! After them the truncation is checked: the highest frequency, and the first and the middle one of many, are solved again with three quarters of the orders,
//! and the largest change of an efficiency is reported. The balance of energy cannot show it, because it holds with any number of orders.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use poynting_exec::Pool;
use poynting_observe::Sink;
use poynting_rcwa::{Orders, Response, solve};
use poynting_scene::Scene;
use rayon::prelude::*;

use crate::error::GratingError;
use crate::plan::Plan;
use crate::streams::{Streams, Values};

/// From this number of frequencies on the truncation is checked at three of them.
const MANY: usize = 10;

/// A scene to solve, and where the observations go.
pub struct Job<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// Receives the observations.
    pub sink: &'a mut dyn Sink,
}

/// State of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Frequencies done.
    pub frequency: usize,
    /// Number of frequencies to solve.
    pub frequencies: usize,
    /// The current one, in hertz.
    pub hertz: f64,
}

/// Called with the state of a run; may stop it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// How a run went.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// Frequencies with results.
    pub frequencies: usize,
    /// Largest part of the power of the wave that is missing when all powers are added.
    pub imbalance: f64,
    /// Largest change of an efficiency with three quarters of the orders; none if there is one order only, or the run was stopped.
    pub truncation: Option<f64>,
    /// Time of the solutions.
    pub solving: Duration,
    /// Whether the observer stopped it.
    pub is_interrupted: bool,
}

/// Solves a scene at all its frequencies.
pub fn run(job: Job<'_>, pool: &Pool, observe: &mut Observer<'_>) -> Result<Outcome, GratingError> {
    let Job { scene, plan, sink } = job;
    let streams = Streams::declare(scene, plan, sink)?;
    let mut outcome = Outcome::default();
    let start = Instant::now();
    let (checked, mut kept) = (checked(plan), Vec::new());
    for batch in plan.frequencies.chunks(plan.at_once) {
        let progress = Progress {
            frequency: outcome.frequencies,
            frequencies: plan.frequencies.len(),
            hertz: batch[0],
        };
        if observe(&progress).is_break() {
            outcome.is_interrupted = true;
            outcome.solving = start.elapsed();
            return Ok(outcome);
        }
        // In the order of the frequencies, whichever thread is first.
        let solved: Vec<Result<Solved, GratingError>> = pool.install(|| {
            let all = batch.par_iter();
            all.map(|&hertz| solved(plan, &streams, hertz)).collect()
        });
        for (&hertz, solved) in batch.iter().zip(solved) {
            let Solved { response, values } = solved?;
            for (stream, values) in &values {
                sink.append(*stream, &[hertz], values)?;
            }
            outcome.imbalance = outcome.imbalance.max(response.imbalance().abs());
            outcome.frequencies += 1;
            if checked.contains(&hertz) {
                kept.push((hertz, response));
            }
        }
    }
    outcome.solving = start.elapsed();
    outcome.truncation = pool.install(|| truncation(plan, &kept))?;
    Ok(outcome)
}

/// A solved frequency.
struct Solved {
    response: Response,
    values: Vec<Values>,
}

fn solved(plan: &Plan, streams: &Streams, hertz: f64) -> Result<Solved, GratingError> {
    let stack = plan.layers.stack(hertz)?;
    let wave = plan.at(hertz)?;
    let failed = |cause| GratingError::Solution { hertz, cause };
    let solution = solve(&stack, wave.incidence, plan.orders).map_err(failed)?;
    let response = solution.response(&wave.illumination).map_err(failed)?;
    let values = streams.values(plan, (hertz, &response), (&solution, &wave));
    Ok(Solved {
        response,
        values: values.map_err(failed)?,
    })
}

/// Where the truncation is checked.
fn checked(plan: &Plan) -> Vec<f64> {
    let all = &plan.frequencies;
    let mut checked = vec![all[all.len() - 1]];
    if all.len() >= MANY {
        checked.extend([all[0], all[all.len() / 2]]);
    }
    checked
}

/// The largest change of an efficiency with fewer orders.
fn truncation(plan: &Plan, kept: &[(f64, Response)]) -> Result<Option<f64>, GratingError> {
    if plan.orders.count() == 1 {
        return Ok(None);
    }
    let fewer = Orders {
        x: 3 * plan.orders.x / 4,
        y: 3 * plan.orders.y / 4,
    };
    let mut most = 0.0_f64;
    for batch in kept.chunks(plan.at_once) {
        let changes: Vec<Result<f64, GratingError>> = (batch.par_iter())
            .map(|(hertz, all)| Ok(change(all, &response(plan, *hertz, fewer)?)))
            .collect();
        for change in changes {
            most = most.max(change?);
        }
    }
    Ok(Some(most))
}

fn response(plan: &Plan, hertz: f64, orders: Orders) -> Result<Response, GratingError> {
    let stack = plan.layers.stack(hertz)?;
    let wave = plan.at(hertz)?;
    solve(&stack, wave.incidence, orders)
        .and_then(|solution| solution.response(&wave.illumination))
        .map_err(|cause| GratingError::Solution { hertz, cause })
}

/// The largest difference of the efficiencies of orders that both have.
fn change(more: &Response, fewer: &Response) -> f64 {
    let reflected = fewer.reflected.iter().filter_map(|order| {
        let other = more.reflected(order.index)?;
        Some((order.efficiency() - other.efficiency()).abs())
    });
    let transmitted = fewer.transmitted.iter().filter_map(|order| {
        let other = more.transmitted(order.index)?;
        Some((order.efficiency() - other.efficiency()).abs())
    });
    reflected.chain(transmitted).fold(0.0, f64::max)
}
