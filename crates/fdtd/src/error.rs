//! Errors.

use poynting_checkpoint::CheckpointError;
use poynting_exec::{DeviceError, ExceedsMemory, PoolError};
use poynting_fdtd_core::fault::Fault;
use poynting_fdtd_post::demand::DemandError;
use poynting_geometry::GeometryError;
use poynting_grid::text::millimetres;
use poynting_grid::{DivisionError, GridError};
use poynting_observe::SinkError;
use std::fmt::Write;

/// A run that cannot start or cannot continue.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FdtdError {
    /// A structure cannot be read.
    #[error("structure `{structure}`: {cause}")]
    Geometry {
        /// Its name.
        structure: String,
        /// What is wrong.
        cause: GeometryError,
    },
    /// A scene with two dimensions.
    #[error(
        "the scene has dimension = 2, which is for the method of moments: omit --solver fdtd; for FDTD describe a slice that is one cell \
         thick along z, between z = \"periodic\" faces, with shapes that pass through it (docs/two-dimensions.md)"
    )]
    TwoDimensions,
    /// There is no region to fill with cells.
    #[error(
        "the scene has no `domain`, which FDTD needs for its grid; add [domain] with `from` and `to`, or run the scene \
         with --solver mom"
    )]
    NoDomain,
    /// A waveform without a time function.
    #[error(
        "{what} `{name}` has a phasor waveform, but FDTD runs in the time domain; use another waveform, such as a gaussian, or run the scene \
         with --solver mom"
    )]
    Phasor {
        /// `source` or `port`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A plane wave or a far field without a box.
    #[error(
        "{what} `{name}` has no box: FDTD needs `from` and `to`, the corners of a box in free space around everything that scatters or \
         radiates; add them, or run the scene with --solver mom"
    )]
    NoBox {
        /// `source` or `monitor`.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// A feature of the method of moments only.
    #[error(
        "{what} `{name}` is {kind}, which FDTD does not support; {cure}, or run the scene with --solver mom"
    )]
    MomentsOnly {
        /// `structure` or `monitor`.
        what: &'static str,
        /// Its name.
        name: String,
        /// What it is, with the article.
        kind: &'static str,
        /// The remedy.
        cure: &'static str,
    },
    /// Several items of the scene are wrong.
    #[error("{} problems:{}", .0.len(), listed(.0))]
    Several(Vec<FdtdError>),
    /// The grid cannot be made.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// The model does not fit.
    #[error(transparent)]
    Memory(#[from] ExceedsMemory),
    /// Monitors do not fit, or are not planned quickly.
    #[error(transparent)]
    Demand(#[from] DemandError),
    /// Threads cannot be started.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// Every process has one rank.
    #[error(
        "{ranks} ranks cannot run in {processes} processes; omit --ranks, or start as many processes"
    )]
    RanksOfProcesses {
        /// Number of ranks.
        ranks: usize,
        /// Number of processes.
        processes: usize,
    },
    /// A GPU runs a model on one rank.
    #[error(
        "--ranks divides a grid among threads and processes of the CPU; add --device cpu, or name the devices that share the grid, e.g. --device gpu:0,gpu:1"
    )]
    RanksOnGpu,
    /// The journal of a run cannot be written.
    #[error("the journal of the run: {0}")]
    Journal(#[from] std::io::Error),
    /// A checkpoint cannot be written or used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The grid cannot be divided among so many ranks.
    #[error(transparent)]
    Division(#[from] DivisionError),
    /// The device cannot be used, or failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// Models that cannot be stacked.
    #[error(
        "only models with the same grid size, the same periodic axes and the same precision can be stacked"
    )]
    UnequalStack,
    /// A source acts where the field is fixed.
    #[error(
        "source `{source_name}` drives {component} at ({}), where metal, a wall or a symmetry plane fixes the field, so \
         it has no effect; move it by at least one cell or drive another component",
        millimetres(*at)
    )]
    SourceBlocked {
        /// Its name.
        source_name: String,
        /// The driven component.
        component: &'static str,
        /// Where.
        at: [f64; 3],
    },
    /// A port has no extent on the grid, or is shorted.
    #[error("port `{port}` {problem}")]
    Port {
        /// Its name.
        port: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A metal with a frequency-dependent surface, and no frequency.
    #[error(
        "structure `{structure}` is made of a `conductor`, whose surface impedance is fitted up to the highest frequency, but no maximum frequency is set; \
         add max_frequency under [grid]"
    )]
    Conductor {
        /// Its name.
        structure: String,
    },
    /// A lumped element has no extent on the grid, or is shorted.
    #[error("element `{element}` {problem}")]
    Element {
        /// Its name.
        element: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A wire that the grid cannot represent.
    #[error("wire `{wire}` {problem}")]
    Wire {
        /// Its name.
        wire: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A monitor that cannot be placed on the grid.
    #[error("monitor `{monitor}`: {problem}")]
    Monitor {
        /// Its name.
        monitor: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A plane wave that cannot be set up.
    #[error("source `{source_name}` {problem}")]
    PlaneWave {
        /// Its name.
        source_name: String,
        /// What is wrong and what to do.
        problem: String,
    },
    /// A medium with backward waves reaches an absorbing face.
    #[error(
        "material `{material}` touches the absorbing face {face}, and near {:.4} GHz its permittivity or permeability is so \
         negative that it supports backward waves, which grow in an absorbing layer; end the material one cell before the \
         face, or use another boundary there",
        frequency / 1e9
    )]
    BackwardWaves {
        /// Its name.
        material: String,
        /// Which face.
        face: &'static str,
        /// A frequency at which this occurs, in Hz.
        frequency: f64,
    },
    /// The fields diverged.
    #[error(transparent)]
    Diverged(#[from] Box<Fault>),
    /// Results could not be written.
    #[error("results cannot be written: {0}")]
    Sink(#[from] SinkError),
}

#[cfg(feature = "gpu")]
impl From<poynting_fdtd_gpu::memory::GpuError> for FdtdError {
    fn from(error: poynting_fdtd_gpu::memory::GpuError) -> Self {
        use poynting_fdtd_gpu::memory::GpuError;
        match error {
            GpuError::Device(error) => Self::Device(error),
            GpuError::Memory(error) => Self::Memory(error),
        }
    }
}

/// Each error on a line of its own.
fn listed(errors: &[FdtdError]) -> String {
    errors.iter().fold(String::new(), |mut list, error| {
        let _ = write!(list, "\n- {error}");
        list
    })
}
