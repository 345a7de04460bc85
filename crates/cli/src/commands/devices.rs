//! `poynting devices`: the devices this machine can compute on.

use crate::exit::Exit;
use crate::format;
use crate::output::Output;
use poynting::{CpuDevice, cpu_device, format_bytes};
use serde_json::{Value, json};

/// How to get a build with GPU support.
pub const WITH_GPU: &str =
    "in a clone of the repository, cargo install --locked --path crates/cli --features gpu";

/// List the devices of this machine
#[derive(Debug, clap::Args)]
pub struct Devices {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A device as it is listed.
struct Listed {
    heading: String,
    rows: Vec<(&'static str, String)>,
    json: Value,
}

impl Devices {
    /// Lists the devices.
    pub fn execute(&self, out: &mut Output) -> Exit {
        let mut devices = vec![of_cpu(&cpu_device())];
        devices.extend(gpus::list());
        if self.json {
            let all: Vec<Value> = devices.into_iter().map(|d| d.json).collect();
            out.line(format_args!("{:#}", json!({ "devices": all })));
            return Exit::Success;
        }
        for device in &devices {
            out.line(&device.heading);
            for (name, value) in &device.rows {
                out.line(format_args!("  {name:<9} {value}"));
            }
        }
        for absent in gpus::absent() {
            out.line(absent);
        }
        Exit::Success
    }
}

/// The GPUs that this build can use, by name, and why there are none of a kind.
pub fn gpus() -> (Vec<String>, Vec<String>) {
    let found = gpus::list().into_iter().map(|gpu| gpu.heading);
    (found.collect(), gpus::absent())
}

fn of_cpu(cpu: &CpuDevice) -> Listed {
    let memory = format!(
        "{}, {} available",
        format_bytes(cpu.memory),
        format_bytes(cpu.available)
    );
    let l2 = cpu.l2_bytes.map_or("unknown".to_owned(), |b| {
        format!("{} per core", format_bytes(b))
    });
    let copy = format::si(cpu.copy_bandwidth, "B/s");
    Listed {
        heading: format!("cpu: {}", cpu.name),
        rows: vec![
            ("cores", cpu.cores.to_string()),
            ("SIMD", cpu.simd.to_owned()),
            ("memory", memory),
            ("L2 cache", l2),
            ("bandwidth", format!("{copy}, copy by one thread, measured")),
        ],
        json: json!({
            "device": "cpu",
            "name": cpu.name,
            "cores": cpu.cores,
            "simd": cpu.simd,
            "memory_bytes": cpu.memory,
            "available_bytes": cpu.available,
            "l2_bytes": cpu.l2_bytes,
            "copy_bytes_per_s": cpu.copy_bandwidth,
        }),
    }
}

#[cfg(not(feature = "gpu"))]
mod gpus {
    use super::Listed;

    pub(super) fn list() -> Vec<Listed> {
        Vec::new()
    }

    pub(super) fn absent() -> Vec<String> {
        vec![format!(
            "gpu: requires a build with the feature `gpu`: {}",
            super::WITH_GPU
        )]
    }
}

#[cfg(feature = "gpu")]
mod gpus {
    use super::{Listed, format, format_bytes, json};
    use poynting::{
        Device, DeviceError, GpuDevice, GpuKind, copy_bandwidth, gpu_device, gpu_devices,
    };

    pub(super) fn list() -> Vec<Listed> {
        gpu_devices().iter().map(of_gpu).collect()
    }

    /// Why no device was found of a kind that this build supports.
    pub(super) fn absent() -> Vec<String> {
        [Device::Gpu(0), Device::Cuda(0), Device::Hip(0)]
            .into_iter()
            .filter_map(|device| gpu_device(device).err())
            .filter(|why| !matches!(why, DeviceError::NotInBuild { .. }))
            .map(|why| why.to_string())
            .collect()
    }

    fn of_gpu(gpu: &GpuDevice) -> Listed {
        let copy = copy_bandwidth(gpu.device);
        Listed {
            heading: format!("{}: {}", gpu.device, gpu.name),
            rows: vec![
                ("driver", gpu.driver.clone()),
                ("backend", gpu.backend.to_owned()),
                ("kind", kind(gpu.kind)),
                ("memory", memory(gpu)),
                ("f64", if gpu.has_f64 { "yes" } else { "no" }.to_owned()),
                ("limits", limits(gpu)),
                (
                    "bandwidth",
                    match &copy {
                        Ok(speed) => format!("{}, copy, measured", format::si(*speed, "B/s")),
                        Err(why) => format!("not measured: {why}"),
                    },
                ),
            ],
            json: json!({
                "device": gpu.device.to_string(),
                "name": gpu.name,
                "driver": gpu.driver,
                "backend": gpu.backend,
                "kind": gpu.kind.name(),
                "memory_bytes": gpu.memory,
                "available_bytes": gpu.budget().bytes,
                "f64": gpu.has_f64,
                "max_buffer_bytes": gpu.limits.buffer_bytes,
                "max_buffers": gpu.limits.buffers,
                "max_block_threads": gpu.limits.block_threads,
                "copy_bytes_per_s": copy.ok(),
            }),
        }
    }

    fn kind(kind: GpuKind) -> String {
        match kind {
            GpuKind::Software => "software: runs on the CPU".to_owned(),
            other => other.name().to_owned(),
        }
    }

    fn memory(gpu: &GpuDevice) -> String {
        format!(
            "{}, {} available",
            format_bytes(gpu.memory),
            format_bytes(gpu.budget().bytes)
        )
    }

    fn limits(gpu: &GpuDevice) -> String {
        let buffers = gpu
            .limits
            .buffers
            .map_or(String::new(), |n| format!(", {n} per kernel"));
        format!(
            "buffers of {}{buffers}; {} threads per block",
            format_bytes(gpu.limits.buffer_bytes),
            gpu.limits.block_threads
        )
    }
}
