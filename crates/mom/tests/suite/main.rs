//! The moment method against closed forms, tables and its own laws.

#![allow(clippy::unwrap_used)]

mod antenna;
mod clustered;
mod compression;
mod dipole;
mod entries;
mod hmatrix;
mod krylov;
mod matrix;
mod meshes;
mod mlfma;
mod near_field;
mod network;
mod parts;
mod precondition;
#[allow(
    clippy::needless_range_loop,
    reason = "corners are indices into several arrays"
)]
mod reference;
mod space;
mod sphere;
mod statics;
mod tables;
