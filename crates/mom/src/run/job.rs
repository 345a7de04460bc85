//! Input, progress and outcome of a run.

use std::ops::ControlFlow;
use std::time::Duration;

use poynting_exec::{Budget, Device};
use poynting_observe::Sink;
use poynting_scene::Scene;

use poynting_rational::End as SweepEnd;

use super::figures::Figures;
use super::keeper::Checkpoint;
use crate::krylov::Step as Iteration;
use crate::plan::Plan;
use poynting_mom_core::eliminator::Eliminator;
use poynting_mom_core::filler::PanelFiller;

/// A scene to solve, and where the observations go.
pub struct Job<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its plan.
    pub plan: &'a Plan,
    /// Receives the observations.
    pub sink: &'a mut dyn Sink,
    /// Where its state is kept, if it is.
    pub checkpoint: Option<Checkpoint>,
}

/// Execution settings.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// Integrates the entries of a dense matrix in place of the CPU; solution and compressed matrices stay on the CPU.
    pub filler: Option<&'a dyn PanelFiller>,
    /// Takes part in the factorisation of a dense matrix.
    pub eliminator: Option<&'a dyn Eliminator>,
    /// Available memory.
    pub budget: Budget,
}

impl Config<'_> {
    /// The device that integrates the entries of a dense matrix.
    pub fn device(&self) -> Device {
        self.filler.map_or(Device::Cpu, PanelFiller::device)
    }
}

/// Stage of the work at one frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The matrix is assembled, or the part of it that is stored.
    Assembly,
    /// It is factored, or a preconditioner is built.
    Factorisation,
    /// Currents, and the results derived from them.
    Solution,
}

/// State of a run: what begins now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Frequencies done.
    pub frequency: usize,
    /// Number of frequencies to solve.
    pub frequencies: usize,
    /// That number is the largest possible one: a sweep decides.
    pub is_adaptive: bool,
    /// The current one, in hertz.
    pub hertz: f64,
    /// The stage that begins.
    pub stage: Stage,
    /// State of the iteration.
    pub iteration: Option<Iteration>,
}

/// Called with the state of a run; may stop it.
pub type Observer<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All frequencies are solved.
    Complete,
    /// Stopped by the observer.
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

/// Summary of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Frequencies with results.
    pub frequencies: usize,
    /// The largest of each figure.
    pub figures: Figures,
    /// Time of all assemblies, factorisations and solutions.
    pub times: [Duration; 3],
    /// Warnings about the accuracy of the results.
    pub warnings: Vec<String>,
    /// How it ended.
    pub ended: Ended,
    /// What an adaptive sweep did, once it has ended.
    pub sweep: Option<Swept>,
}

/// What an adaptive sweep did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swept {
    /// Frequencies solved.
    pub solved: usize,
    /// Frequencies whose results were interpolated.
    pub interpolated: usize,
    /// Estimated relative error of the interpolated results, 0 if there are none.
    pub deviation: f64,
    /// Why no further frequency was solved.
    pub end: SweepEnd,
    /// Frequencies at which the interpolated network generated power and was replaced by the nearest passive one.
    pub corrected: usize,
}

impl Swept {
    /// The estimated error in dB; none if it is as large as the results.
    pub fn decibels(&self) -> Option<f64> {
        (self.deviation < 1.0).then(|| -20.0 * (1.0 - self.deviation).log10())
    }

    /// `converged`, `budget` or `complete`.
    pub const fn end_name(&self) -> &'static str {
        match self.end {
            SweepEnd::Converged => "converged",
            SweepEnd::Budget => "budget",
            SweepEnd::Complete => "complete",
        }
    }
}
