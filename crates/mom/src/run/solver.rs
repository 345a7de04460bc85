//! Solves one frequency after another: the matrix, its factors, all solutions at once, and the results derived from them.

use std::time::Instant;

use poynting_exec::Pool;
use poynting_physics::constants::C0;
use poynting_scene::Scene;

use super::drive::Drive;
use super::job::{Config, Observer, Progress, Stage};
use super::keeper::{Finished, Keeper, Restored};
use super::sample::sample;
use super::solved::{Columns, Solved};
use super::stages::Stages;
use super::streams::Streams;
use super::system::{Found, Matrix};
use super::watched::watched;
use crate::krylov::Step as Iteration;
use crate::plan::Plan;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;

/// What a run needs at every frequency.
pub struct Solver<'a, 'o> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// Execution settings.
    pub config: Config<'a>,
    /// Where the work is done.
    pub pool: &'a Pool,
    /// Sees the progress.
    pub observe: &'a mut Observer<'o>,
    /// What is recorded.
    pub streams: &'a Streams,
    /// Keeps the state, if the run has checkpoints.
    pub keeper: Option<Keeper>,
    /// State within a frequency, for the first one that is solved.
    pub restored: Restored,
}

impl Solver<'_, '_> {
    /// Solves a frequency after `done` others, from a guess of the solutions; None if the observer stopped the run.
    pub fn solve<T: Precision>(
        &mut self,
        (hertz, guess): (f64, Option<&Columns<'_>>),
        done: usize,
    ) -> Result<Option<Finished>, MomError> {
        let (frequencies, is_adaptive) = (self.plan.solves(), self.plan.sweep.is_some());
        let observe = &mut *self.observe;
        let mut stands = |&(stage, iteration): &(Stage, Option<Iteration>)| {
            observe(&Progress {
                frequency: done,
                frequencies,
                is_adaptive,
                hertz,
                stage,
                iteration,
            })
        };
        let drive = Drive {
            scene: self.scene,
            plan: self.plan,
            hertz,
            k: std::f64::consts::TAU * hertz / C0,
        };
        let (config, keeper) = (self.config, self.keeper.as_mut());
        let restored = std::mem::take(&mut self.restored);
        let step = watched(self.pool, &mut stands, |watch| {
            drive.step::<T>(
                (config, guess),
                &mut Stages {
                    watch: &mut |stage, iteration| watch((stage, iteration.copied())),
                    keeper,
                    restored,
                },
            )
        })?;
        let Some(Step { found, mut times }) = step else {
            return Ok(None);
        };
        let start = Instant::now();
        let figures = found.figures;
        let columns: Columns<'_> = Box::new(move |n| found.column(n));
        let is_sample = (self.plan.sweep.as_ref()).is_some_and(|sweep| sweep.covers(hertz));
        let (currents, values) = self.pool.install(|| {
            let currents = is_sample.then(|| sample(&drive, &columns));
            let network = drive.network(&columns);
            let solved = drive.solved(columns, network, figures)?;
            Ok::<_, MomError>((currents, self.streams.evaluate(&solved)))
        })?;
        times[2] += start.elapsed().as_secs_f64();
        let finished = Finished {
            hertz,
            values,
            currents: currents.unwrap_or_default(),
            figures,
            times,
        };
        if let Some(keeper) = &mut self.keeper {
            keeper.finished(&finished)?;
        }
        Ok(Some(finished))
    }

    /// The same for an interpolated solution.
    pub fn evaluate(&mut self, solved: &Solved<'_>, done: usize) -> Option<Finished> {
        let stands = Progress {
            frequency: done,
            frequencies: self.plan.solves(),
            is_adaptive: true,
            hertz: solved.hertz,
            stage: Stage::Solution,
            iteration: None,
        };
        if (self.observe)(&stands).is_break() {
            return None;
        }
        let start = Instant::now();
        let values = self.pool.install(|| self.streams.evaluate(solved));
        Some(Finished {
            hertz: solved.hertz,
            values,
            currents: Vec::new(),
            figures: solved.figures,
            times: [0.0, 0.0, start.elapsed().as_secs_f64()],
        })
    }
}

/// One frequency solved.
struct Step<T: Precision> {
    found: Found<T>,
    /// Seconds of assembly, factorisation and solution.
    times: [f64; 3],
}

impl Drive<'_> {
    /// None if the observer stopped the run.
    fn step<T: Precision>(
        &self,
        (config, guess): (Config<'_>, Option<&Columns<'_>>),
        stages: &mut Stages<'_>,
    ) -> Result<Option<Step<T>>, MomError> {
        let plan = self.plan;
        let operator = Operator::new(&plan.space, self.k, plan.equation, plan.tolerance)?;
        if stages.begin(Stage::Assembly)?.is_break() {
            return Ok(None);
        }
        let start = Instant::now();
        let Some(matrix) = Matrix::<T>::new(plan, &operator, config, stages)? else {
            return Ok(None);
        };
        let assembly = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let Some(system) = matrix.ready(plan, config, stages)? else {
            return Ok(None);
        };
        let factorisation = start.elapsed().as_secs_f64();
        let start = Instant::now();
        let found = self.solve(&operator, (system, guess), stages)?;
        Ok(found.map(|found| Step {
            found,
            times: [assembly, factorisation, start.elapsed().as_secs_f64()],
        }))
    }
}
