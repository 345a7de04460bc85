//! Closed forms against reference tables and against the equations that they solve.

mod cavity;
mod common;
mod dipole;
mod dispersion;
mod guide;
mod microstrip;
mod mie;
mod slab;
mod susceptibility;
