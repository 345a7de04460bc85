//! Devices by the names a user writes, and what a program must know of one.

use std::fmt;

/// A device, by the name under which `poynting devices` lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Device {
    /// The processor.
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
    /// The cargo feature that brings it, where one is needed.
    pub fn feature(self) -> Option<&'static str> {
        match self {
            Self::Cpu => None,
            Self::Gpu(_) => Some("gpu"),
            Self::Cuda(_) => Some("cuda"),
            Self::Hip(_) => Some("hip"),
        }
    }
}

/// What a program that runs on any device must know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeviceTraits {
    /// Whether it is a GPU that a driver plays on the processor.
    pub is_software: bool,
    /// Whether it computes in double precision.
    pub has_f64: bool,
}
