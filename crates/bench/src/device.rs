//! Device properties needed for a measurement; a build without GPU support covers the processor only.

use poynting::{Device, DeviceError};

/// Cells along each axis that keep a device busy long enough to measure, but not for long: 256, or
/// 64 if a driver computes on the processor.
pub fn default_cells(device: Device) -> usize {
    let is_software = device.traits().is_ok_and(|traits| traits.is_software);
    if is_software { 64 } else { 256 }
}

/// Measured copy bandwidth within the device in bytes per second, counting reads and writes.
#[cfg(feature = "gpu")]
pub(crate) fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    poynting::copy_bandwidth(device)
}

#[cfg(not(feature = "gpu"))]
pub(crate) fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    Err(DeviceError::NotInBuild { device })
}
