//! `poynting bench products`: cost of products with compressed matrices for growing spheres.

use crate::commands::files::write_json;
use crate::failure::Failure;
use crate::options::PrecisionName;
use crate::output::Output;
use clap::ValueEnum;
use poynting::format_bytes;
use poynting_bench::{Method, ProductBench, ProductRow, products};
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
        let report = measured.map_err(|error| Failure::Usage {
            message: error.to_string(),
            help: None,
        })?;
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
