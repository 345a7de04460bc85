//! These run on a real driver; lavapipe (Debian: mesa-vulkan-drivers) is enough.

use super::guard::{Watch, report};
use super::listing::best_of;
use super::queue::Queue;
use super::*;
use crate::{Budget, Device, DeviceChoice, DeviceError};
use cubecl::Runtime;

/// The first GPU of the machine that the tests run on.
fn first() -> GpuDevice {
    gpu_device(Device::Gpu(0)).expect("the tests need a Vulkan driver, e.g. mesa-vulkan-drivers")
}

/// Buffers of these sizes, all alive at once; the bytes reserved for them, and after they are dropped.
struct Allocate<'a>(&'a [usize]);

impl OnDevice for Allocate<'_> {
    type Output = (u64, u64);

    fn run<R: Runtime>(self, queue: Queue<R>, _: &GpuDevice) -> (u64, u64) {
        let client = queue.client;
        let reserved = || client.memory_usage().unwrap().bytes_reserved;
        let before = reserved();
        let buffers: Vec<_> = self.0.iter().map(|&n| client.empty(n)).collect();
        let held = reserved() - before;
        drop(buffers);
        client.memory_cleanup();
        (held, reserved() - before)
    }
}

/// Copies bytes to the device and back.
struct RoundTrip(Vec<u8>);

impl OnDevice for RoundTrip {
    type Output = Vec<u8>;

    fn run<R: Runtime>(self, queue: Queue<R>, _: &GpuDevice) -> Vec<u8> {
        let buffer = queue.client.create_from_slice(&self.0);
        queue.client.read_one(buffer).unwrap().to_vec()
    }
}

#[test]
fn gpus_are_described_and_numbered_by_kind() {
    let gpus = gpu_devices();
    assert_eq!(gpus[0], first());
    for (n, gpu) in gpus
        .iter()
        .filter(|g| matches!(g.device, Device::Gpu(_)))
        .enumerate()
    {
        assert_eq!(gpu.device, Device::Gpu(n));
        assert!(!gpu.name.is_empty() && !gpu.driver.is_empty(), "{gpu:?}");
        assert!(gpu.memory > 64 << 20 && gpu.budget().bytes > 0, "{gpu:?}");
        assert!(gpu.limits.buffer_bytes >= 128 << 20, "{gpu:?}");
        assert!(
            gpu.limits.block_threads >= 128 && gpu.limits.buffers.unwrap() >= 8,
            "{gpu:?}"
        );
    }
    let kinds: Vec<_> = gpus
        .iter()
        .filter(|g| g.backend != "cuda" && g.backend != "hip")
        .map(|g| g.kind)
        .collect();
    assert!(kinds.is_sorted(), "{kinds:?}");
}

#[test]
fn numbers_follow_the_kind_then_the_drivers() {
    let gpu = |name: &str, kind| GpuDevice {
        name: name.to_owned(),
        kind,
        ..first()
    };
    let listed = graphics::numbered(vec![
        gpu("s", GpuKind::Software),
        gpu("i", GpuKind::Integrated),
        gpu("d0", GpuKind::Discrete),
        gpu("v", GpuKind::Virtual),
        gpu("d1", GpuKind::Discrete),
    ]);
    let names: Vec<String> = listed.iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "gpu:0 (d0)",
            "gpu:1 (d1)",
            "gpu:2 (i)",
            "gpu:3 (v)",
            "gpu:4 (s)"
        ]
    );
}

#[test]
fn auto_never_takes_a_software_driver() {
    let real = gpu_devices().iter().any(|g| g.kind != GpuKind::Software);
    let auto = DeviceChoice::Auto.resolve().unwrap();
    assert_eq!(auto != Device::Cpu, real, "{auto}");
}

#[test]
fn auto_prefers_a_card_then_what_is_in_the_processor_then_the_first() {
    use GpuKind::{Discrete, Integrated, Software, Virtual};
    let listed = |kinds: &[GpuKind]| {
        let gpus: Vec<GpuDevice> = kinds
            .iter()
            .enumerate()
            .map(|(n, &kind)| GpuDevice {
                device: Device::Gpu(n),
                kind,
                ..first()
            })
            .collect();
        best_of(&gpus)
    };
    assert_eq!(listed(&[]), None);
    assert_eq!(listed(&[Software]), None);
    assert_eq!(listed(&[Software, Virtual]), Some(Device::Gpu(1)));
    assert_eq!(
        listed(&[Virtual, Integrated, Discrete, Discrete]),
        Some(Device::Gpu(2))
    );
}

