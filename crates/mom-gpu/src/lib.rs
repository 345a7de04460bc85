//! The moment method on GPUs: another way to fill panels of matrix entries.
//!
//! A kernel stands under the file name of its loop in `poynting_mom_core`, whose formulas it is made of. What is exported has neither the runtime
//! nor the precision of a kernel for a parameter, so that kernels are compiled here and nowhere else; only [`assembly`] is open, for
//! runtimes that write kernels out as text.

#![cfg(feature = "gpu")]

pub mod assembly;
mod far;
mod filler;

pub use far::entries_bytes;
pub use filler::GpuFiller;
