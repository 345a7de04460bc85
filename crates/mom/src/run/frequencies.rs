//! From a plan to observations: at each frequency the matrix, its factors, all solutions at once, and the results derived from them.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use poynting_exec::Pool;
use poynting_physics::constants::C0;
use poynting_scene::{Precision as Chosen, Scene};

use super::drive::Drive;
use super::figures::Figures;
use super::job::{Config, Ended, Job, Observer, Outcome, Progress, Stage};
use super::solved::Solved;
use super::streams::Streams;
use super::system::Matrix;
use super::warning::warning;
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
    let Job { scene, plan, sink } = job;
    let streams = Streams::declare(scene, plan, sink)?;
    let mut outcome = Outcome {
        frequencies: 0,
        figures: Figures::default(),
        times: [Duration::ZERO; 3],
        warnings: Vec::new(),
        ended: Ended::Complete,
    };
    let mut doubts = Vec::new();
    for &hertz in &plan.frequencies {
        let mut stands = |stage: Stage, iteration: Option<&Iteration>| {
            observe(&Progress {
                frequency: outcome.frequencies,
                frequencies: plan.frequencies.len(),
                hertz,
                stage,
                iteration: iteration.copied(),
            })
        };
        let solving = Solving {
            scene,
            plan,
            config,
            pool,
            hertz,
        };
        let Some(step) = solving.solve::<T>(&mut stands)? else {
            outcome.ended = Ended::Interrupt;
            break;
        };
        let start = Instant::now();
        pool.install(|| streams.evaluate(&step.solved))
            .into_iter()
            .try_for_each(|(stream, values)| sink.append(stream, &[hertz], &values))?;
        outcome.take(&step, start.elapsed());
        doubts.extend(warning::<T>(plan, hertz, &step.solved.figures));
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
    fn take(&mut self, step: &Step<'_>, postprocessing: Duration) {
        self.frequencies += 1;
        self.figures = self.figures.larger(&step.solved.figures);
        for (total, time) in self.times.iter_mut().zip(step.times) {
            *total += time;
        }
        self.times[2] += postprocessing;
    }
}

/// One frequency.
struct Solving<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    config: Config<'a>,
    pool: &'a Pool,
    hertz: f64,
}

/// One frequency solved.
struct Step<'a> {
    solved: Solved<'a>,
    times: [Duration; 3],
}

/// Called when a stage begins and as its iteration advances.
type Stands<'a> = dyn FnMut(Stage, Option<&Iteration>) -> ControlFlow<()> + 'a;

impl<'a> Solving<'a> {
    /// None if the observer stopped the run.
    fn solve<T: Precision>(&self, stands: &mut Stands<'_>) -> Result<Option<Step<'a>>, MomError> {
        let (plan, pool) = (self.plan, self.pool);
        let k = std::f64::consts::TAU * self.hertz / C0;
        let operator = Operator::new(&plan.space, k, plan.equation, plan.tolerance)?;
        if stands(Stage::Assembly, None).is_break() {
            return Ok(None);
        }
        let start = Instant::now();
        let matrix = pool.install(|| Matrix::<T>::new(plan, &operator, self.config))?;
        let assembly = start.elapsed();
        if stands(Stage::Factorisation, None).is_break() {
            return Ok(None);
        }
        let start = Instant::now();
        let system = pool.install(|| matrix.ready(plan))?;
        let factorisation = start.elapsed();
        if stands(Stage::Solution, None).is_break() {
            return Ok(None);
        }
        let start = Instant::now();
        let drive = Drive {
            scene: self.scene,
            plan,
            hertz: self.hertz,
            k,
        };
        let mut observe = |step: &Iteration| stands(Stage::Solution, Some(step));
        let solved = drive.solve(&operator, &system, pool, &mut observe)?;
        Ok(solved.map(|solved| Step {
            solved,
            times: [assembly, factorisation, start.elapsed()],
        }))
    }
}
