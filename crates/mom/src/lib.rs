//! Method of moments for conducting surfaces: Rao-Wilton-Glisson functions, the electric, magnetic and combined field
//! integral equations, a dense solution, and what the currents radiate.
//!
//! An entry of the matrix is integrand x quadrature rule x store: what is integrated (`integrand`, `formula`), how ([`Rules`], and from
//! far to near `expansion`, `far`, `close` and `near`), and where the value goes ([`Store`]; [`Dense`] is one). Metres, e^{+jwt}, peak amplitudes.

mod assembly;
mod block_sparse;
#[allow(
    clippy::needless_range_loop,
    reason = "a part is an index into several arrays"
)]
mod circle;
mod close;
mod compression;
mod dense;
mod dipole;
mod division;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
mod elements;
mod entries;
mod error;
mod excitation;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
mod expansion;
mod extracted;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
mod far;
mod field;
mod filler;
mod forecast;
#[doc(hidden)]
pub mod formula;
mod gap;
pub mod hmatrix;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
mod integrand;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod krylov;
mod lanes;
#[allow(
    clippy::needless_range_loop,
    reason = "a direction is an index into several arrays"
)]
pub mod mlfma;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
mod near;
mod near_field;
mod need;
mod network;
mod operator;
mod order;
mod output;
mod pairs;
mod pattern;
mod phase;
mod plan;
mod potential;
mod precision;
pub mod precondition;
mod product;
mod rounded;
mod rule;
mod run;
mod solve;
mod space;
mod statics;
mod testing;
mod trial;
mod vector;

pub use assembly::{Column, Store, Symmetry, assemble, assemble_on, assemble_with};
pub use block_sparse::{BlockRow, BlockSparse, Layout, Sliced};
pub use compression::Compressed;
pub use dense::{Dense, dense_bytes};
pub use dipole::Dipole;
pub use entries::{Entries, Integrated};
pub use error::MomError;
pub use excitation::{Excitation, Gap, PlaneWave, Polarization, edges_in_plane, sides};
pub use far::{Corners, Points};
pub use field::{Field, Phasor};
pub use filler::{Assembly, Filled, PanelFiller};
pub use forecast::{Forecast, Solution};
pub use formula::{Block, Pair};
pub use hmatrix::HMatrix;
pub use integrand::{Electric, Magnetic};
pub use near_field::NearField;
pub use need::Need;
pub use network::{Driven, Network, renormalised};
pub use operator::{Equation, Operator, mean_green};
pub use output::{Radiator, column, currents_at_centroids, density};
pub use pairs::{Fill, Pairs};
pub use pattern::{FarField, axial_ratio_levels, decibels, gain_levels};
pub use plan::{Disk, Method, Plan, PortGap};
pub use poynting_linalg::{Complex, Mat, faer};
pub use precision::Precision;
pub use product::Product;
pub use rule::Rules;
pub use run::{Config, Ended, Figures, Job, Observer, Outcome, Progress, Stage, run};
pub use solve::{Factored, Solutions};
pub use space::{Function, Half, RwgSpace, Share, Triangle};
pub use statics::capacitance;
pub use trial::{DenseTrial, ProductTrial};
