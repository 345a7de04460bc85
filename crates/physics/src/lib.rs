//! Common physics: constants of the vacuum, complex numbers, materials, and the closed forms that a Maxwell solver is
//! tested against.
//!
//! SI units, phasors with e^{+jwt}, peak amplitudes. This crate uses no other of the workspace and discretises
//! nothing; [`dispersion`] is the exact solution of the discrete equations, not a discretisation. The solvers are built on [`media`] and [`hankel`],
//! and [`radiation`] and [`pattern`] evaluate their far fields; the other modules share no formula with these, so that an error there does not
//! also affect the reference.

pub mod cavity;
mod complex;
pub mod conducting_cylinder;
pub mod constants;
pub mod cylinder;
pub mod dipole;
pub mod dispersion;
pub mod guide;
pub mod hankel;
pub mod media;
mod medium;
pub mod microstrip;
pub mod mie;
pub mod pattern;
pub mod radiation;
pub mod slab;
pub mod susceptibility;

pub use complex::{Complex, PhasorArithmetic};
pub use medium::{DiagonalMedium, IsotropicMedium, Loss};
