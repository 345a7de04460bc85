//! Devices by the names a user writes, and their capabilities.

use std::fmt;

/// A device, by the name under which `poynting devices` lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Device {
    /// The CPU.
    #[default]
    Cpu,
    /// A GPU through Vulkan, or Metal on a Mac.
    Gpu(usize),
    /// An NVIDIA GPU through CUDA, in the driver's order.
    Cuda(usize),
    /// An AMD GPU through HIP, in the driver's order.
    Hip(usize),
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cpu => f.write_str("cpu"),
            Self::Gpu(n) => write!(f, "gpu:{n}"),
            Self::Cuda(n) => write!(f, "cuda:{n}"),
            Self::Hip(n) => write!(f, "hip:{n}"),
        }
    }
}

impl Device {
    /// The cargo feature that enables it, if one is needed.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Self::Cpu => None,
            Self::Gpu(_) => Some("gpu"),
            Self::Cuda(_) => Some("cuda"),
            Self::Hip(_) => Some("hip"),
        }
    }
}

/// Capabilities of a device that every program must know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceTraits {
    /// Whether it is a GPU emulated on the CPU by its driver.
    pub is_software: bool,
    /// Whether it supports double precision.
    pub has_f64: bool,
}
