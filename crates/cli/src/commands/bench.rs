//! `poynting bench`: measures the speed of this machine.

use crate::commands::austin::Austin;
use crate::commands::files::write_json;
use crate::commands::products::Products;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::options::{self, PrecisionName, TraversalName};
use crate::output::Output;
use clap::ValueEnum;
use poynting::{Device, Precision};
use poynting_bench::{
    Case, FdtdBench, FieldEquation, MappingReport, MappingRow, MomBench, MomRow, Row,
    default_cells, fdtd, mappings, mom,
};
use std::num::NonZero;
use std::path::PathBuf;

/// Measure the speed of a solver on this machine
#[derive(Debug, clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    solver: Solver,
}

#[derive(Debug, clap::Subcommand)]
enum Solver {
    /// FDTD on a cube of equal cells: one row per traversal
    #[command(after_help = "Examples:
  poynting bench fdtd --cells 256 --case diel --threads 1 --json bench.json
  poynting bench fdtd --device gpu --mappings")]
    Fdtd(Fdtd),
    /// Method of moments on a PEC sphere, ka = 3: one row per integral equation and precision
    #[command(after_help = "Examples:
  poynting bench mom --threads 1 --json bench.json
  poynting bench mom --equation efie --precision f64 --unknowns 6000")]
    Mom(Mom),
    /// Products with compressed matrices for spheres of increasing size: memory, time, error and growth rates
    #[command(after_help = "Examples:
  poynting bench products --method mlfma --unknowns 20000,80000,300000
  poynting bench products --method hmatrix --digits 3,5 --unknowns 5000,20000 --json products.json")]
    Products(Products),
    /// Method of moments on the Austin RCS benchmark suite: error, core-seconds and memory next to published values
    #[command(after_help = "Examples:
  poynting bench austin --case IA-s7-f6-188k --json austin.json
  poynting bench austin --case IVA-s1-fx2 --suite AustinRCS
  poynting bench austin --list")]
    Austin(Austin),
}

#[derive(Debug, clap::Args)]
struct Mom {
    /// Approximate number of unknowns
    #[arg(long, default_value = "3000", value_name = "N")]
    unknowns: NonZero<usize>,
    /// Integral equation: efie or cfie [default: one row for each]
    #[arg(long, hide_possible_values = true)]
    equation: Option<EquationName>,
    /// Precision of the matrix: f32 or f64 [default: one row for each]
    #[arg(long, hide_possible_values = true)]
    precision: Option<PrecisionName>,
    /// Relative error of the matrix entries, 1e-8 to 1e-2
    #[arg(long, default_value = "1e-3", value_name = "ERROR")]
    tolerance: f64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Number of matrices to assemble and factor; each row is the median
    #[arg(long, default_value = "3", value_name = "N")]
    runs: NonZero<usize>,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum EquationName {
    /// Electric field integral equation
    Efie,
    /// Combined field integral equation
    Cfie,
}

#[derive(Debug, clap::Args)]
struct Fdtd {
    /// Device: cpu, auto, gpu, gpu:1, cuda or hip; `poynting devices` lists those available
    #[arg(long, default_value = "cpu", value_name = "DEVICE")]
    device: String,
    /// Cells along each axis [default: 256; 64 for a software GPU driver]
    #[arg(long, value_name = "N")]
    cells: Option<NonZero<usize>>,
    /// Content of the grid: vac (vacuum), diel (a dielectric cube in the middle), pml and pmldiel (the same with a PML of ten cells)
    #[arg(long, default_value = "vac", hide_possible_values = true)]
    case: CaseName,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Precision of the fields: f32 or f64
    #[arg(long, default_value = "f32", hide_possible_values = true)]
    precision: PrecisionName,
    /// Traversal of the grid: auto, sweep or tiles [default: one row each for sweep and tiles]
    #[arg(long, hide_possible_values = true)]
    traversal: Option<TraversalName>,
    /// On a GPU: one row per mapping of threads to cells
    #[arg(long)]
    mappings: bool,
    /// Measuring time in seconds; each row is the median of three measurements
    #[arg(long, default_value = "2", value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CaseName {
    /// Vacuum
    Vac,
    /// A dielectric cube in the middle half of each axis
    Diel,
    /// Vacuum with a PML of ten cells
    Pml,
    /// The dielectric cube with a PML of ten cells
    #[value(name = "pmldiel")]
    PmlDiel,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
        _ => Err("enter a time in seconds greater than zero".to_owned()),
    }
}

