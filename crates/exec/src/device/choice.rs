//! The device that a user requests, and what it resolves to on this machine.

use super::error::DeviceError;
use super::name::{Device, DeviceTraits};
use super::several::Devices;
use crate::Budget;
#[cfg(feature = "gpu")]
use crate::gpu::{best_gpu, budget_of_gpu, must_exist, real_gpus, traits_of_gpu};
#[cfg(not(feature = "gpu"))]
use no_gpu::{best_gpu, budget_of_gpu, must_exist, real_gpus, traits_of_gpu};
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
    /// Several devices that share a model.
    Several(Devices),
    /// All GPUs and the CPU; only the CPU where there is no GPU.
    All,
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Device(device) => device.fmt(f),
            Self::Several(devices) => devices.fmt(f),
            Self::All => f.write_str("all"),
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

    /// Parses `auto`, `cpu`, `gpu`, `gpu:1`, `cuda:0` and the like; without a number, the first of its kind. Several devices are separated by commas, as in
    /// `gpu:0,gpu:1`; `all` stands for all of them.
    fn from_str(name: &str) -> Result<Self, DeviceError> {
        if name.contains(',') {
            return several(name);
        }
        let unknown = || DeviceError::UnknownName {
            name: name.to_owned(),
        };
        let (kind, index) = match name.split_once(':') {
            Some((kind, number)) => (kind, Some(number.parse().map_err(|_| unknown())?)),
            None => (name, None),
        };
        match (kind, index) {
            ("auto", None) => Ok(Self::Auto),
            ("all", None) => Ok(Self::All),
            ("cpu", None) => Ok(Device::Cpu.into()),
            ("gpu", n) => Ok(Device::Gpu(n.unwrap_or(0)).into()),
            ("cuda", n) => Ok(Device::Cuda(n.unwrap_or(0)).into()),
            ("hip", n) => Ok(Device::Hip(n.unwrap_or(0)).into()),
            _ => Err(unknown()),
        }
    }
}

/// Parses names separated by commas.
fn several(names: &str) -> Result<DeviceChoice, DeviceError> {
    let device = |name: &str| match name.trim().parse()? {
        DeviceChoice::Device(device) => Ok(device),
        _ => Err(DeviceError::UnknownName {
            name: name.to_owned(),
        }),
    };
    let devices: Vec<Device> = names.split(',').map(device).collect::<Result<_, _>>()?;
    if devices
        .iter()
        .filter(|device| **device == Device::Cpu)
        .count()
        > 1
    {
        return Err(DeviceError::CpuTwice);
    }
    let count = devices.len();
    let devices = Devices::new(&devices).ok_or(DeviceError::TooMany { count })?;
    Ok(DeviceChoice::Several(devices))
}

impl DeviceChoice {
    /// The device itself: a named one must exist; `auto` selects a GPU if there is one, a discrete
    /// card before an integrated one, and never a software driver. Several are refused.
    pub fn resolve(self) -> Result<Device, DeviceError> {
        self.resolve_all()?.single()
    }

    /// All devices that are requested.
    pub fn resolve_all(self) -> Result<Devices, DeviceError> {
        let one = match self {
            Self::Auto => best_gpu().unwrap_or_default(),
            Self::Device(device) => available(device)?,
            Self::Several(devices) => {
                for device in devices.all() {
                    available(*device)?;
                }
                return Ok(devices);
            }
            Self::All => {
                let mut devices = real_gpus();
                devices.truncate(Devices::MOST - 1);
                devices.push(Device::Cpu);
                return Ok(Devices::new(&devices).unwrap_or(Device::Cpu.into()));
            }
        };
        Ok(one.into())
    }
}

/// A device that must exist.
fn available(device: Device) -> Result<Device, DeviceError> {
    match device {
        Device::Cpu => Ok(Device::Cpu),
        gpu => must_exist(gpu),
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

    pub(super) fn real_gpus() -> Vec<Device> {
        Vec::new()
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
