//! A GPU: its kind, its limits for kernels, and its CubeCL address.

use crate::{Device, DeviceError};
use std::fmt;

/// Kind of device, the fastest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GpuKind {
    /// A card with its own memory.
    Discrete,
    /// Integrated with the CPU, sharing its memory.
    Integrated,
    /// A share of a GPU in a virtual machine.
    Virtual,
    /// A driver that computes on the CPU, such as Mesa's lavapipe.
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

/// Limits of a device for kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GpuLimits {
    /// Largest buffer that a kernel can take, in bytes.
    pub buffer_bytes: u64,
    /// Maximum number of buffers of a kernel, if limited; CubeCL reserves one of them.
    pub buffers: Option<u32>,
    /// Maximum threads per block.
    pub block_threads: u32,
}

/// A GPU, as `poynting devices` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GpuDevice {
    /// The name to request it by.
    pub device: Device,
    /// The vendor's name for it.
    pub name: String,
    /// Name and version of its driver.
    pub driver: String,
    /// `vulkan`, `metal`, `cuda` or `hip`.
    pub backend: &'static str,
    /// What kind of device it is.
    pub kind: GpuKind,
    /// Total memory in bytes.
    pub memory: u64,
    /// Whether it supports double precision.
    pub has_f64: bool,
    /// Limits for kernels.
    pub limits: GpuLimits,
    pub(super) address: Address,
}

/// CubeCL's address of a device.
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
    /// Rejects double precision if the device does not support it.
    pub fn require_f64(&self) -> Result<(), DeviceError> {
        if self.has_f64 {
            return Ok(());
        }
        Err(DeviceError::NoDouble {
            device: self.device,
        })
    }

    /// The error of a run that a device failure ended.
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
