//! `poynting bench fdtd`: speed of FDTD.

use crate::commands::bench_grid::Subject;
use crate::commands::files::write_json;
use crate::failure::Failure;
use crate::format;
use crate::options::{self, PrecisionName, TraversalName};
use crate::output::Output;
use poynting::{Device, RankChoice};
use poynting_bench::{
    FdtdBench, MappingReport, MappingRow, OperatorShare, Profile, Row, Workload, fdtd, mappings,
};
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Fdtd {
    /// Device: cpu, auto, gpu, gpu:1, cuda or hip; `poynting devices` lists those available
    #[arg(long, default_value = "cpu", value_name = "DEVICE")]
    device: String,
    #[command(flatten)]
    subject: Subject,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Precision of the fields: f32 or f64 [default: f32; with --scene, that of the scene]
    #[arg(long, hide_possible_values = true)]
    precision: Option<PrecisionName>,
    /// Traversal of the grid: auto, sweep or tiles [default: one row each for sweep and tiles]
    #[arg(long, hide_possible_values = true)]
    traversal: Option<TraversalName>,
    /// Ranks that share the grid on the CPU, each on a thread: their number, or along x, y and z as AxBxC [default: 1]
    #[arg(long, value_name = "N")]
    ranks: Option<RankChoice>,
    /// On a GPU: one row per mapping of threads to cells
    #[arg(long)]
    mappings: bool,
    /// On the CPU: below each row the share of each operator in the stepping time, from a second run
    #[arg(long)]
    operators: bool,
    /// Measuring time in seconds; each row is the median of three measurements
    #[arg(long, default_value = "2", value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// A measuring time.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
        _ => Err("enter a time in seconds greater than zero".to_owned()),
    }
}

impl Fdtd {
    /// Measures.
    pub fn execute(&self, out: &mut Output) -> Result<(), Failure> {
        let device = options::device(&self.device)?;
        self.refuse_what_means_nothing(device)?;
        let bench = self.bench(device);
        if self.mappings {
            return self.measure_mappings(&bench, out);
        }
        self.measure(&bench, &self.subject.workload(device)?, out)
    }

    fn bench(&self, device: Device) -> FdtdBench {
        FdtdBench {
            device,
            threads: self.threads.map(NonZero::get),
            precision: self.precision.map(Into::into),
            traversal: self.traversal.map(Into::into),
            ranks: self.ranks,
            seconds: self.seconds,
            profile: if self.operators {
                Profile::Operators
            } else {
                Profile::Off
            },
        }
    }

    fn refuse_what_means_nothing(&self, device: Device) -> Result<(), Failure> {
        let (message, help) = match device {
            Device::Cpu if self.mappings => (
                "--mappings compares mappings of the threads of a GPU to cells; it does not apply to the CPU",
                "select a GPU with --device, or omit --mappings to measure the traversals of the CPU: sweep and tiles",
            ),
            Device::Gpu(_) | Device::Cuda(_) | Device::Hip(_) if self.traversal.is_some() => (
                "--traversal applies to the CPU only; a GPU updates all of E, then all of H",
                "use --mappings to compare mappings of GPU threads to cells",
            ),
            Device::Gpu(_) | Device::Cuda(_) | Device::Hip(_) if self.operators => (
                "--operators applies to the CPU only; a GPU runs its kernels without returning in between",
                "omit --operators, or use --device cpu",
            ),
            _ => return Ok(()),
        };
        Err(Failure::Usage {
            message: message.to_owned(),
            help: Some(help.to_owned()),
        })
    }

    fn measure(
        &self,
        bench: &FdtdBench,
        workload: &Workload,
        out: &mut Output,
    ) -> Result<(), Failure> {
        // A GPU's thread mapping takes more space than the name of an update order.
        let width = if bench.device == Device::Cpu { 9 } else { 22 };
        let mut rows = 0;
        let report = fdtd(bench, workload, &mut |row| {
            if rows == 0 {
                out.line(heading(width));
            }
            rows += 1;
            out.line(line(row, width));
            if !row.operators.is_empty() {
                out.line(operators_line(&row.operators));
            }
        })?;
        self.write(&report)
    }

    fn measure_mappings(&self, bench: &FdtdBench, out: &mut Output) -> Result<(), Failure> {
        let grid = self.subject.plain_grid(bench.device)?;
        let report = mappings(bench, &grid, &mut |report, row| {
            if report.rows.is_empty() {
                mappings_heading(report, out);
            }
            out.line(mapping_line(row));
        })?;
        self.write(&report)
    }

    fn write(&self, report: &impl serde::Serialize) -> Result<(), Failure> {
        match &self.json {
            Some(path) => write_json(path, report),
            None => Ok(()),
        }
    }
}

fn mappings_heading(report: &MappingReport, out: &mut Output) {
    out.line(format_args!(
        "{}, {}, {} cells, {}; copy bandwidth {}, measured",
        report.device,
        report.case,
        format::count(report.cells),
        report.precision,
        format::si(report.copy_bytes_per_s, "B/s"),
    ));
    out.line(format_args!(
        "{:<8} {:<6} {:>5} {:>9} {:>15} {:>10}",
        "mapping", "block", "align", "Mcells/s", "bytes/cell-step", "copy share"
    ));
}

fn mapping_line(row: &MappingRow) -> String {
    format!(
        "{:<8} {:<6} {:>5} {:>9.1} {:>15.1} {:>8.1} %",
        row.mapping,
        row.block,
        row.alignment,
        row.mcells_per_s,
        row.bytes_per_cell_step,
        100.0 * row.copy_share
    )
}

fn heading(width: usize) -> String {
    format!(
        "{:<8} {:>15} {:>7} {:<width$} {:<9} {:<6} {:>9} {:>10}",
        "case", "cells", "threads", "traversal", "precision", "device", "Mcells/s", "bytes/cell"
    )
}

fn line(row: &Row, width: usize) -> String {
    format!(
        "{:<8} {:>15} {:>7} {:<width$} {:<9} {:<6} {:>9.1} {:>10.2}",
        row.case,
        format::count(row.cells),
        row.threads,
        row.traversal,
        row.precision,
        row.device,
        row.mcells_per_s,
        row.bytes_per_cell
    )
}

/// Shares below this are not printed.
const MIN_SHARE: f64 = 5e-4;

fn operators_line(operators: &[OperatorShare]) -> String {
    let shares = operators.iter().filter(|o| o.share >= MIN_SHARE);
    let shares: Vec<String> = shares
        .map(|o| format!("{} {:.1} %", o.operator, 100.0 * o.share))
        .collect();
    format!("  {}", shares.join(", "))
}
