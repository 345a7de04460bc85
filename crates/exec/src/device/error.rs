//! Why a device cannot be used: each message says what is wrong, why, and what to do.

use super::name::Device;
use super::several::Devices;
use std::fmt;

/// A device that cannot be used, or that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// Not the name of a device.
    #[error(
        "`{name}` is not the name of a device; use `auto`, `cpu`, `gpu`, `cuda` or `hip`, \
         with an index if there are several, e.g. `gpu:1`; several names separated by commas, or `all`, let devices share a model"
    )]
    UnknownName {
        /// The name given.
        name: String,
    },
    /// The processor is named twice.
    #[error(
        "the processor can have only one part of a model: name `cpu` once; it uses all threads"
    )]
    CpuTwice,
    /// Too many devices.
    #[error(
        "{count} devices are named, but at most {} can share a model",
        Devices::MOST
    )]
    TooMany {
        /// Their number.
        count: usize,
    },
    /// Several devices for what runs on one.
    #[error(
        "only an FDTD run of one model can be shared by several devices; name one of {}",
        .devices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    NotShared {
        /// The requested devices.
        devices: Vec<Device>,
    },
    /// The build lacks the feature that the device needs.
    #[error(
        "{device} needs a build with the feature `{}`: in a clone of the repository, cargo install --locked --path \
         crates/cli --features {}",
        feature(*device),
        feature(*device)
    )]
    NotInBuild {
        /// The requested device.
        device: Device,
    },
    /// The machine has no such device.
    #[error("there is no GPU {device} on this machine; {}", instead(present))]
    NoSuchDevice {
        /// The requested device.
        device: Device,
        /// The GPUs that exist, with their names.
        present: Vec<String>,
    },
    /// The driver of the device is not installed.
    #[error("{device} cannot be used because {missing}; {cure}")]
    NoDriver {
        /// The requested device.
        device: Device,
        /// The missing component.
        missing: String,
        /// What to install.
        cure: &'static str,
    },
    /// The device has no double precision.
    #[error(
        "{device} does not support double precision; use single precision (f32), another GPU, or the CPU"
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
        /// The message of the driver.
        reason: String,
    },
}

impl Device {
    /// The error of a run that a device failure ended.
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
        "no driver provides a GPU: install the driver of the GPU, or run on the CPU".to_owned()
    } else {
        format!("available: {}", present.join(", "))
    }
}
