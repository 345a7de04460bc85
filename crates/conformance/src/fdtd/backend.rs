//! What is compared: the processor, and what must equal it.

use crate::fdtd::check::Part;
use crate::fdtd::models::Model;
use crate::fdtd::recording::Run;
use poynting_exec::Real;
use poynting_fdtd_core::block::Block;
use poynting_fdtd_core::energy::Energy;
use poynting_fdtd_core::mapping::Mapping;
use poynting_fdtd_core::record::Record;
use poynting_scene::{Precision, Scene};
use std::fmt::Debug;

/// An operator of the time loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// Maxwell's equations.
    Yee,
    /// Absorbing layers.
    Cpml,
    /// Plane waves.
    Incident,
    /// Sources.
    Drive,
    /// Dispersive media.
    Dispersion,
    /// What a node sees around the end of a periodic axis or of a slab.
    Seam,
    /// What is read every step.
    Samples,
    /// What is read now and then.
    Snapshots,
    /// What is transformed.
    Spectra,
}

/// Operators to be applied to a model, one after the other, for some steps.
#[derive(Debug, Clone, Copy)]
pub struct Trial<'a, T: Real> {
    /// The model.
    pub model: &'a Model<T>,
    /// The operators.
    pub operators: &'a [Op],
    /// The steps.
    pub block: Block,
}

/// What a trial left.
#[derive(Debug)]
pub struct Left<T> {
    /// Ex .. Hz in the processor's layout.
    pub fields: [Vec<T>; 6],
    /// What monitors have read.
    pub record: Record<T>,
    /// Sums of each transform.
    pub sums: Vec<Vec<T>>,
}

/// The order in which the cells of a run are visited.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "only a GPU reads all of it")
)]
pub enum Order {
    /// What a backend does when it is not asked.
    Usual,
    /// Plain sweep.
    Sweep {
        /// On so many threads.
        threads: usize,
    },
    /// Skewed tiles.
    Tiles {
        /// Of so many rows.
        rows: usize,
        /// On so many threads.
        threads: usize,
    },
    /// With coefficients at each node.
    Direct,
    /// On a GPU.
    Mapping(Mapping),
    /// On a GPU whose buffers are so small that fields lie in pieces.
    Pieces(Pieces),
}

/// What one buffer of a GPU holds at most.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "only a GPU reads all of it")
)]
pub enum Pieces {
    /// So many planes of one model.
    Planes(usize),
    /// So many models.
    Models(usize),
}

/// Scenes to be run.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The scenes; more than one are a stack.
    pub scenes: &'a [Scene],
    /// Precision of the fields.
    pub precision: Precision,
    /// How.
    pub order: Order,
    /// Interrupted at the first chance after so many steps.
    pub interrupt_at: Option<u64>,
}

/// Something that applies operators and runs scenes.
pub trait Backend {
    /// A way to apply an operator to the whole grid.
    type Way: Debug + Clone;

    /// The name of its columns.
    const NAME: &'static str;

    /// Whether its results must be those of the plain sweep, bit for bit.
    const EXACT: bool;

    /// The ways worth checking.
    fn ways(&self) -> Vec<Self::Way>;

    /// Those in which fields lie in several pieces.
    fn ways_in_slabs(&self) -> Vec<Self::Way>;

    /// Why it lacks a part, if it does.
    fn lacks(&self, part: Part, precision: Precision) -> Option<&'static str>;

    /// Applies operators.
    fn apply<T: Real>(&self, trial: &Trial<'_, T>, way: &Self::Way) -> Result<Left<T>, String>;

    /// The energy of a model, summed in `A` where the backend has a choice.
    fn energy<T: Real, A: Real>(&self, model: &Model<T>, way: &Self::Way)
    -> Result<Energy, String>;

    /// Runs scenes.
    fn run(&self, request: &Request<'_>) -> Result<Vec<Run>, String>;
}
