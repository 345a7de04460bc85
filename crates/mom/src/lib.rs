//! Solves scenes by the method of moments: the plan, a suitable form of the matrix (dense, or compressed by H-matrix or MLFMA), the solution, and
//! the results derived from the currents.
//!
//! Basis functions, integrals and the dense matrix are those of [`poynting_mom_core`].

mod block_sparse;
mod compression;
pub mod hmatrix;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod krylov;
mod measure;
mod memory;
mod memory_table;
#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index into several arrays"
)]
pub mod mlfma;
mod order;
mod out_of_core;
mod plan;
pub mod plane;
pub mod precondition;
mod refinement;
mod run;
mod state;

pub use block_sparse::{BlockRow, BlockSparse, Layout, Sliced};
pub use compression::Compressed;
pub use hmatrix::HMatrix;
pub use measure::{DenseCost, ProductCost, RefinedCost};
pub use memory::MatrixMemory;
pub use memory_table::{MemoryPart, MemoryTable};
pub use plan::{Disk, Method, Plan, PortGap, Slabs, SweepPlan};
pub use poynting_linalg::{Complex, Mat, faer};
pub use poynting_mom_core::{
    Assembly, Block, Column, Corners, Dense, Dipole, Driven, Electric, Eliminator, Entries,
    Equation, Excitation, Factored, Factorisation, FarField, Field, Fill, Filled, Forecast, Gap,
    Integrated, Magnetic, MomError, NearField, Network, Operator, Pair, Pairs, PanelFiller, Phasor,
    PlaneWave, Points, Polarization, Precision, Product, Radiator, Rules, RwgFunction, RwgHalf,
    RwgSpace, Share, Solution, Solutions, Store, Symmetry, Triangle, assemble, assemble_on,
    assemble_with, axial_ratio_levels, capacitance, column, currents_at_centroids, decibels,
    dense_bytes, density, edges_in_plane, gain_levels, mean_green, renormalised, sides,
};
pub use run::{
    Checkpoint, Config, Ended, Figures, Job, Observer, Outcome, Progress, Stage, Swept,
    declarations, run,
};
