//! NVIDIA GPUs through CUDA. CubeCL panics if a library is missing, so every library that it loads is checked first.

use super::copy;
use super::device::{Address, GpuDevice, GpuKind, GpuLimits, Missing};
use crate::{Device, DeviceError};
use cubecl::cuda::CudaDevice;
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute};

/// An empty list means that the driver is installed but finds no GPU.
pub(super) fn devices() -> Result<Vec<GpuDevice>, Missing> {
    probe()?;
    let count = result::init()
        .and_then(|()| result::device::get_count())
        .unwrap_or(0);
    Ok((0..count).filter_map(|n| describe(n).ok()).collect())
}

fn probe() -> Result<(), Missing> {
    // SAFETY: loads NVIDIA's libraries, whose initialisers are safe to run.
    let (driver, compiler) = unsafe {
        (
            sys::is_culib_present(),
            cudarc::nvrtc::sys::is_culib_present(),
        )
    };
    if !driver {
        return Err(Missing {
            what: "the library libcuda was not found".to_owned(),
            cure: "install NVIDIA's driver",
        });
    }
    if !compiler || cubecl::cuda::install::cuda_path().is_none() {
        return Err(Missing {
            what: "the kernel compiler libnvrtc or its headers were not found".to_owned(),
            cure: "install the CUDA toolkit and set CUDA_PATH, or use the GPU through Vulkan (gpu)",
        });
    }
    Ok(())
}

fn describe(n: i32) -> Result<GpuDevice, DriverError> {
    let device = result::device::get(n)?;
    // SAFETY: the device comes from the driver.
    let attribute = |a: Attribute| unsafe { result::device::get_attribute(device, a) };
    // SAFETY: as above.
    let memory = unsafe { result::device::total_mem(device)? } as u64;
    let mut version = 0;
    // SAFETY: writes one number.
    unsafe { sys::cuDriverGetVersion(&raw mut version).result()? };
    let integrated = attribute(Attribute::CU_DEVICE_ATTRIBUTE_INTEGRATED)? != 0;
    Ok(GpuDevice {
        device: Device::Cuda(n as usize),
        name: result::device::get_name(device)?,
        driver: format!("CUDA {}.{}", version / 1000, version % 1000 / 10),
        backend: "cuda",
        kind: if integrated {
            GpuKind::Integrated
        } else {
            GpuKind::Discrete
        },
        memory,
        has_f64: true,
        limits: GpuLimits {
            buffer_bytes: memory,
            buffers: None,
            block_threads: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)? as u32,
        },
        address: Address::Cuda(CudaDevice::new(n as usize)),
    })
}

/// Free memory in bytes.
pub(super) fn free(address: &CudaDevice) -> Option<u64> {
    let device = result::device::get(i32::try_from(address.index).ok()?).ok()?;
    let (free, _) = in_context(device, result::mem_get_info).ok()?;
    Some(free as u64)
}

/// Runs a closure in the context that CubeCL also uses, and restores the thread's context.
fn in_context<T>(
    device: sys::CUdevice,
    act: impl FnOnce() -> Result<T, DriverError>,
) -> Result<T, DriverError> {
    let before = result::ctx::get_current()?;
    // SAFETY: the device comes from the driver; the context is released below, after its last use here.
    unsafe {
        let context = result::primary_ctx::retain(device)?;
        result::ctx::set_current(context)?;
        let outcome = act();
        result::ctx::set_current(before.unwrap_or(std::ptr::null_mut()))?;
        result::primary_ctx::release(device)?;
        outcome
    }
}

/// Device memory, freed in the context it was allocated in.
struct Buffer(sys::CUdeviceptr);

impl Buffer {
    fn new(bytes: usize) -> Result<Self, DriverError> {
        // SAFETY: freed once, when this is dropped.
        unsafe { result::malloc_sync(bytes) }.map(Self)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: made by `new`; nothing can be done about a refusal.
        let _ = unsafe { result::free_sync(self.0) };
    }
}

/// Measures a copy within the device's memory.
pub(super) fn copy_bandwidth(gpu: &GpuDevice, address: &CudaDevice) -> Result<f64, DeviceError> {
    let bytes = copy::size(gpu.limits.buffer_bytes, gpu.memory) as usize;
    let ordinal = i32::try_from(address.index).map_err(|e| gpu.failed(e))?;
    let measure = || {
        let (from, to) = (Buffer::new(bytes)?, Buffer::new(bytes)?);
        copy::bandwidth(bytes as u64, || {
            // SAFETY: both buffers hold `bytes` bytes.
            unsafe { result::memcpy_dtod_sync(to.0, from.0, bytes)? };
            result::ctx::synchronize()
        })
    };
    result::device::get(ordinal)
        .and_then(|device| in_context(device, measure))
        .map_err(|e| gpu.failed(e))
}
