//! The method of moments on GPUs: fills panels of matrix entries, and takes part in LU decompositions.
//!
//! A kernel has the file name of its loop in `poynting_mom_core`, whose formulas it uses. The exported items have neither the runtime
//! nor the precision of a kernel as a parameter, so kernels are compiled only here; [`assembly`] alone is generic, for
//! runtimes that write kernels out as text.

#![cfg(feature = "gpu")]

pub mod assembly;
pub mod elimination;
mod eliminator;
mod filler;
mod regular;

pub use eliminator::GpuEliminator;
pub use filler::GpuFiller;
pub use regular::entries_bytes;
