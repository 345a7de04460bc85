//! From a plan to observations: frequency after frequency, a matrix, its factors, all solutions at once, and what follows from them.

mod drive;
mod echo;
mod readings;
mod streams;
mod system;
mod watched;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use poynting_exec::{Budget, Device, Pool};
use poynting_observe::Sink;
use poynting_physics::constants::C0;
use poynting_scene::{Precision as Chosen, Scene};

use crate::error::MomError;
use crate::krylov::Step as Iteration;
use crate::operator::Operator;
use crate::plan::{Method, Plan};
use crate::solve::Precision;
use drive::{Drive, Solved};
use streams::Streams;
pub use system::Figures;
use system::Matrix;

/// A solution whose condition number times the rounding of the matrix exceeds this has lost its digits.
const LOST: f64 = 1e-3;
/// A residual above this many roundings of the matrix is a failure of the factors.
const RESIDUAL_ROUNDINGS: f64 = 1e6;

/// A scene to be solved, and where the observations go.
pub struct Job<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// How it is laid out.
    pub plan: &'a Plan,
    /// What takes the observations.
    pub sink: &'a mut dyn Sink,
}

/// Where it runs.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// What makes a dense matrix; factors, solutions and compressed matrices are the processor's.
    pub device: Device,
    /// Memory that may be used.
    pub budget: Budget,
}

/// Part of the work at one frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The matrix is made, or as much of it as is kept.
    Assembly,
    /// It is factored, or a preconditioner is made.
    Factorisation,
    /// Currents, and what follows from them.
    Solution,
}

/// Where a run stands: what begins now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Frequencies that are done.
    pub frequency: usize,
    /// All of them.
    pub frequencies: usize,
    /// The one at work, in hertz.
    pub hertz: f64,
    /// What begins.
    pub stage: Stage,
    /// Where an iteration stands.
    pub iteration: Option<Iteration>,
}

/// Is told where a run stands and may end it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All frequencies are solved.
    Complete,
    /// The observer had enough.
    Interrupt,
}

impl Ended {
    /// `complete` or `interrupt`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Interrupt => "interrupt",
        }
    }
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Frequencies that were solved.
    pub frequencies: usize,
    /// The largest of each figure.
    pub figures: Figures,
    /// Time of all assemblies, factorisations and solutions.
    pub times: [Duration; 3],
    /// What the numbers say about the answers.
    pub warnings: Vec<String>,
    /// How it ended.
    pub ended: Ended,
}

/// Solves a scene at all its frequencies.
pub fn run(
    job: Job<'_>,
    config: Config,
    pool: &Pool,
    observe: &mut Observer<'_>,
) -> Result<Outcome, MomError> {
    job.plan.method.require(config.device)?;
    match job.plan.precision {
        Chosen::F32 => run_in::<f32>(job, config, pool, observe),
        Chosen::F64 => run_in::<f64>(job, config, pool, observe),
    }
}

fn run_in<T: Precision>(
    job: Job<'_>,
    config: Config,
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
        pool.install(|| streams.readings(&step.solved))
            .into_iter()
            .try_for_each(|(stream, values)| sink.append(stream, &[hertz], &values))?;
        outcome.take(&step, start.elapsed());
        doubts.extend(warning::<T>(plan, hertz, &step.solved.figures));
    }
    outcome.warnings = first_of(doubts);
    Ok(outcome)
}

/// The first of many that say the same, and how many there are.
fn first_of(doubts: Vec<String>) -> Vec<String> {
    let others = doubts.len().saturating_sub(1);
    let first = doubts.into_iter().take(1);
    if others == 0 {
        return first.collect();
    }
    let counted = first.map(|doubt| format!("{doubt} (and so at {others} more frequencies)"));
    counted.collect()
}

impl Outcome {
    fn take(&mut self, step: &Step<'_>, reading: Duration) {
        self.frequencies += 1;
        self.figures = self.figures.larger(&step.solved.figures);
        for (total, time) in self.times.iter_mut().zip(step.times) {
            *total += time;
        }
        self.times[2] += reading;
    }
}

/// One frequency.
struct Solving<'a> {
    scene: &'a Scene,
    plan: &'a Plan,
    config: Config,
    pool: &'a Pool,
    hertz: f64,
}

/// One frequency solved.
struct Step<'a> {
    solved: Solved<'a>,
    times: [Duration; 3],
}

/// Is told which stage begins, or where its iteration stands.
type Stands<'a> = dyn FnMut(Stage, Option<&Iteration>) -> ControlFlow<()> + 'a;

impl<'a> Solving<'a> {
    /// Nothing where the observer had enough.
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

/// What the figures say about a solution.
fn warning<T: Precision>(plan: &Plan, hertz: f64, figures: &Figures) -> Option<String> {
    if plan.method != Method::Dense {
        let error = figures.product_error?;
        let asked = plan.accuracy();
        return (error > asked).then(|| {
            format!("at {hertz:.6e} Hz products are good to {error:.1e} only, where {asked:.0e} was asked for{}", cure::<T>())
        });
    }
    let condition = figures.condition?;
    let lost = condition * T::ULP;
    if lost > LOST || !lost.is_finite() {
        return Some(format!(
            "at {hertz:.6e} Hz the condition number of {condition:.1e} leaves {:.0} digits of the currents{}",
            (-lost.log10()).max(0.0),
            cure::<T>()
        ));
    }
    let residual = figures.residual;
    (residual > RESIDUAL_ROUNDINGS * T::ULP).then(|| {
        format!("at {hertz:.6e} Hz the equations are solved to {residual:.1e} only: do not trust the currents")
    })
}

fn cure<T: Precision>() -> &'static str {
    if T::BYTES == 4 {
        "; solve it in double precision (precision = \"f64\" under `mom`)"
    } else {
        ": is the mesh sound?"
    }
}
