//! Devices that share one model.

use super::error::DeviceError;
use super::name::Device;
use std::fmt;

/// Some devices, at least one. A device may be named several times: it then has several parts of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Devices {
    all: [Device; Self::MOST],
    count: usize,
}

impl Devices {
    /// The largest number of them.
    pub const MOST: usize = 12;

    /// These devices; `None` if there are none or too many.
    pub fn new(devices: &[Device]) -> Option<Self> {
        let mut all = [Device::Cpu; Self::MOST];
        let count = devices.len();
        all.get_mut(..count)
            .filter(|some| !some.is_empty())?
            .copy_from_slice(devices);
        Some(Self { all, count })
    }

    /// The devices.
    pub fn all(&self) -> &[Device] {
        &self.all[..self.count]
    }

    /// The device, if there is only one.
    pub fn one(&self) -> Option<Device> {
        match self.all() {
            [one] => Some(*one),
            _ => None,
        }
    }

    /// The device for work that cannot be shared.
    pub fn single(&self) -> Result<Device, DeviceError> {
        self.one().ok_or_else(|| DeviceError::NotShared {
            devices: self.all().to_vec(),
        })
    }
}

impl From<Device> for Devices {
    fn from(device: Device) -> Self {
        Self {
            all: [device; Self::MOST],
            count: 1,
        }
    }
}

impl fmt::Display for Devices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, device) in self.all().iter().enumerate() {
            let comma = if n > 0 { "," } else { "" };
            write!(f, "{comma}{device}")?;
        }
        Ok(())
    }
}
