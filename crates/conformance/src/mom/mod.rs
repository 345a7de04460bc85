//! Conformance of the method of moments: its matrix and the factors of it on every backend, and products with compressed ones, in both precisions.
//!
//! The processor must give bit-identical results on any number of threads. A GPU must agree with the processor within a stated number of
//! roundings of the largest entry, where the processor uses quadrature rules wherever a GPU does.

mod compressed;
mod factors;
#[cfg(feature = "gpu")]
mod gpu;
mod matrix;
#[cfg(feature = "gpu")]
mod queued;
mod run;
#[cfg(feature = "gpu")]
mod texts;

#[cfg(feature = "gpu")]
pub(crate) use queued::run_on_queue;
pub use run::run;
#[cfg(feature = "gpu")]
pub use texts::kernel_texts;
