//! A GPU: what kind it is, what a kernel may ask of it, and what CubeCL calls it.

use crate::{Device, DeviceError};
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
    pub(super) address: Address,
}

/// What CubeCL calls a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address {
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

/// What a vendor's runtime needs and this machine lacks.
#[cfg(any(feature = "cuda", feature = "hip"))]
pub(super) struct Missing {
    pub what: String,
    pub cure: &'static str,
}

#[cfg(any(feature = "cuda", feature = "hip"))]
impl Missing {
    pub fn on(self, device: Device) -> DeviceError {
        DeviceError::NoDriver {
            device,
            missing: self.what,
            cure: self.cure,
        }
    }
}
