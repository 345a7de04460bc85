//! The available GPUs, and lookup by name.

#[cfg(feature = "cuda")]
use super::cuda;
use super::device::{Address, GpuDevice, GpuKind};
use super::graphics;
#[cfg(feature = "hip")]
use super::hip;
use crate::{Budget, Device, DeviceError, DeviceTraits};

impl GpuDevice {
    /// Memory that a run may use: what the driver reports as free, otherwise all; that of the machine
    /// if the driver computes on the CPU.
    pub fn budget(&self) -> Budget {
        if self.kind == GpuKind::Software {
            return Budget::of_this_machine();
        }
        let free = match &self.address {
            Address::Graphics(address) => graphics::free(address),
            #[cfg(feature = "cuda")]
            Address::Cuda(address) => cuda::free(address),
            #[cfg(feature = "hip")]
            Address::Hip(address) => hip::free(address),
        };
        Budget {
            bytes: free.unwrap_or(self.memory),
        }
    }
}

/// Every GPU that this build can use: those of Vulkan or Metal, then CUDA, then HIP. A card with several
/// drivers is listed under each of those names.
pub fn gpu_devices() -> Vec<GpuDevice> {
    #[allow(unused_mut)]
    let mut gpus = graphics::devices();
    #[cfg(feature = "cuda")]
    gpus.extend(cuda::devices().unwrap_or_default());
    #[cfg(feature = "hip")]
    gpus.extend(hip::devices().unwrap_or_default());
    gpus
}

/// The GPU with this name.
pub fn gpu_device(device: Device) -> Result<GpuDevice, DeviceError> {
    let of_its_kind = match device {
        // No driver is loaded to find that out.
        Device::Cpu => {
            return Err(DeviceError::NoSuchDevice {
                device,
                present: Vec::new(),
            });
        }
        Device::Gpu(_) => graphics::devices(),
        #[cfg(feature = "cuda")]
        Device::Cuda(_) => cuda::devices().map_err(|missing| missing.on(device))?,
        #[cfg(feature = "hip")]
        Device::Hip(_) => hip::devices().map_err(|missing| missing.on(device))?,
        #[allow(unreachable_patterns)]
        _ => return Err(DeviceError::NotInBuild { device }),
    };
    of_its_kind
        .into_iter()
        .find(|gpu| gpu.device == device)
        .ok_or_else(|| DeviceError::NoSuchDevice {
            device,
            present: gpu_devices().iter().map(ToString::to_string).collect(),
        })
}

/// The GPU that `auto` selects, if any.
pub(crate) fn best_gpu() -> Option<Device> {
    best_of(&gpu_devices())
}

/// All GPUs of the kind of the best one, none of them a software driver. A card that two drivers offer is listed once.
pub(crate) fn real_gpus() -> Vec<Device> {
    let gpus = gpu_devices();
    let Some(best) = best_of(&gpus) else {
        return Vec::new();
    };
    let is_of_kind =
        |gpu: &&GpuDevice| gpu.kind != GpuKind::Software && gpu.device.feature() == best.feature();
    gpus.iter()
        .filter(is_of_kind)
        .map(|gpu| gpu.device)
        .collect()
}

pub(super) fn best_of(gpus: &[GpuDevice]) -> Option<Device> {
    gpus.iter()
        .filter(|gpu| gpu.kind != GpuKind::Software)
        .min_by_key(|gpu| gpu.kind)
        .map(|gpu| gpu.device)
}

pub(crate) fn must_exist(device: Device) -> Result<Device, DeviceError> {
    gpu_device(device).map(|gpu| gpu.device)
}

pub(crate) fn traits_of_gpu(device: Device) -> Result<DeviceTraits, DeviceError> {
    gpu_device(device).map(|gpu| DeviceTraits {
        is_software: gpu.kind == GpuKind::Software,
        has_f64: gpu.has_f64,
    })
}

pub(crate) fn budget_of_gpu(device: Device) -> Result<Budget, DeviceError> {
    gpu_device(device).map(|gpu| gpu.budget())
}

/// Measured copy bandwidth within the memory of a device in bytes per second, reads and writes counted.
pub fn copy_bandwidth(device: Device) -> Result<f64, DeviceError> {
    let gpu = gpu_device(device)?;
    match &gpu.address {
        Address::Graphics(address) => graphics::copy_bandwidth(&gpu, address),
        #[cfg(feature = "cuda")]
        Address::Cuda(address) => cuda::copy_bandwidth(&gpu, address),
        #[cfg(feature = "hip")]
        Address::Hip(address) => hip::copy_bandwidth(&gpu, address),
    }
}
