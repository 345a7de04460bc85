//! Closed forms compared with reference tables and with the equations that they solve.

mod cavity;
mod common;
mod dipole;
mod dispersion;
mod guide;
mod microstrip;
mod mie;
mod slab;
mod susceptibility;
