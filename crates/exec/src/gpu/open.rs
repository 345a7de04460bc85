//! Opens a device once per process, with memory allocated at the requested size.

use super::device::{Address, GpuDevice};
use super::graphics;
use super::guard::guarded;
use super::listing::gpu_device;
use crate::{Device, DeviceError};
use cubecl::Runtime;
use cubecl::config::memory::PersistentMemory;
use cubecl::config::{CubeClRuntimeConfig, RuntimeConfig};
use cubecl::prelude::ComputeClient;
use std::sync::Arc;

/// Work for a GPU, independent of its backend.
pub trait OnDevice {
    /// What it returns.
    type Output;

    /// Does the work. Device memory that is unused afterwards is released.
    fn run<R: Runtime>(self, client: ComputeClient<R>, gpu: &GpuDevice) -> Self::Output;
}

/// Runs work on a GPU.
pub fn on_device<V: OnDevice>(device: Device, work: V) -> Result<V::Output, DeviceError> {
    let gpu = gpu_device(device)?;
    allocate_exactly();
    match &gpu.address {
        Address::Graphics(address) => visit(&graphics::open(&gpu, address)?, &gpu, work),
        #[cfg(feature = "cuda")]
        Address::Cuda(address) => {
            let client = guarded(&gpu, || cubecl::cuda::CudaRuntime::client(address))?;
            visit(&client, &gpu, work)
        }
        #[cfg(feature = "hip")]
        Address::Hip(address) => {
            let client = guarded(&gpu, || cubecl::hip::HipRuntime::client(address))?;
            visit(&client, &gpu, work)
        }
    }
}

fn visit<R: Runtime, V: OnDevice>(
    client: &ComputeClient<R>,
    gpu: &GpuDevice,
    work: V,
) -> Result<V::Output, DeviceError> {
    // A driver that runs out of memory or loses its device panics within CubeCL.
    let output = guarded(gpu, || work.run(client.clone(), gpu));
    client.memory_cleanup();
    output
}

/// CubeCL's pools are designed for many short-lived tensors and round sizes up to pages, a GiB
/// for 300 MB. A solver has a few large buffers for a whole run; its "persistent" allocations are of
/// the requested size. The configuration can be set once per process and is otherwise read from a file in the current
/// folder; an earlier setting takes precedence.
fn allocate_exactly() {
    let mut configuration = CubeClRuntimeConfig::storage().lock();
    if configuration.is_none() {
        let mut ours = CubeClRuntimeConfig::default().override_from_env();
        ours.memory.persistent_memory = PersistentMemory::Enforced;
        *configuration = Some(Arc::new(ours));
    }
}
