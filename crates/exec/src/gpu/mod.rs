//! GPUs: what there are, how much memory and speed they offer, and how work gets onto one.
//!
//! Kernels live with the solvers, but for the one that clears a buffer. They are written for any CubeCL runtime and come here as a visitor
//! ([`OnDevice`]), because every backend is another type.

mod copy;
#[cfg(feature = "cuda")]
mod cuda;
mod device;
mod graphics;
mod guard;
#[cfg(feature = "hip")]
mod hip;
mod listing;
mod open;
pub mod queue;
pub mod text;
pub mod tuning;

pub use device::{GpuDevice, GpuKind, GpuLimits};
pub(crate) use listing::{best_gpu, budget_of_gpu, must_exist, traits_of_gpu};
pub use listing::{copy_bandwidth, gpu_device, gpu_devices};
pub use open::{OnDevice, on_device};

#[cfg(test)]
mod tests;
