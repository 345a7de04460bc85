//! Conformance of the solvers: every feature on every backend, in both precisions, against the processor.

#[cfg(feature = "gpu")]
mod executed;
pub mod fdtd;
pub mod mom;

#[cfg(feature = "gpu")]
pub use executed::run_executed;
