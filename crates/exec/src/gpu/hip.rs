//! AMD GPUs through HIP. CubeCL panics if a library is missing, so every library that it loads is checked first.

use super::copy;
use super::device::{Address, GpuDevice, GpuKind, GpuLimits, Missing};
use crate::{Device, DeviceError};
use cubecl::hip::AmdDevice;
use cubecl_hip_sys as hip;
use std::ffi::{CStr, c_void};

/// An empty list means that the driver is installed but finds no GPU.
pub(super) fn devices() -> Result<Vec<GpuDevice>, Missing> {
    if !hip::is_available() {
        return Err(Missing {
            what: "the libraries libamdhip64 and libhiprtc were not found".to_owned(),
            cure: "install ROCm and set ROCM_PATH, or use the GPU through Vulkan (gpu)",
        });
    }
    let mut count = 0;
    // SAFETY: writes one number.
    let status = unsafe { hip::hipGetDeviceCount(&raw mut count) };
    let count = check(status).map_or(0, |()| count);
    Ok((0..count).filter_map(|n| describe(n).ok()).collect())
}

/// An error code returned by HIP.
#[derive(Debug, thiserror::Error)]
#[error("HIP error {0}")]
struct Refused(hip::hipError_t);

fn check(status: hip::hipError_t) -> Result<(), Refused> {
    if status == hip::HIP_SUCCESS {
        Ok(())
    } else {
        Err(Refused(status))
    }
}

fn describe(n: i32) -> Result<GpuDevice, Refused> {
    let mut version = 0;
    // SAFETY: plain numbers, for which zeros are valid.
    let mut properties: hip::hipDeviceProp_tR0600 = unsafe { std::mem::zeroed() };
    // SAFETY: each call writes only its output argument; the device index comes from the driver's count.
    unsafe {
        check(hip::hipGetDevicePropertiesR0600(&raw mut properties, n))?;
        check(hip::hipDriverGetVersion(&raw mut version))?;
    }
    // SAFETY: the driver terminates the name with a zero.
    let name = unsafe { CStr::from_ptr(properties.name.as_ptr()) };
    Ok(GpuDevice {
        device: Device::Hip(n as usize),
        name: name.to_string_lossy().into_owned(),
        driver: format!("HIP {}.{}", version / 10_000_000, version / 100_000 % 100),
        backend: "hip",
        kind: if properties.integrated == 0 {
            GpuKind::Discrete
        } else {
            GpuKind::Integrated
        },
        memory: properties.totalGlobalMem as u64,
        has_f64: true,
        limits: GpuLimits {
            buffer_bytes: properties.totalGlobalMem as u64,
            buffers: None,
            block_threads: properties.maxThreadsPerBlock as u32,
        },
        address: Address::Hip(AmdDevice::new(n as usize)),
    })
}

/// Free memory in bytes.
pub(super) fn free(address: &AmdDevice) -> Option<u64> {
    let ordinal = i32::try_from(address.index).ok()?;
    let (mut free, mut total) = (0, 0);
    // SAFETY: the device index comes from the driver's count; the call writes two numbers.
    unsafe {
        check(hip::hipSetDevice(ordinal)).ok()?;
        check(hip::hipMemGetInfo(&raw mut free, &raw mut total)).ok()?;
    }
    Some(free as u64)
}

/// Memory of the current device.
struct Buffer(*mut c_void);

impl Buffer {
    fn new(bytes: usize) -> Result<Self, Refused> {
        let mut start = std::ptr::null_mut();
        // SAFETY: freed once, when this is dropped.
        check(unsafe { hip::hipMalloc(&raw mut start, bytes) })?;
        Ok(Self(start))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: made by `new`; nothing can be done about a refusal.
        let _ = unsafe { hip::hipFree(self.0) };
    }
}

/// Measures a copy within the device's memory.
pub(super) fn copy_bandwidth(gpu: &GpuDevice, address: &AmdDevice) -> Result<f64, DeviceError> {
    let bytes = copy::size(gpu.limits.buffer_bytes, gpu.memory) as usize;
    let ordinal = i32::try_from(address.index).map_err(|e| gpu.failed(e))?;
    let measure = || {
        // SAFETY: the device index comes from the driver's count.
        check(unsafe { hip::hipSetDevice(ordinal) })?;
        let (from, to) = (Buffer::new(bytes)?, Buffer::new(bytes)?);
        copy::bandwidth(bytes as u64, || {
            let kind = hip::hipMemcpyKind_hipMemcpyDeviceToDevice;
            // SAFETY: both buffers hold `bytes` bytes.
            check(unsafe { hip::hipMemcpy(to.0, from.0, bytes, kind) })?;
            // SAFETY: takes no arguments and waits for the device that was set above.
            check(unsafe { hip::hipDeviceSynchronize() })
        })
    };
    measure().map_err(|e: Refused| gpu.failed(e))
}
