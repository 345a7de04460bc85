//! GPUs through a graphics API: Vulkan, or Metal on a Mac.

use super::copy;
use super::device::{Address, GpuDevice, GpuKind, GpuLimits};
use super::guard::{Watch, report, report_lost};
use crate::memory::total_memory;
use crate::{Device, DeviceError};
use cubecl::Runtime;
use cubecl::future::block_on;
use cubecl::prelude::ComputeClient;
use cubecl::wgpu::{AutoGraphicsApi, GraphicsApi, RuntimeOptions, WgpuDevice, WgpuRuntime};
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::panicking;
use wgpu::{DeviceLostReason, DeviceType};

/// The GPUs in the order of their numbers.
pub(super) fn devices() -> Vec<GpuDevice> {
    let describe = |(address, adapter): &(_, _)| describe(address, adapter);
    numbered(adapters().iter().map(describe).collect())
}

/// Numbers them by kind, then in the order of the drivers.
pub(super) fn numbered(mut gpus: Vec<GpuDevice>) -> Vec<GpuDevice> {
    gpus.sort_by_key(|gpu| gpu.kind);
    for (n, gpu) in gpus.iter_mut().enumerate() {
        gpu.device = Device::Gpu(n);
    }
    gpus
}

/// The usable adapters, with CubeCL's names for them. Drivers are queried once per process: it takes a
/// while, and numbers must not change during a run. A card with several drivers is listed once.
fn adapters() -> &'static [(WgpuDevice, wgpu::Adapter)] {
    static ADAPTERS: OnceLock<Vec<(WgpuDevice, wgpu::Adapter)>> = OnceLock::new();
    ADAPTERS.get_or_init(|| {
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: AutoGraphicsApi::backend().into(),
            flags: wgpu::InstanceFlags::empty(),
            ..wgpu::InstanceDescriptor::new_without_display_handle()
        });
        let all = block_on(instance.enumerate_adapters(AutoGraphicsApi::backend().into()));
        let names = addresses(all.iter().map(|a| a.get_info().device_type));
        let mut buses = HashSet::new();
        let mut first_at = |bus: String| bus.is_empty() || buses.insert(bus);
        names
            .into_iter()
            .zip(all)
            .filter_map(|(name, adapter)| Some((name?, adapter)))
            .filter(|(_, a)| driver::runs_kernels(a) && first_at(a.get_info().device_pci_bus_id))
            .collect()
    })
}

/// CubeCL's names for adapters of these kinds: it counts those of each kind, supports only one software driver,
/// and has no name for other kinds.
fn addresses(kinds: impl Iterator<Item = DeviceType>) -> Vec<Option<WgpuDevice>> {
    let mut seen: Vec<DeviceType> = Vec::new();
    kinds
        .map(|kind| {
            let n = seen.iter().filter(|&&k| k == kind).count();
            seen.push(kind);
            match kind {
                DeviceType::DiscreteGpu => Some(WgpuDevice::DiscreteGpu(n)),
                DeviceType::IntegratedGpu => Some(WgpuDevice::IntegratedGpu(n)),
                DeviceType::VirtualGpu => Some(WgpuDevice::VirtualGpu(n)),
                DeviceType::Cpu => (n == 0).then_some(WgpuDevice::Cpu),
                DeviceType::Other => None,
            }
        })
        .collect()
}

fn describe(address: &WgpuDevice, adapter: &wgpu::Adapter) -> GpuDevice {
    let info = adapter.get_info();
    let limits = adapter.limits();
    let kind = match address {
        WgpuDevice::DiscreteGpu(_) => GpuKind::Discrete,
        WgpuDevice::IntegratedGpu(_) => GpuKind::Integrated,
        WgpuDevice::Cpu => GpuKind::Software,
        _ => GpuKind::Virtual,
    };
    GpuDevice {
        device: Device::Gpu(0),
        name: info.name,
        driver: format!("{} {}", info.driver, info.driver_info)
            .trim()
            .to_owned(),
        backend: if info.backend == wgpu::Backend::Metal {
            "metal"
        } else {
            "vulkan"
        },
        kind,
        // The figure of a software driver is not a limit: it allocates as any program does.
        memory: match kind {
            GpuKind::Software => total_memory(),
            _ => driver::memory(adapter).bytes,
        },
        has_f64: adapter.features().contains(wgpu::Features::SHADER_F64),
        limits: GpuLimits {
            buffer_bytes: limits
                .max_storage_buffer_binding_size
                .min(limits.max_buffer_size),
            buffers: Some(limits.max_storage_buffers_per_shader_stage),
            block_threads: limits.max_compute_invocations_per_workgroup,
        },
        address: Address::Graphics(address.clone()),
    }
}

