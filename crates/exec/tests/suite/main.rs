//! The public interface of this crate, as solvers use it.
#![allow(clippy::unwrap_used)] // A panicking helper fails its test.

#[cfg(feature = "gpu")]
mod kernel_execution;
#[cfg(feature = "gpu")]
mod kernel_text;
