//! Compressed matrices and iterative solution, tested against the dense method of moments and their own invariants.

#![allow(clippy::unwrap_used)]

mod adaptive;
mod bands;
mod clustered;
mod compression;
mod hmatrix;
mod kept;
mod krylov;
#[allow(dead_code, reason = "shared with the tests of mom-core")]
mod meshes;
mod mlfma;
mod out_of_core;
mod parts;
mod precondition;
mod recorded;
