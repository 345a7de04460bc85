//! Compressed matrices and iterative solution against the dense moment method and their own laws.

#![allow(clippy::unwrap_used)]

mod clustered;
mod compression;
mod hmatrix;
mod krylov;
#[path = "../../../mom-core/tests/suite/meshes.rs"]
#[allow(dead_code, reason = "shared with the tests of mom-core")]
mod meshes;
mod mlfma;
mod parts;
mod precondition;
