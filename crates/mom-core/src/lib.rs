//! The method of moments for conducting surfaces, up to the dense matrix: Rao-Wilton-Glisson functions, the electric, magnetic and combined
//! field integral equations, integrals to a requested accuracy, dense solution, and radiated fields.
//!
//! An entry of the matrix is integrand x quadrature rule x store: the integrand (`integrand`, `formula`), the quadrature ([`Rules`], and from
//! far to near `expansion`, `regular`, `near_singular` and `singular`), and the destination ([`Store`]; [`Dense`] is one). Metres, e^{+jwt}, peak amplitudes.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod assembly;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod centred;
#[allow(
    clippy::needless_range_loop,
    reason = "a part is an index into several arrays"
)]
pub mod circle;
pub mod columns;
pub mod dense;
pub mod dipole;
pub mod division;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod elements;
pub mod eliminator;
pub mod entries;
pub mod error;
pub mod excitation;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod expansion;
pub mod extracted;
pub mod field;
pub mod filler;
pub mod forecast;
#[doc(hidden)]
pub mod formula;
pub mod gap;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod integrand;
pub mod lanes;
pub mod mirrored;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod mutual;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod mutual_singular;
pub mod near_field;
pub mod near_singular;
pub mod network;
pub mod operator;
pub mod output;
pub mod pairs;
pub mod panel;
pub mod pattern;
pub mod phase;
pub mod potential;
pub mod precision;
pub mod product;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod regular;
pub mod rounded;
pub mod rule;
#[allow(
    clippy::needless_range_loop,
    reason = "a lane is an index into several arrays"
)]
pub mod singular;
pub mod solve;
pub mod space;
pub mod statics;
pub mod testing;
pub mod vector;

pub use assembly::{Column, Store, Symmetry, assemble, assemble_on, assemble_with};
pub use dense::{Dense, dense_bytes};
pub use dipole::Dipole;
pub use eliminator::{Eliminator, Factorisation};
pub use entries::{Entries, Integrated};
pub use error::MomError;
pub use excitation::{Excitation, Gap, PlaneWave, Polarization, edges_in_plane, sides};
pub use field::{Field, Phasor};
pub use filler::{Assembly, Filled, PanelFiller};
pub use forecast::{Forecast, Solution};
pub use formula::{Block, Pair};
pub use integrand::{Combined, Electric, Magnetic};
pub use near_field::NearField;
pub use network::{Driven, Network, renormalised};
pub use operator::{Equation, Operator, mean_green};
pub use output::{Radiator, column, currents_at_centroids, density};
pub use pairs::{Fill, Pairs};
pub use pattern::{FarField, axial_ratio_levels, decibels, gain_levels};
pub use poynting_linalg::{Complex, Mat, faer};
pub use precision::Precision;
pub use product::Product;
pub use regular::{Corners, Points};
pub use rule::Rules;
pub use solve::{Factored, Solutions};
pub use space::{RwgFunction, RwgHalf, RwgSpace, Share, Triangle};
pub use statics::capacitance;
