//! What a measurement must know of its device; a build without GPUs answers for the processor alone.

use poynting::{Device, DeviceError};

/// Cells along each axis that a device works on long enough to be measured, and not for long: 256, or
/// 64 where a driver computes on the processor.
pub fn default_cells(device: Device) -> usize {
    let is_software = device.traits().is_ok_and(|traits| traits.is_software);
    if is_software { 64 } else { 256 }
}

/// Bytes a second of a copy within the device, reads and writes counted, measured.
#[cfg(feature = "gpu")]
pub(crate) fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    poynting::copy_bandwidth(device)
}

#[cfg(not(feature = "gpu"))]
pub(crate) fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    Err(DeviceError::NotInBuild { device })
}