impl Bench {
    /// Measures.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        match &self.solver {
            Solver::Fdtd(args) => {
                let bench = args.bench()?;
                if args.mappings {
                    args.measure_mappings(&bench, out)?;
                } else {
                    args.measure(&bench, out)?;
                }
            }
            Solver::Mom(args) => args.measure(out)?,
            Solver::Products(args) => args.measure(out)?,
            Solver::Austin(args) => return args.execute(out),
        }
        Ok(Exit::Success)
    }
}

impl Mom {
    fn bench(&self) -> MomBench {
        let both = vec![FieldEquation::Electric, FieldEquation::Combined];
        MomBench {
            unknowns: self.unknowns.get(),
            equations: self.equation.map_or(both, |name| match name {
                EquationName::Efie => vec![FieldEquation::Electric],
                EquationName::Cfie => vec![FieldEquation::Combined],
            }),
            precisions: self.precision.map_or_else(
                || vec![Precision::F64, Precision::F32],
                |name| vec![name.into()],
            ),
            tolerance: self.tolerance,
            threads: self.threads.map(NonZero::get),
            runs: self.runs.get(),
        }
    }

    fn measure(&self, out: &mut Output) -> Result<(), Failure> {
        out.line(format_args!(
            "{:<8} {:<9} {:>7} {:>8} {:>10} {:>10} {:>8} {:>9} {:>8}",
            "equation",
            "precision",
            "threads",
            "unknowns",
            "assembly s",
            "Mentries/s",
            "touching",
            "LU GF/s",
            "RCS dB"
        ));
        let report = mom(&self.bench(), &mut |row| out.line(mom_line(row))).map_err(|error| {
            Failure::Usage {
                message: error.to_string(),
                help: None,
            }
        })?;
        match &self.json {
            Some(path) => write_json(path, &report),
            None => Ok(()),
        }
    }
}

fn mom_line(row: &MomRow) -> String {
    format!(
        "{:<8} {:<9} {:>7} {:>8} {:>10.3} {:>10.2} {:>6.0} % {:>9.1} {:>8.4}",
        row.equation,
        row.precision,
        row.threads,
        row.unknowns,
        row.assembly_s,
        row.mentries_per_s,
        100.0 * row.touching_share,
        row.lu_gflops,
        row.rcs_error_db
    )
}

impl Fdtd {
    fn bench(&self) -> Result<FdtdBench, Failure> {
        let device = options::device(&self.device)?;
        self.refuse_what_means_nothing(device)?;
        Ok(FdtdBench {
            device,
            cells: self
                .cells
                .map_or_else(|| default_cells(device), NonZero::get),
            case: match self.case {
                CaseName::Vac => Case::Vac,
                CaseName::Diel => Case::Diel,
                CaseName::Pml => Case::Pml,
                CaseName::PmlDiel => Case::PmlDiel,
            },
            threads: self.threads.map(NonZero::get),
            precision: self.precision.into(),
            traversal: self.traversal.map(Into::into),
            seconds: self.seconds,
        })
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
            _ => return Ok(()),
        };
        Err(Failure::Usage {
            message: message.to_owned(),
            help: Some(help.to_owned()),
        })
    }

    fn measure(&self, bench: &FdtdBench, out: &mut Output) -> Result<(), Failure> {
        // A GPU's thread mapping takes more space than the name of an update order.
        let width = if bench.device == Device::Cpu { 9 } else { 22 };
        let mut rows = 0;
        let report = fdtd(bench, &mut |row| {
            if rows == 0 {
                out.line(heading(width));
            }
            rows += 1;
            out.line(line(row, width));
        })?;
        self.write(&report)
    }

    fn measure_mappings(&self, bench: &FdtdBench, out: &mut Output) -> Result<(), Failure> {
        let report = mappings(bench, &mut |report, row| {
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
        "{:<4} {:>15} {:>7} {:<width$} {:<9} {:<6} {:>9} {:>10}",
        "case", "cells", "threads", "traversal", "precision", "device", "Mcells/s", "bytes/cell"
    )
}

fn line(row: &Row, width: usize) -> String {
    format!(
        "{:<4} {:>15} {:>7} {:<width$} {:<9} {:<6} {:>9.1} {:>10.2}",
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
