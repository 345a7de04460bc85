//! `poynting devices`: what this machine can compute on.

use crate::exit::Exit;
use crate::format;
use crate::output::Output;
use poynting::{CpuDevice, cpu_device, format_bytes};
use serde_json::json;

/// List what this machine can compute on
#[derive(Debug, clap::Args)]
pub struct Devices {
    /// Print JSON for other programs
    #[arg(long)]
    json: bool,
}

impl Devices {
    /// Lists.
    pub fn execute(&self, out: &mut Output) -> Exit {
        let cpu = cpu_device();
        if self.json {
            out.line(format_args!("{:#}", json!({ "devices": [as_json(&cpu)] })));
            return Exit::Success;
        }
        out.line(format_args!("cpu: {}", cpu.name));
        let rows = [
            ("cores", cpu.cores.to_string()),
            ("SIMD", cpu.simd.to_owned()),
            (
                "memory",
                format!(
                    "{}, {} available",
                    format_bytes(cpu.memory),
                    format_bytes(cpu.available)
                ),
            ),
            (
                "L2 cache",
                cpu.l2_bytes.map_or("unknown".to_owned(), |b| {
                    format!("{} a core", format_bytes(b))
                }),
            ),
            (
                "copy",
                format!(
                    "{}, one thread, measured",
                    format::si(cpu.copy_bandwidth, "B/s")
                ),
            ),
        ];
        for (name, value) in rows {
            out.line(format_args!("  {name:<9} {value}"));
        }
        Exit::Success
    }
}

fn as_json(cpu: &CpuDevice) -> serde_json::Value {
    json!({
        "device": "cpu",
        "name": cpu.name,
        "cores": cpu.cores,
        "simd": cpu.simd,
        "memory_bytes": cpu.memory,
        "available_bytes": cpu.available,
        "l2_bytes": cpu.l2_bytes,
        "copy_bytes_per_s": cpu.copy_bandwidth,
    })
}
