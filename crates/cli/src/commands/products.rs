//! `poynting bench products`: cost of products with compressed matrices for growing spheres.

use crate::commands::files::write_json;
use crate::failure::Failure;
use crate::options::{PrecisionName, bytes};
use crate::output::Output;
use clap::ValueEnum;
use poynting::format_bytes;
use poynting_bench::{
    MemoryReport, MemoryRow, Method, MomBenchError, ProductBench, ProductRow, memory_tables,
    products,
};
use std::num::NonZero;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Products {
    /// Matrix method: hmatrix or mlfma
    #[arg(long, default_value = "mlfma", hide_possible_values = true)]
    method: MethodName,
    /// Approximate numbers of unknowns, one row each
    #[arg(
        long,
        default_value = "5000,20000",
        value_delimiter = ',',
        value_name = "N"
    )]
    unknowns: Vec<NonZero<usize>>,
    /// Triangle edges per wavelength
    #[arg(long, default_value = "8", value_name = "N")]
    density: f64,
    /// Accuracy of the products in decimal digits, 2 to 6, one row each
    #[arg(long, default_value = "3", value_delimiter = ',', value_name = "N",
          value_parser = clap::value_parser!(u8).range(2..=6))]
    digits: Vec<u8>,
    /// Precision of the matrix: f32 or f64
    #[arg(long, default_value = "f64", hide_possible_values = true)]
    precision: PrecisionName,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Number of products; each row is the median
    #[arg(long, default_value = "3", value_name = "N")]
    runs: NonZero<usize>,
    /// Instead of measuring, list the arrays of a solution with MLFMA and two right-hand sides, in memory and on disk
    #[arg(long, conflicts_with_all = ["method", "runs", "pictures"])]
    memory_table: bool,
    /// With --memory-table: the near field is on disk, in slices of this size, e.g. "64 MB" [default: in memory]
    #[arg(long, requires = "memory_table", value_name = "SIZE", value_parser = bytes)]
    slice: Option<u64>,
    /// Write plots of time and memory over the number of unknowns to this folder
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum MethodName {
    /// Full matrix
    Dense,
    /// H-matrix with low-rank blocks
    #[value(name = "hmatrix")]
    HMatrix,
    /// Multilevel fast multipole algorithm
    Mlfma,
}

impl Products {
    /// Lists the arrays of a solution.
    fn list(&self, bench: &ProductBench, out: &mut Output) -> Result<(), Failure> {
        let listed = memory_tables(bench, self.slice, &mut |report| {
            out.line(heading(report));
            for row in &report.rows {
                out.line(memory_line(row));
            }
        });
        let reports = listed.map_err(|error| failure(&error))?;
        match &self.json {
            Some(path) => write_json(path, &reports),
            None => Ok(()),
        }
    }

    /// Measures.
    pub fn measure(&self, out: &mut Output) -> Result<(), Failure> {
        let bench = ProductBench {
            method: match self.method {
                MethodName::Dense => Method::Dense,
                MethodName::HMatrix => Method::HMatrix,
                MethodName::Mlfma => Method::Mlfma,
            },
            unknowns: self.unknowns.iter().map(|n| n.get()).collect(),
            density: self.density,
            digits: self.digits.clone(),
            precision: self.precision.into(),
            threads: self.threads.map(NonZero::get),
            runs: self.runs.get(),
        };
        if self.memory_table {
            return self.list(&bench, out);
        }
        out.line(format_args!(
            "{:<8} {:<9} {:>7} {:>6} {:>10} {:>8} {:>10} {:>10} {:>10} {:>9} {:>18}",
            "method",
            "precision",
            "threads",
            "digits",
            "unknowns",
            "radius",
            "memory",
            "assembly s",
            "product s",
            "error",
            "expected s"
        ));
        let measured = products(&bench, &mut |row| out.line(line(row)));
        let report = measured.map_err(|error| failure(&error))?;
        for growth in &report.growth {
            out.line(format_args!(
                "{} digits: memory grows as N^{:.2}, assembly time as N^{:.2}, product time as N^{:.2}",
                growth.digits, growth.bytes, growth.assembly, growth.product
            ));
        }
        if let Some(folder) = &self.pictures {
            report.draw(folder)?;
        }
        match &self.json {
            Some(path) => write_json(path, &report),
            None => Ok(()),
        }
    }
}

fn failure(error: &MomBenchError) -> Failure {
    Failure::Usage {
        message: error.to_string(),
        help: None,
    }
}

fn heading(report: &MemoryReport) -> String {
    format!(
        "{} unknowns, {} leaves, radius of {:.1} wavelengths, {}, {} digits\n{:<32} {:>8} {:>11} {:>9} {:>9} {:>11}",
        report.unknowns,
        report.leaves,
        report.radius_wavelengths,
        report.precision,
        report.digits,
        "array",
        "box",
        "memory",
        "/unknown",
        "/leaf",
        "disk"
    )
}

fn memory_line(row: &MemoryRow) -> String {
    let edge = row.box_wavelengths.map(|edge| format!("{edge:.2}"));
    let disk = (row.disk_bytes > 0).then(|| format_bytes(row.disk_bytes));
    format!(
        "{:<32} {:>8} {:>11} {:>9.1} {:>9.0} {:>11}",
        row.array,
        edge.unwrap_or_default(),
        format_bytes(row.ram_bytes),
        row.ram_per_unknown,
        row.ram_per_leaf,
        disk.unwrap_or_default(),
    )
}

fn line(row: &ProductRow) -> String {
    format!(
        "{:<8} {:<9} {:>7} {:>6} {:>10} {:>8.2} {:>10} {:>10.2} {:>10.4} {:>9.1e} {:>18}",
        row.method,
        row.precision,
        row.threads,
        row.digits,
        row.unknowns,
        row.radius_wavelengths,
        format_bytes(row.bytes),
        row.assembly_s,
        row.product_s,
        row.error,
        expected(row),
    )
}

/// Expected assembly and product times.
fn expected(row: &ProductRow) -> String {
    match (row.expected_assembly_s, row.expected_product_s) {
        (Some(assembly), Some(product)) => format!("{assembly:.2} + {product:.4}"),
        _ => String::new(),
    }
}
