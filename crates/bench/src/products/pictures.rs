//! Growth as plots: log-log time and memory over the unknowns, where powers are straight lines.

use std::path::Path;

use poynting::results::{Axis, plot_all};
use poynting::{Results, ResultsError};

use super::{ProductReport, ProductRow};

/// A figure of the rows, its name and unit, and the power it is compared with.
type Figure = (&'static str, &'static str, f64, fn(&ProductRow) -> f64);

const FIGURES: [Figure; 2] = [
    ("product", "log10 s", 1.15, |row| row.product_s),
    ("memory", "log10 byte", 1.1, |row| row.bytes as f64),
];

impl ProductReport {
    /// Draws time and memory, each with a power law through its first row, as SVG and PNG into a folder.
    pub fn draw(&self, folder: &Path) -> Result<(), ResultsError> {
        let mut results = Results::default();
        "Products with compressed matrices".clone_into(&mut results.summary.title);
        for growth in &self.growth {
            let of_digits = |row: &&ProductRow| row.digits == growth.digits;
            let rows: Vec<&ProductRow> = self.rows.iter().filter(of_digits).collect();
            let unknowns: Vec<f64> = rows.iter().map(|r| (r.unknowns as f64).log10()).collect();
            for (name, unit, power, figure) in FIGURES {
                let found: Vec<f64> = rows.iter().map(|row| figure(row).log10()).collect();
                let line = |n: &f64| found[0] + power * (n - unknowns[0]);
                let line: Vec<f64> = unknowns.iter().map(line).collect();
                let method = &rows[0].method;
                let of = format!("{method} with {} digits", growth.digits);
                for (curve, values) in [(of, found), (format!("reference: N^{power}"), line)] {
                    let axis = Axis::new("log10 of unknowns", "", unknowns.clone());
                    let curve = format!("{name}-{method}-{}/{curve}", growth.digits);
                    results.add_curve(&curve, unit, axis, &values)?;
                }
            }
        }
        plot_all(&results, folder)?;
        Ok(())
    }
}
