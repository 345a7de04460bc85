//! `poynting bench plate`: every phase of the method of moments for plates of one wavelength.

use crate::commands::files::write_json;
use crate::failure::Failure;
use crate::options::Machine;
use crate::output::Output;
use poynting_bench::{PlateBench, PlateRow, plate};
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Plate {
    /// Cells along an edge of the plate, one row each: n cells have 3 n^2 - 2 n unknowns
    #[arg(
        long,
        default_value = "5,8,13,20,32,51",
        value_delimiter = ',',
        value_name = "N"
    )]
    cells: Vec<NonZero<usize>>,
    #[command(flatten)]
    machine: Machine,
    /// Number of runs; each row has the median of each phase
    #[arg(long, default_value = "3", value_name = "N")]
    runs: NonZero<usize>,
    /// Write a plot of the times over the number of unknowns to this folder
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Plate {
    /// Measures.
    pub fn measure(&self, out: &mut Output) -> Result<(), Failure> {
        let bench = PlateBench {
            cells: self.cells.iter().map(|n| n.get()).collect(),
            options: self.machine.options()?,
            runs: self.runs.get(),
        };
        out.line(format_args!(
            "{:<8} {:<9} {:>7} {:>8} {:>10} {:>10} {:>10} {:>9} {:>10} {:>10}",
            "device",
            "precision",
            "threads",
            "unknowns",
            "assembly s",
            "Mentries/s",
            "LU s",
            "LU GF/s",
            "solution s",
            "total s"
        ));
        let report = plate(&bench, &mut |row| out.line(line(row)))?;
        if let Some(folder) = &self.pictures {
            report.draw(folder)?;
        }
        match &self.json {
            Some(path) => write_json(path, &report),
            None => Ok(()),
        }
    }
}

fn line(row: &PlateRow) -> String {
    format!(
        "{:<8} {:<9} {:>7} {:>8} {:>10.4} {:>10.2} {:>10.4} {:>9.1} {:>10.4} {:>10.4}",
        row.device,
        row.precision,
        row.threads,
        row.unknowns,
        row.assembly_s,
        row.mentries_per_s,
        row.lu_s,
        row.lu_gflops,
        row.solution_s,
        row.total_s
    )
}