#[test]
fn the_budget_is_the_drivers_and_that_of_the_machine_on_a_software_driver() {
    let of = |kind| GpuDevice { kind, ..first() }.budget().bytes;
    let by_driver = of(GpuKind::Discrete);
    assert!(by_driver > 0 && by_driver <= first().memory, "{by_driver}");
    let machine = Budget::of_this_machine().bytes as f64;
    let software = of(GpuKind::Software) as f64;
    assert!(software > 0.5 * machine && software < 1.5 * machine);
    assert!(Device::Gpu(0).budget().unwrap().bytes > 1 << 20);
}

#[test]
fn double_precision_is_refused_where_there_is_none() {
    let gpu = GpuDevice {
        has_f64: false,
        ..first()
    };
    assert_eq!(
        gpu.require_f64(),
        Err(DeviceError::NoDouble { device: gpu.device })
    );
}

#[test]
fn a_driver_that_panics_is_a_typed_error() {
    let gpu = first();
    let watch = Watch::begin(gpu.device);
    let error = watch.guarded(|| panic!("the driver said {}", "no"));
    assert_eq!(error, Err::<(), _>(gpu.failed("the driver said no")));
}

/// A panic on a thread of the driver used to end a task silently: what was computed without it passed as a result, and a wait for it had no end.
#[test]
fn a_failure_elsewhere_ends_the_work_and_its_waits() {
    let [gpu, other] = [Device::Gpu(7), Device::Gpu(8)];
    let (watch, bystander) = (Watch::begin(gpu), Watch::begin(other));
    let failing = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        report(
            Some(gpu),
            "wgpu error: Out of Memory\n\nCaused by:\n  In Device::create_buffer\n",
        );
    });
    let never = watch.answered(std::future::pending::<()>());
    let error = gpu.failed("wgpu error: Out of Memory: In Device::create_buffer");
    assert_eq!(cubecl::future::block_on(never), Err(error.clone()));
    failing.join().unwrap();
    assert_eq!(watch.guarded(|| "zeros"), Err(error));
    assert_eq!(bystander.guarded(|| "results"), Ok("results"));
    assert_eq!(Watch::begin(gpu).check(), Ok(()));
}

#[test]
fn a_gpu_that_is_not_there_is_answered_with_those_that_are() {
    let error = DeviceChoice::from(Device::Gpu(99)).resolve().unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("gpu:99") && text.contains(&first().to_string()),
        "{text}"
    );
    assert!(matches!(
        on_device(Device::Cpu, RoundTrip(vec![])),
        Err(DeviceError::NoSuchDevice { .. })
    ));
}

#[test]
fn bytes_go_there_and_come_back_and_a_device_is_opened_more_than_once() {
    let bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    std::thread::scope(|threads| {
        for _ in 0..3 {
            threads.spawn(|| {
                let back = on_device(Device::Gpu(0), RoundTrip(bytes.clone()));
                assert!(back.unwrap() == bytes);
            });
        }
    });
}

#[test]
fn large_buffers_take_their_own_size_and_give_it_back() {
    let sizes = [300 << 20, 100 << 20, 1 << 20, 1000];
    let asked: usize = sizes.iter().sum();
    let (held, left) = on_device(Device::Gpu(0), Allocate(&sizes)).unwrap();
    assert!(
        held >= asked as u64 && held < asked as u64 + 4 * 4096,
        "{held} for {asked}"
    );
    assert_eq!(left, 0);
}

#[test]
fn the_copy_is_measured() {
    let speed = copy_bandwidth(Device::Gpu(0)).unwrap();
    // From a tenth of a GB/s to beyond any existing memory.
    assert!((1e8..1e14).contains(&speed), "{speed}");
}

#[cfg(feature = "cuda")]
#[test]
fn cuda_without_its_driver_is_an_error_and_no_panic() {
    match DeviceChoice::from(Device::Cuda(0)).resolve() {
        Ok(device) => assert_eq!(device, Device::Cuda(0)),
        Err(DeviceError::NoDriver { missing, .. }) => assert!(missing.contains("lib"), "{missing}"),
        Err(other) => assert!(matches!(other, DeviceError::NoSuchDevice { .. }), "{other}"),
    }
    assert!(on_device(Device::Cuda(99), RoundTrip(vec![])).is_err());
}

#[cfg(feature = "hip")]
#[test]
fn hip_without_its_driver_is_an_error_and_no_panic() {
    match DeviceChoice::from(Device::Hip(0)).resolve() {
        Ok(device) => assert_eq!(device, Device::Hip(0)),
        Err(DeviceError::NoDriver { missing, .. }) => assert!(missing.contains("lib"), "{missing}"),
        Err(other) => assert!(matches!(other, DeviceError::NoSuchDevice { .. }), "{other}"),
    }
    assert!(on_device(Device::Hip(99), RoundTrip(vec![])).is_err());
}
