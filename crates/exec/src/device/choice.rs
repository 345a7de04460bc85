//! The device that a user requests, and what it resolves to on this machine.

use super::error::DeviceError;
use super::name::{Device, DeviceTraits};
use crate::Budget;
#[cfg(feature = "gpu")]
use crate::gpu::{best_gpu, budget_of_gpu, must_exist, traits_of_gpu};
#[cfg(not(feature = "gpu"))]
use no_gpu::{best_gpu, budget_of_gpu, must_exist, traits_of_gpu};
use std::fmt;
use std::str::FromStr;

/// A device as requested by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeviceChoice {
    /// The best GPU, or the CPU if there is none.
    #[default]
    Auto,
    /// A specific device.
    Device(Device),
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Device(device) => device.fmt(f),
        }
    }
}

impl From<Device> for DeviceChoice {
    fn from(device: Device) -> Self {
        Self::Device(device)
    }
}

impl FromStr for DeviceChoice {
    type Err = DeviceError;

    /// Parses `auto`, `cpu`, `gpu`, `gpu:1`, `cuda:0` and the like; without a number, the first of its kind.
    fn from_str(name: &str) -> Result<Self, DeviceError> {
        let unknown = || DeviceError::UnknownName {
            name: name.to_owned(),
        };
        let (kind, index) = match name.split_once(':') {
            Some((kind, number)) => (kind, Some(number.parse().map_err(|_| unknown())?)),
            None => (name, None),
        };
        match (kind, index) {
            ("auto", None) => Ok(Self::Auto),
            ("cpu", None) => Ok(Device::Cpu.into()),
            ("gpu", n) => Ok(Device::Gpu(n.unwrap_or(0)).into()),
            ("cuda", n) => Ok(Device::Cuda(n.unwrap_or(0)).into()),
            ("hip", n) => Ok(Device::Hip(n.unwrap_or(0)).into()),
            _ => Err(unknown()),
        }
    }
}

impl DeviceChoice {
    /// The device itself: a named one must exist; `auto` selects a GPU if there is one, a discrete
    /// card before an integrated one, and never a software driver.
    pub fn resolve(self) -> Result<Device, DeviceError> {
        match self {
            Self::Auto => Ok(best_gpu().unwrap_or_default()),
            Self::Device(Device::Cpu) => Ok(Device::Cpu),
            Self::Device(device) => must_exist(device),
        }
    }
}

impl Device {
    /// Memory that a run may use on it.
    pub fn budget(self) -> Result<Budget, DeviceError> {
        match self {
            Self::Cpu => Ok(Budget::of_this_machine()),
            gpu => budget_of_gpu(gpu),
        }
    }

    /// Its capabilities.
    pub fn traits(self) -> Result<DeviceTraits, DeviceError> {
        match self {
            Self::Cpu => Ok(DeviceTraits {
                is_software: false,
                has_f64: true,
            }),
            gpu => traits_of_gpu(gpu),
        }
    }
}

#[cfg(not(feature = "gpu"))]
mod no_gpu {
    //! Stand-ins without the feature `gpu`.

    use super::{Budget, Device, DeviceError, DeviceTraits};

    pub(super) fn best_gpu() -> Option<Device> {
        None
    }

    pub(super) fn must_exist(device: Device) -> Result<Device, DeviceError> {
        Err(DeviceError::NotInBuild { device })
    }

    pub(super) fn traits_of_gpu(device: Device) -> Result<DeviceTraits, DeviceError> {
        Err(DeviceError::NotInBuild { device })
    }

    pub(super) fn budget_of_gpu(device: Device) -> Result<Budget, DeviceError> {
        Err(DeviceError::NotInBuild { device })
    }
}
