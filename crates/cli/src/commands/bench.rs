//! `poynting bench`: measures the speed of this machine.

use crate::commands::austin::Austin;
use crate::commands::bench_fdtd::Fdtd;
use crate::commands::bench_ranks::BenchRanks;
use crate::commands::files::write_json;
use crate::commands::plate::Plate;
use crate::commands::products::Products;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::options::PrecisionName;
use crate::output::Output;
use clap::ValueEnum;
use poynting::Precision;
use poynting_bench::{FieldEquation, MomBench, MomRow, mom};
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
    /// FDTD on a grid of equal cells or that of a scene: one row per traversal
    #[command(after_help = "Examples:
  poynting bench fdtd --cells 256 --case diel --threads 1 --json bench.json
  poynting bench fdtd --sweep-sizes 64,128,256 --case pml
  poynting bench fdtd --cells 300x200x100 --layers 8 --materials 20 --dispersive 0.1:2 --operators
  poynting bench fdtd --scene patch.toml --operators
  poynting bench fdtd --device gpu --mappings")]
    Fdtd(Fdtd),
    /// Ranks that share a grid: cell rate of a rank, latency and bandwidth of its messages, for `poynting check --costs`
    #[command(after_help = "Examples:
  poynting bench ranks --json costs.json
  mpirun -n 4 poynting bench ranks --mpi --threads 1 --json costs.json")]
    Ranks(BenchRanks),
    /// Method of moments on a PEC sphere, ka = 3: one row per integral equation and precision
    #[command(after_help = "Examples:
  poynting bench mom --threads 1 --json bench.json
  poynting bench mom --equation efie --precision f64 --unknowns 6000")]
    Mom(Mom),
    /// Method of moments for plates of one wavelength: assembly, LU decomposition and solution of a run
    #[command(after_help = "Examples:
  poynting bench plate --threads 1
  poynting bench plate --cells 51 --device gpu
  poynting bench plate --cells 82 --memory \"1 GiB\" --runs 1")]
    Plate(Plate),
    /// Products with compressed matrices for spheres of increasing size: memory, time, error and growth rates
    #[command(after_help = "Examples:
  poynting bench products --method mlfma --unknowns 20000,80000,300000
  poynting bench products --memory-table --unknowns 1000000 --precision f32
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

impl Bench {
    /// Measures.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        match &self.solver {
            Solver::Fdtd(args) => args.execute(out)?,
            Solver::Ranks(args) => args.execute(out)?,
            Solver::Mom(args) => args.measure(out)?,
            Solver::Plate(args) => args.measure(out)?,
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
            "{:<8} {:<9} {:>7} {:>8} {:>10} {:>10} {:>8} {:>9} {:>16} {:>8}",
            "equation",
            "precision",
            "threads",
            "unknowns",
            "assembly s",
            "Mentries/s",
            "touching",
            "LU GF/s",
            "refined",
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
    // The speed-up by factors in single precision, and the residual after refinement.
    let refined = (row.refined_speedup.zip(row.refined_residual)).map_or_else(
        || "-".to_owned(),
        |(speedup, residual)| format!("{speedup:.2} to {residual:.1e}"),
    );
    format!(
        "{:<8} {:<9} {:>7} {:>8} {:>10.3} {:>10.2} {:>6.0} % {:>9.1} {:>16} {:>8.4}",
        row.equation,
        row.precision,
        row.threads,
        row.unknowns,
        row.assembly_s,
        row.mentries_per_s,
        100.0 * row.touching_share,
        row.lu_gflops,
        refined,
        row.rcs_error_db
    )
}
