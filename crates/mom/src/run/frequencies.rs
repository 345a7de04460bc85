//! From a plan to observations at all its frequencies: each is solved, or an adaptive sweep solves few and interpolates the others.

use std::time::Duration;

use poynting_checkpoint::CheckpointError;
use poynting_exec::Pool;
use poynting_observe::{Sink, SinkError};
use poynting_scene::Precision as Chosen;

use super::adaptive::{Adaptive, observed};
use super::figures::Figures;
use super::job::{Config, Ended, Job, Observer, Outcome};
use super::keeper::{Finished, Keeper, Restored};
use super::solver::Solver;
use super::streams::Streams;
use super::warning::warning;
use crate::plan::{Plan, SweepPlan};
use crate::state::unfit;
use poynting_mom_core::error::MomError;
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
    let (keeper, finished, restored) = match checkpoint.map(Keeper::begin).transpose()? {
        Some((keeper, finished, restored)) => (Some(keeper), finished, restored),
        None => (None, Vec::new(), Restored::default()),
    };
    let mut solver = Solver {
        scene,
        plan,
        config,
        pool,
        observe,
        streams: &streams,
        keeper,
        restored,
    };
    let mut record = Record::new(plan, sink);
    match &plan.sweep {
        None => each::<T>(&mut solver, finished, &mut record)?,
        Some(planned) => few::<T>(&mut solver, (planned, finished), &mut record)?,
    }
    Ok(record.outcome())
}

/// Solves every frequency that an earlier run has not finished.
fn each<T: Precision>(
    solver: &mut Solver<'_, '_>,
    finished: Vec<Finished>,
    record: &mut Record<'_>,
) -> Result<(), MomError> {
    let frequencies = &solver.plan.frequencies;
    let done = finished.len();
    let fits = |(n, old): (usize, &Finished)| frequencies.get(n) == Some(&old.hertz);
    if !finished.iter().enumerate().all(fits) {
        return Err(CheckpointError::State(unfit()).into());
    }
    for old in finished {
        record.take::<T>(&old)?;
    }
    for &hertz in &frequencies[done..] {
        let Some(finished) = solver.solve::<T>((hertz, None), record.outcome.frequencies)? else {
            record.interrupt();
            return Ok(());
        };
        record.take::<T>(&finished)?;
    }
    Ok(())
}

/// Solves the frequencies that a sweep proposes, and interpolates the others.
fn few<T: Precision>(
    solver: &mut Solver<'_, '_>,
    (planned, finished): (&SweepPlan, Vec<Finished>),
    record: &mut Record<'_>,
) -> Result<(), MomError> {
    let (scene, plan, pool) = (solver.scene, solver.plan, solver.pool);
    let observed = observed(scene, plan, planned)?;
    let mut adaptive = Adaptive::new((scene, plan), planned, &observed)?;
    for old in finished {
        if !adaptive.fits(&old) {
            return Err(CheckpointError::State(unfit()).into());
        }
        pool.install(|| adaptive.add(old))?;
    }
    let mut is_stopped = false;
    while let Some(hertz) = adaptive.next() {
        let solved = {
            let guess = adaptive.guess(hertz);
            solver.solve::<T>((hertz, guess.as_ref()), adaptive.solved())?
        };
        let Some(finished) = solved else {
            is_stopped = true;
            break;
        };
        pool.install(|| adaptive.add(finished))?;
    }
    let answers = if is_stopped {
        Vec::new()
    } else {
        adaptive.answers()
    };
    for &hertz in &plan.frequencies {
        if let Some(finished) = adaptive.at(hertz) {
            record.take::<T>(finished)?;
        } else if let Some(answer) = answers.iter().find(|a| a.frequency == hertz) {
            let done = adaptive.solved();
            let Some(solved) = pool.install(|| adaptive.solution(answer))? else {
                continue;
            };
            let Some(finished) = solver.evaluate(&solved, done) else {
                record.interrupt();
                return Ok(());
            };
            record.write(&finished)?;
        }
    }
    if is_stopped {
        record.interrupt();
        return Ok(());
    }
    record.outcome.sweep = Some(adaptive.outcome());
    record.outcome.warnings = adaptive.warnings();
    Ok(())
}

/// Observations on their way to the sink, and what they tell of the run.
struct Record<'a> {
    plan: &'a Plan,
    sink: &'a mut dyn Sink,
    outcome: Outcome,
    doubts: Vec<String>,
}

impl<'a> Record<'a> {
    fn new(plan: &'a Plan, sink: &'a mut dyn Sink) -> Self {
        Self {
            plan,
            sink,
            outcome: Outcome {
                frequencies: 0,
                figures: Figures::default(),
                times: [Duration::ZERO; 3],
                warnings: Vec::new(),
                ended: Ended::Complete,
                sweep: None,
            },
            doubts: Vec::new(),
        }
    }

    /// A frequency that was solved.
    fn take<T: Precision>(&mut self, finished: &Finished) -> Result<(), MomError> {
        self.write(finished)?;
        let found = warning::<T>(self.plan, finished.hertz, &finished.figures);
        self.doubts.extend(found);
        Ok(())
    }

    /// Any frequency.
    fn write(&mut self, finished: &Finished) -> Result<(), SinkError> {
        let mut values = finished.values.iter();
        let at = [finished.hertz];
        values.try_for_each(|(stream, values)| self.sink.append(*stream, &at, values))?;
        let outcome = &mut self.outcome;
        outcome.frequencies += 1;
        outcome.figures = outcome.figures.larger(&finished.figures);
        for (total, seconds) in outcome.times.iter_mut().zip(finished.times) {
            *total += Duration::try_from_secs_f64(seconds).unwrap_or_default();
        }
        Ok(())
    }

    fn interrupt(&mut self) {
        self.outcome.ended = Ended::Interrupt;
    }

    fn outcome(mut self) -> Outcome {
        self.outcome.warnings.extend(first_of(self.doubts));
        self.outcome
    }
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
