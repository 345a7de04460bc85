//! Execution: SIMD dispatch at run time, the flush-to-zero guard, the thread pool, devices, the
//! memory budget, reproducible random numbers and the arena of named state buffers. No physics and no
//! kernels.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod arena;
mod bell;
mod communicator;
#[cfg(feature = "conformance")]
pub mod conformance;
mod device;
mod disk;
mod exact_sum;
mod exhaustion;
mod ftz;
#[cfg(feature = "gpu")]
pub mod gpu;
mod heap;
mod memory;
mod planning;
mod random;
mod ranks;
mod real;
mod scratch;
mod shared;
mod signal;
mod simd;
mod threads;
pub mod tuning;
mod usage;

pub use arena::{Arena, Element, Handle, bytes_of, bytes_of_mut};
pub use bell::Bell;
pub use communicator::{Communicator, Processes};
pub use device::{
    CpuDevice, Device, DeviceChoice, DeviceError, DeviceTraits, Devices, cpu_device, cpu_name,
    l2_bytes,
};
pub use disk::{free_disk, writing_seconds};
pub use exact_sum::ExactSum;
pub use exhaustion::{NotingAllocator, exit_when_exhausted};
pub use ftz::FlushToZero;
#[cfg(feature = "gpu")]
pub use gpu::{
    GpuDevice, GpuKind, GpuLimits, OnDevice, copy_bandwidth, gpu_device, gpu_devices, on_device,
};
pub use heap::{keep_large_blocks_apart, return_freed_memory};
pub use memory::{Budget, ExceedsMemory, format_bytes};
pub use planning::{Effort, NotQuick, PartExceedsMemory, Planning};
pub use random::Random;
pub use ranks::{RankChoice, RankChoiceError};
pub use real::{Arithmetic, Real, cos, sin};
pub use scratch::{Scratch, ScratchError};
pub use shared::SharedSlice;
pub use signal::{
    end_requested, let_file_limits_be_errors, listen_for_ends, listen_for_save_requests,
    save_requested,
};
pub use simd::{Kernel, SimdLevel};
pub use threads::{Pool, PoolError};
pub use usage::{peak_memory, processor_time, resident_memory};
