//! GPUs: which exist, their memory and speed, and how work is run on one.
//!
//! Kernels live with the solvers, except the one that clears a buffer. They are generic over the CubeCL runtime and are passed in as a visitor
//! ([`OnDevice`]), because every backend is a different type.

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

pub use crate::tuning;
pub use device::{GpuDevice, GpuKind, GpuLimits};
pub(crate) use listing::{best_gpu, budget_of_gpu, must_exist, real_gpus, traits_of_gpu};
pub use listing::{copy_bandwidth, gpu_device, gpu_devices};
pub use open::{OnDevice, on_device};

#[cfg(test)]
mod tests;
