//! Conformance of the solvers: every feature on every backend, in both precisions, against the processor.

pub mod fdtd;
pub mod mom;
