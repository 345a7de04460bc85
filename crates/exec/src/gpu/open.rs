//! Opens a device once per process, with memory allocated at the requested size.

use super::device::{Address, GpuDevice};
use super::graphics;
use super::guard::Watch;
use super::listing::gpu_device;
use super::queue::Queue;
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
    fn run<R: Runtime>(self, queue: Queue<R>, gpu: &GpuDevice) -> Self::Output;
}

/// Runs work on a GPU.
pub fn on_device<V: OnDevice>(device: Device, work: V) -> Result<V::Output, DeviceError> {
    let gpu = gpu_device(device)?;
    allocate_exactly();
    let watch = Watch::begin(gpu.device);
    match &gpu.address {
        Address::Graphics(address) => {
            let client = watch.guarded(|| graphics::open(&gpu, address))?;
            visit(&client, &watch, &gpu, work)
        }
        #[cfg(feature = "cuda")]
        Address::Cuda(address) => {
            let client = watch.guarded(|| cubecl::cuda::CudaRuntime::client(address))?;
            visit(&client, &watch, &gpu, work)
        }
        #[cfg(feature = "hip")]
        Address::Hip(address) => {
            let client = watch.guarded(|| cubecl::hip::HipRuntime::client(address))?;
            visit(&client, &watch, &gpu, work)
        }
    }
}

fn visit<R: Runtime, V: OnDevice>(
    client: &ComputeClient<R>,
    watch: &Arc<Watch>,
    gpu: &GpuDevice,
    work: V,
) -> Result<V::Output, DeviceError> {
    let queue = Queue {
        client: client.clone(),
        device: gpu.device,
        limits: gpu.limits,
        watch: watch.clone(),
    };
    let output = watch.guarded(|| work.run(queue, gpu));
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
