//! Closed forms that a Maxwell solver is tested against.
//!
//! SI units, phasors with e^{+jwt}, peak amplitudes. This crate depends on nothing and discretises
//! nothing; [`dispersion`] is the exact solution of the discrete equations, not a discretisation.

pub mod cavity;
mod complex;
pub mod constants;
pub mod dipole;
pub mod dispersion;
pub mod guide;
mod medium;
pub mod microstrip;
pub mod mie;
pub mod pattern;
pub mod slab;
pub mod susceptibility;

pub use complex::Complex;
pub use medium::{DiagonalMedium, Loss, Medium};
