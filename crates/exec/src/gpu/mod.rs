//! GPUs: what there are, how much memory and speed they offer, and how work gets onto one.
//!
//! Kernels live with the solvers, but for the one that clears a buffer. They are written for any CubeCL runtime and come here as a visitor
//! ([`OnDevice`]), because every backend is another type.

mod copy;
#[cfg(feature = "cuda")]
mod cuda;
mod graphics;
#[cfg(feature = "hip")]
mod hip;
mod open;
pub mod queue;
pub mod text;
pub mod tuning;

pub use open::{OnDevice, on_device};

use crate::{Budget, Device, DeviceError, DeviceTraits};
use std::fmt;

/// What kind of device a driver stands for, the fastest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GpuKind {
    /// A card with memory of its own.
    Discrete,
    /// Part of the processor, sharing its memory.
    Integrated,
    /// A share of a GPU in a virtual machine.
    Virtual,
    /// A driver that computes on the processor, such as Mesa's lavapipe.
    Software,
}

impl GpuKind {
    /// A word for listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Software => "software",
        }
    }
}

/// What a kernel may ask of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuLimits {
    /// Bytes of the largest buffer that a kernel can be given.
    pub buffer_bytes: u64,
    /// Buffers that one kernel can be given, where that is limited; CubeCL keeps one of them for itself.
    pub buffers: Option<u32>,
    /// Threads of one block.
    pub block_threads: u32,
}

/// A GPU, as `poynting devices` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GpuDevice {
    /// The name to ask for it.
    pub device: Device,
    /// The name its maker gave it.
    pub name: String,
    /// Name and version of its driver.
    pub driver: String,
    /// `vulkan`, `metal`, `cuda` or `hip`.
    pub backend: &'static str,
    /// What kind of device it is.
    pub kind: GpuKind,
    /// Bytes of memory in all.
    pub memory: u64,
    /// Whether it computes in double precision.
    pub has_f64: bool,
    /// What a kernel may ask of it.
    pub limits: GpuLimits,
    address: Address,
}

/// What CubeCL calls a device.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Address {
    Graphics(cubecl::wgpu::WgpuDevice),
    #[cfg(feature = "cuda")]
    Cuda(cubecl::cuda::CudaDevice),
    #[cfg(feature = "hip")]
    Hip(cubecl::hip::AmdDevice),
}

impl fmt::Display for GpuDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.device, self.name)
    }
}

impl GpuDevice {
    /// Memory that a run may use: what the driver says is free, else all; that of the machine
    /// where the driver computes on the processor.
    pub fn budget(&self) -> Budget {
        if self.kind == GpuKind::Software {
            return Budget::of_this_machine();
        }
        let free = match &self.address {
            Address::Graphics(address) => graphics::free(address),
            #[cfg(feature = "cuda")]
            Address::Cuda(address) => cuda::free(address),
            #[cfg(feature = "hip")]
            Address::Hip(address) => hip::free(address),
        };
        Budget {
            bytes: free.unwrap_or(self.memory),
        }
    }

    /// Refuses double precision where the device has none.
    pub fn require_f64(&self) -> Result<(), DeviceError> {
        if self.has_f64 {
            return Ok(());
        }
        Err(DeviceError::NoDouble {
            device: self.device,
        })
    }

    /// The error of a run that the device ended.
    pub fn failed(&self, reason: impl fmt::Display) -> DeviceError {
        self.device.failed(reason)
    }
}

/// Every GPU that this build can use: those of Vulkan or Metal, then CUDA, then HIP. A card with several
/// drivers is there under each of those names.
pub fn gpu_devices() -> Vec<GpuDevice> {
    #[allow(unused_mut)]
    let mut gpus = graphics::devices();
    #[cfg(feature = "cuda")]
    gpus.extend(cuda::devices().unwrap_or_default());
    #[cfg(feature = "hip")]
    gpus.extend(hip::devices().unwrap_or_default());
    gpus
}

/// The GPU of this name.
pub fn gpu_device(device: Device) -> Result<GpuDevice, DeviceError> {
    let of_its_kind = match device {
        Device::Cpu => vec![],
        Device::Gpu(_) => graphics::devices(),
        #[cfg(feature = "cuda")]
        Device::Cuda(_) => cuda::devices().map_err(|missing| missing.on(device))?,
        #[cfg(feature = "hip")]
        Device::Hip(_) => hip::devices().map_err(|missing| missing.on(device))?,
        #[allow(unreachable_patterns)]
        _ => return Err(DeviceError::NotInBuild { device }),
    };
    of_its_kind
        .into_iter()
        .find(|gpu| gpu.device == device)
        .ok_or_else(|| DeviceError::NoSuchDevice {
            device,
            present: gpu_devices().iter().map(ToString::to_string).collect(),
        })
}

/// The GPU that `auto` means, if any.
pub(crate) fn best_gpu() -> Option<Device> {
    best_of(&gpu_devices())
}

fn best_of(gpus: &[GpuDevice]) -> Option<Device> {
    gpus.iter()
        .filter(|gpu| gpu.kind != GpuKind::Software)
        .min_by_key(|gpu| gpu.kind)
        .map(|gpu| gpu.device)
}

pub(crate) fn must_exist(device: Device) -> Result<Device, DeviceError> {
    gpu_device(device).map(|gpu| gpu.device)
}

pub(crate) fn traits_of_gpu(device: Device) -> Result<DeviceTraits, DeviceError> {
    gpu_device(device).map(|gpu| DeviceTraits {
        is_software: gpu.kind == GpuKind::Software,
        has_f64: gpu.has_f64,
    })
}

pub(crate) fn budget_of_gpu(device: Device) -> Result<Budget, DeviceError> {
    gpu_device(device).map(|gpu| gpu.budget())
}

/// Bytes a second that a device copies within its memory, reads and writes counted, measured.
pub fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    let gpu = gpu_device(device)?;
    match &gpu.address {
        Address::Graphics(address) => graphics::copy_bandwidth(&gpu, address),
        #[cfg(feature = "cuda")]
        Address::Cuda(address) => cuda::copy_bandwidth(&gpu, address),
        #[cfg(feature = "hip")]
        Address::Hip(address) => hip::copy_bandwidth(&gpu, address),
    }
}

/// What a vendor's runtime needs and this machine lacks.
#[cfg(any(feature = "cuda", feature = "hip"))]
struct Missing {
    what: String,
    cure: &'static str,
}

#[cfg(any(feature = "cuda", feature = "hip"))]
impl Missing {
    fn on(self, device: Device) -> DeviceError {
        DeviceError::NoDriver {
            device,
            missing: self.what,
            cure: self.cure,
        }
    }
}

#[cfg(test)]
mod tests;
