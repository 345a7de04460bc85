//! Closed forms compared with reference tables and with the equations that they solve.

mod cavity;
mod common;
mod conducting_cylinder;
mod dipole;
mod dispersion;
mod guide;
mod hankel;
mod microstrip;
mod mie;
mod slab;
mod susceptibility;
