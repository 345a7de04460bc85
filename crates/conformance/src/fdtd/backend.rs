//! The backends compared: the processor, and those that must match it.

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
    /// The PML.
    Cpml,
    /// Plane waves.
    Incident,
    /// Sources.
    Drive,
    /// Dispersive media.
    Dispersion,
    /// Ghost values of a periodic axis or of a slab.
    Ghosts,
    /// Monitors read every step.
    Samples,
    /// Monitors read periodically.
    Snapshots,
    /// Monitors transformed to frequency.
    Spectra,
}

/// Operators applied to a model, one after the other, for some steps.
#[derive(Debug, Clone, Copy)]
pub struct OperatorCase<'a, T: Real> {
    /// The model.
    pub model: &'a Model<T>,
    /// The operators.
    pub operators: &'a [Op],
    /// The steps.
    pub block: Block,
}

/// The outcome of a case.
#[derive(Debug)]
pub struct OperatorOutcome<T> {
    /// Ex .. Hz in the processor's layout.
    pub fields: [Vec<T>; 6],
    /// The records of the monitors.
    pub record: Record<T>,
    /// Sums of each transform.
    pub sums: Vec<Vec<T>>,
}

/// The order in which the cells of a run are updated.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "only a GPU reads all of it")
)]
pub enum Order {
    /// The backend's default.
    Usual,
    /// Plain sweep.
    Sweep {
        /// Number of threads.
        threads: usize,
    },
    /// Skewed tiles.
    Tiles {
        /// Rows per tile.
        rows: usize,
        /// Number of threads.
        threads: usize,
    },
    /// Tiles on ranks that share the grid.
    Ranks {
        /// Their numbers along x, y and z.
        parts: [usize; 3],
        /// Layers of their halos.
        halo: usize,
    },
    /// On a GPU that shares the grid with another device.
    Shared,
    /// With coefficients stored at each node.
    Direct,
    /// On a GPU.
    Mapping(Mapping),
    /// On a GPU with buffers so small that fields are split into pieces.
    Pieces(Pieces),
}

/// The capacity of one GPU buffer.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "only a GPU reads all of it")
)]
pub enum Pieces {
    /// This many planes of one model.
    Planes(usize),
    /// This many models.
    Models(usize),
}

/// Scenes to be run.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The scenes; several form a stack.
    pub scenes: &'a [Scene],
    /// Precision of the fields.
    pub precision: Precision,
    /// The update order.
    pub order: Order,
    /// Interrupted at the first opportunity after this many steps.
    pub interrupt_at: Option<u64>,
}

/// A backend that applies operators and runs scenes.
pub trait Backend {
    /// A way to apply an operator to the whole grid.
    type Way: Debug + Clone;

    /// Whether its results must match the plain sweep, bit for bit.
    const EXACT: bool;

    /// The name in its columns.
    fn name(&self) -> &'static str;

    /// The ways worth checking.
    fn ways(&self) -> Vec<Self::Way>;

    /// The ways in which fields are split into several pieces.
    fn ways_in_slabs(&self) -> Vec<Self::Way>;

    /// Orders in which every scene is run, besides those of its row.
    fn orders(&self) -> &'static [Order] {
        &[]
    }

    /// Why it does not support a part, if so.
    fn lacks(&self, part: Part, precision: Precision) -> Option<&'static str>;

    /// Applies operators.
    fn apply<T: Real>(
        &self,
        case: &OperatorCase<'_, T>,
        way: &Self::Way,
    ) -> Result<OperatorOutcome<T>, String>;

    /// The energy of a model, summed in `A` if the backend has a choice.
    fn energy<T: Real, A: Real>(&self, model: &Model<T>, way: &Self::Way)
    -> Result<Energy, String>;

    /// Runs scenes.
    fn run(&self, request: &Request<'_>) -> Result<Vec<Run>, String>;
}