/// Bytes that the driver reports as still available to this process, if it does.
pub(super) fn free(address: &WgpuDevice) -> Option<u64> {
    driver::memory(adapter(address)?).free
}

fn adapter(address: &WgpuDevice) -> Option<&'static wgpu::Adapter> {
    let found = adapters().iter().find(|(a, _)| a == address);
    found.map(|(_, adapter)| adapter)
}

/// Memory of an adapter, and the part of it that the driver reports as free.
struct Memory {
    bytes: u64,
    free: Option<u64>,
}

#[cfg(not(target_os = "macos"))]
mod driver {
    //! Vulkan queries beyond wgpu.

    use super::Memory;
    use ash::vk;

    /// CubeCL generates SPIR-V kernels if a driver has the Vulkan memory model and buffer addresses; otherwise
    /// it falls back to WGSL, which has no double precision and no narrow integers.
    pub(super) fn runs_kernels(adapter: &wgpu::Adapter) -> bool {
        // SAFETY: the adapter is only queried, and nothing of it is kept or destroyed.
        let Some(vulkan) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else {
            return false;
        };
        if vulkan
            .physical_device_capabilities()
            .properties()
            .api_version
            < vk::API_VERSION_1_2
        {
            return false;
        }
        let mut model = vk::PhysicalDeviceVulkanMemoryModelFeatures::default();
        let mut address = vk::PhysicalDeviceBufferDeviceAddressFeatures::default();
        let mut features = vk::PhysicalDeviceFeatures2::default()
            .push_next(&mut model)
            .push_next(&mut address);
        // SAFETY: the physical device belongs to this instance, and Vulkan 1.2 supports both structures.
        unsafe {
            vulkan
                .shared_instance()
                .raw_instance()
                .get_physical_device_features2(vulkan.raw_physical_device(), &mut features);
        }
        [
            model.vulkan_memory_model,
            model.vulkan_memory_model_device_scope,
            address.buffer_device_address,
        ]
        .iter()
        .all(|&has| has == vk::TRUE)
    }

    /// The largest heap of device-local memory.
    pub(super) fn memory(adapter: &wgpu::Adapter) -> Memory {
        // SAFETY: as in `runs_kernels`.
        let Some(vulkan) = (unsafe { adapter.as_hal::<wgpu::hal::api::Vulkan>() }) else {
            return Memory {
                bytes: 0,
                free: None,
            };
        };
        let tells = vulkan
            .physical_device_capabilities()
            .supports_extension(ash::ext::memory_budget::NAME);
        let mut budget = vk::PhysicalDeviceMemoryBudgetPropertiesEXT::default();
        let mut all = vk::PhysicalDeviceMemoryProperties2::default();
        if tells {
            all = all.push_next(&mut budget);
        }
        // SAFETY: as above; the budget is queried only if the driver supports it.
        unsafe {
            vulkan
                .shared_instance()
                .raw_instance()
                .get_physical_device_memory_properties2(vulkan.raw_physical_device(), &mut all);
        }
        let heaps = all.memory_properties;
        let largest = heaps.memory_heaps_as_slice().iter().enumerate();
        let largest = largest
            .filter(|(_, heap)| heap.flags.contains(vk::MemoryHeapFlags::DEVICE_LOCAL))
            .max_by_key(|(_, heap)| heap.size);
        largest.map_or(
            Memory {
                bytes: 0,
                free: None,
            },
            |(n, heap)| Memory {
                bytes: heap.size,
                free: tells.then(|| budget.heap_budget[n].saturating_sub(budget.heap_usage[n])),
            },
        )
    }
}

