//! The method of moments on a GPU compared with the CPU.

#![allow(clippy::unwrap_used)]

mod assembly;
mod elimination;
#[allow(dead_code, reason = "shared with the tests of the moment method")]
mod meshes;
