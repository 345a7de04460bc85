//! From a plan to observations: at each frequency the matrix, its factors, all solutions at once, and the results derived from them.

use std::time::{Duration, Instant};

use poynting_exec::Pool;
use poynting_observe::SinkError;
use poynting_physics::constants::C0;
use poynting_scene::{Precision as Chosen, Scene};

use super::drive::Drive;
use super::figures::Figures;
use super::job::{Config, Ended, Job, Observer, Outcome, Progress, Stage};
use super::keeper::{Finished, Keeper, Restored};
use super::solved::Solved;
use super::stages::Stages;
use super::streams::Streams;
use super::system::Matrix;
use super::warning::warning;
use super::watched::watched;
use crate::krylov::Step as Iteration;
use crate::plan::Plan;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// Solves a scene at all its frequencies.
pub fn run(
    job: Job<'_>,
    config: Config<'_>,
    pool: &Pool,
    observe: &mut Observer<'_>,
) -> Result<Outcome, MomError> {
    job.plan.method.require(config.device())?;
    match job.plan.precision {
        Chosen::F32 => run_in::<f32>(job, config, pool, observe),
        Chosen::F64 => run_in::<f64>(job, config, pool, observe),
    }
}

fn run_in<T: Precision>(
    job: Job<'_>,
    config: Config<'_>,
    pool: &Pool,
    observe: &mut Observer<'_>,
) -> Result<Outcome, MomError> {
    let Job {
        scene,
        plan,
        sink,
        checkpoint,
    } = job;
    let streams = Streams::declare(scene, plan, sink)?;
    let mut outcome = Outcome {
        frequencies: 0,
        figures: Figures::default(),
        times: [Duration::ZERO; 3],
        warnings: Vec::new(),
        ended: Ended::Complete,
    };
    let mut doubts = Vec::new();
    let mut take = |finished: &Finished, outcome: &mut Outcome| -> Result<(), SinkError> {
        let hertz = plan.frequencies[outcome.frequencies];
        let mut values = finished.values.iter();
        values.try_for_each(|(stream, values)| sink.append(*stream, &[hertz], values))?;
        outcome.take(finished);
        doubts.extend(warning::<T>(plan, hertz, &finished.figures));
        Ok(())
    };
    let begun = checkpoint
        .map(|checkpoint| Keeper::begin(checkpoint, &mut |old| take(&old, &mut outcome)))
        .transpose()?;
    let (mut keeper, mut restored) = begun
        .map_or((None, Restored::default()), |(keeper, restored)| {
            (Some(keeper), restored)
        });
    for &hertz in &plan.frequencies[outcome.frequencies..] {
        let mut stands = |&(stage, iteration): &(Stage, Option<Iteration>)| {
            observe(&Progress {
                frequency: outcome.frequencies,
                frequencies: plan.frequencies.len(),
                hertz,
                stage,
                iteration,
            })
        };
        let solving = Solving {
            scene,
            plan,
            config,
            hertz,
        };
        let restored = std::mem::take(&mut restored);
        let step = watched(pool, &mut stands, |watch| {
            solving.solve::<T>(&mut Stages {
                watch: &mut |stage, iteration| watch((stage, iteration.copied())),
                keeper: keeper.as_mut(),
                restored,
            })
        })?;
        let Some(Step { solved, mut times }) = step else {
            outcome.ended = Ended::Interrupt;
            break;
        };
        let start = Instant::now();
        let values = pool.install(|| streams.evaluate(&solved));
        times[2] += start.elapsed().as_secs_f64();
        let finished = Finished {
            values,
            figures: solved.figures,
            times,
        };
        take(&finished, &mut outcome)?;
        if let Some(keeper) = &mut keeper {
            keeper.finished(&finished)?;
        }
    }
    outcome.warnings = first_of(doubts);
    Ok(outcome)
}

/// The first of many identical messages, and their number.
fn first_of(doubts: Vec<String>) -> Vec<String> {
    let others = doubts.len().saturating_sub(1);
    let first = doubts.into_iter().take(1);
    if others == 0 {
        return first.collect();
    }
    let counted = first.map(|doubt| format!("{doubt} (and at {others} more frequencies)"));
    counted.collect()
}

impl Outcome {
    fn take(&mut self, finished: &Finished) {
        self.frequencies += 1;
        self.figures = self.figures.larger(&finished.figures);
        for (total, seconds) in self.times.iter_mut().zip(finished.times) {
            *total += Duration::try_from_secs_f64(seconds).unwrap_or_default();
        }
    }
}

/// One frequency.
struct Solving<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    config: Config<'a>,
    hertz: f64,
}

/// One frequency solved.
struct Step<'a> {
    solved: Solved<'a>,
    /// Seconds of assembly, factorisation and solution.
    times: [f64; 3],
}

impl<'a> Solving<'a> {
    /// None if the observer stopped the run.
    fn solve<T: Precision>(&self, stages: &mut Stages<'_>) -> Result<Option<Step<'a>>, MomError> {
        let plan = self.plan;
        let k = std::f64::consts::TAU * self.hertz / C0;
        let operator = Operator::new(&plan.space, k, plan.equation, plan.tolerance)?;
        if stages.begin(Stage::Assembly).is_break() {
            return Ok(None);
        }
        let start = Instant::now();
        let Some(matrix) = Matrix::<T>::new(plan, &operator, self.config, stages)? else {
            return Ok(None);
        };
        let assembly = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let Some(system) = matrix.ready(plan, self.config.budget, stages)? else {
            return Ok(None);
        };
        let factorisation = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let drive = Drive {
            scene: self.scene,
            plan,
            hertz: self.hertz,
            k,
        };
        let solved = drive.solve(&operator, system, stages)?;
        Ok(solved.map(|solved| Step {
            solved,
            times: [assembly, factorisation, start.elapsed().as_secs_f64()],
        }))
    }
}