#[cfg(target_os = "macos")]
mod driver {
    //! Metal queries beyond wgpu.

    use super::Memory;
    use crate::Budget;
    use crate::memory::total_memory;

    /// Every Metal GPU does.
    pub(super) fn runs_kernels(_: &wgpu::Adapter) -> bool {
        true
    }

    /// CPU and GPU of a Mac share their memory.
    pub(super) fn memory(_: &wgpu::Adapter) -> Memory {
        Memory {
            bytes: total_memory(),
            free: Some(Budget::of_this_machine().bytes),
        }
    }
}

/// CubeCL refuses to set up a device twice, so the process keeps a list of open ones.
static OPENED: Mutex<Vec<WgpuDevice>> = Mutex::new(Vec::new());

/// Opens a device, or returns the open one. Panics if the driver refuses.
pub(super) fn open(gpu: &GpuDevice, address: &WgpuDevice) -> ComputeClient<WgpuRuntime> {
    // The list stays valid after a panic elsewhere.
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    if !opened.contains(address) {
        let setup = cubecl::wgpu::init_setup::<AutoGraphicsApi>(address, RuntimeOptions::default());
        watch(&setup.device, gpu.device);
        opened.push(address.clone());
    }
    WgpuRuntime::client(address)
}

/// Reports failures of an open device.
fn watch(open: &wgpu::Device, device: Device) {
    open.set_device_lost_callback(move |why, reason| {
        if !matches!(why, DeviceLostReason::Destroyed) {
            report_lost(device, &reason);
        }
    });
    open.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        let reason = match &error {
            wgpu::Error::OutOfMemory { source } => format!("{error}\n{source}"),
            _ => error.to_string(),
        };
        report(Some(device), &reason);
        // Ends the task, as the default handler does with a panic; two at a time would end the process.
        if !panicking() {
            resume_unwind(Box::new(reason));
        }
    }));
}

/// Measures a copy within the device's memory, on its own queue.
pub(super) fn copy_bandwidth(gpu: &GpuDevice, address: &WgpuDevice) -> Result<f64, DeviceError> {
    Watch::begin(gpu.device).guarded(|| measure(gpu, address))?
}

fn measure(gpu: &GpuDevice, address: &WgpuDevice) -> Result<f64, DeviceError> {
    let adapter = adapter(address).ok_or_else(|| gpu.failed("it was not found"))?;
    let descriptor = wgpu::DeviceDescriptor {
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) =
        block_on(adapter.request_device(&descriptor)).map_err(|e| gpu.failed(e))?;
    let bytes = copy::size(gpu.limits.buffer_bytes, gpu.memory);
    let buffer = |usage| {
        device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage,
            mapped_at_creation: false,
        })
    };
    let from = buffer(wgpu::BufferUsages::COPY_SRC);
    let to = buffer(wgpu::BufferUsages::COPY_DST);
    copy::bandwidth(bytes, || {
        let mut commands =
            device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        commands.copy_buffer_to_buffer(&from, 0, &to, 0, bytes);
        queue.submit([commands.finish()]);
        device
            .poll(wgpu::PollType::wait_indefinitely())
            .map(|_| ())
            .map_err(|e| gpu.failed(e))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adapters_get_the_names_that_cubecl_gives_them() {
        use DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, Other, VirtualGpu};
        let kinds = [
            IntegratedGpu,
            Cpu,
            DiscreteGpu,
            Cpu,
            Other,
            DiscreteGpu,
            VirtualGpu,
        ];
        let expected = [
            Some(WgpuDevice::IntegratedGpu(0)),
            Some(WgpuDevice::Cpu),
            Some(WgpuDevice::DiscreteGpu(0)),
            None,
            None,
            Some(WgpuDevice::DiscreteGpu(1)),
            Some(WgpuDevice::VirtualGpu(0)),
        ];
        assert_eq!(addresses(kinds.into_iter()), expected);
    }
}
