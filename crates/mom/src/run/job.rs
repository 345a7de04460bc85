//! What a run is asked for, what it tells on its way, and what it leaves.

use std::ops::ControlFlow;
use std::time::Duration;

use poynting_exec::{Budget, Device};
use poynting_observe::Sink;
use poynting_scene::Scene;

use super::figures::Figures;
use crate::krylov::Step as Iteration;
use crate::plan::Plan;
use poynting_mom_core::filler::PanelFiller;

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
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// What integrates the entries of a dense matrix in place of the processor; factors, solutions and compressed matrices are the processor's.
    pub filler: Option<&'a dyn PanelFiller>,
    /// Memory that may be used.
    pub budget: Budget,
}

impl Config<'_> {
    /// What integrates the entries of a dense matrix.
    pub fn device(&self) -> Device {
        self.filler.map_or(Device::Cpu, PanelFiller::device)
    }
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
