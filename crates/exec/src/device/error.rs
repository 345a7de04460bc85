//! Why a device cannot be used: each message says what, why, and what to do.

use super::name::Device;
use std::fmt;

/// A device that cannot be used, or that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeviceError {
    /// Not the name of a device.
    #[error(
        "`{name}` is not the name of a device; write `auto`, `cpu`, `gpu`, `cuda` or `hip`, \
         with a number where there are several, e.g. `gpu:1`"
    )]
    UnknownName {
        /// What was written.
        name: String,
    },
    /// The build lacks what the device needs.
    #[error(
        "{device} needs a build with the feature `{}`: cargo install poynting-cli --features {}",
        feature(*device),
        feature(*device)
    )]
    NotInBuild {
        /// The device asked for.
        device: Device,
    },
    /// The machine has no such device.
    #[error("there is no GPU {device} on this machine; {}", instead(present))]
    NoSuchDevice {
        /// The device asked for.
        device: Device,
        /// The GPUs that are there, with their names.
        present: Vec<String>,
    },
    /// What drives the device is not installed.
    #[error("{device} cannot be used because {missing}; {cure}")]
    NoDriver {
        /// The device asked for.
        device: Device,
        /// What is not there.
        missing: String,
        /// What to install.
        cure: &'static str,
    },
    /// The device has no double precision.
    #[error(
        "{device} cannot compute in double precision; use single precision (f32), another GPU, or the CPU"
    )]
    NoDouble {
        /// The device.
        device: Device,
    },
    /// The driver refused or lost the device.
    #[error(
        "{device} failed: {reason}; try again, update its driver, or run on the CPU (--device cpu)"
    )]
    Failed {
        /// The device.
        device: Device,
        /// What the driver said.
        reason: String,
    },
}

impl Device {
    /// The error of a run that the device ended.
    pub fn failed(self, reason: impl fmt::Display) -> DeviceError {
        DeviceError::Failed {
            device: self,
            reason: reason.to_string(),
        }
    }
}

fn feature(device: Device) -> &'static str {
    device.feature().unwrap_or_default()
}

fn instead(present: &[String]) -> String {
    if present.is_empty() {
        "no driver offers one: install the driver of the GPU, or run on the CPU".to_owned()
    } else {
        format!("there are: {}", present.join(", "))
    }
}
