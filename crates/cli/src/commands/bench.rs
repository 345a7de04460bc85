//! `poynting bench`: how fast this machine is.

use crate::commands::write_json;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::options::{PrecisionName, TraversalName};
use crate::output::Output;
use clap::ValueEnum;
use poynting_bench::{Case, FdtdBench, Row, fdtd};
use std::num::NonZero;
use std::path::PathBuf;

/// Measure how fast a solver is on this machine
#[derive(Debug, clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    solver: Solver,
}

#[derive(Debug, clap::Subcommand)]
enum Solver {
    /// The FDTD solver on a cube of equal cells: one row per order of updates
    #[command(after_help = "Example:
  poynting bench fdtd --cells 256 --case diel --threads 1 --json bench.json")]
    Fdtd(Fdtd),
}

#[derive(Debug, clap::Args)]
struct Fdtd {
    /// Cells along each axis
    #[arg(long, default_value = "256", value_name = "N")]
    cells: NonZero<usize>,
    /// What fills the grid: vac (nothing) or diel (a dielectric cube in the middle)
    #[arg(long, default_value = "vac", hide_possible_values = true)]
    case: CaseName,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Precision of the fields: f32 or f64
    #[arg(long, default_value = "f32", hide_possible_values = true)]
    precision: PrecisionName,
    /// Only this order of updates: auto, sweep or tiles [default: a row for sweep and for tiles]
    #[arg(long, hide_possible_values = true)]
    traversal: Option<TraversalName>,
    /// How long to measure; a row is the median of three such spans
    #[arg(long, default_value = "2", value_name = "S", value_parser = seconds)]
    seconds: f64,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CaseName {
    /// Nothing
    Vac,
    /// A dielectric cube in the middle half of each axis
    Diel,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(s) if s > 0.0 && s < 1e6 => Ok(s),
        _ => Err("write a number of seconds above zero".to_owned()),
    }
}

impl Bench {
    /// Measures.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Solver::Fdtd(args) = &self.solver;
        let bench = FdtdBench {
            cells: args.cells.get(),
            case: match args.case {
                CaseName::Vac => Case::Vac,
                CaseName::Diel => Case::Diel,
            },
            threads: args.threads.map(NonZero::get),
            precision: args.precision.into(),
            traversal: args.traversal.map(Into::into),
            seconds: args.seconds,
        };
        let mut rows = 0;
        let report = fdtd(&bench, &mut |row| {
            if rows == 0 {
                out.line(heading());
            }
            rows += 1;
            out.line(line(row));
        })?;
        if let Some(path) = &args.json {
            write_json(path, &report)?;
        }
        Ok(Exit::Success)
    }
}

fn heading() -> String {
    format!(
        "{:<4} {:>15} {:>7} {:<9} {:<9} {:<6} {:>9} {:>10}",
        "case", "cells", "threads", "traversal", "precision", "device", "Mcells/s", "bytes/cell"
    )
}

fn line(row: &Row) -> String {
    format!(
        "{:<4} {:>15} {:>7} {:<9} {:<9} {:<6} {:>9.1} {:>10.2}",
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
