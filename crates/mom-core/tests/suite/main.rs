//! The dense method of moments, tested against closed forms, tables and its own invariants.

#![allow(clippy::unwrap_used)]

mod antenna;
mod dipole;
mod entries;
mod matrix;
mod meshes;
mod near_field;
mod network;
mod parts;
#[allow(
    clippy::needless_range_loop,
    reason = "corners are indices into several arrays"
)]
mod reference;
mod space;
mod sphere;
mod statics;
mod tables;
