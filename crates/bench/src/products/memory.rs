//! What an iterative solution with the MLFMA keeps in memory and on disk, counted as the plan of a run counts it; nothing is integrated.

use std::f64::consts::TAU;

use poynting_mom::{Equation, MemoryTable, Method, Operator};
use serde::Serialize;

use super::{ProductBench, Sphere};
use crate::mom::MomBenchError;

/// Right-hand sides: a wave in both polarisations.
const SIDES: usize = 2;

/// Arrays of the same purpose. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct MemoryRow {
    /// What they hold.
    pub array: String,
    /// Edge of the boxes of their level over the wavelength, if they belong to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub box_wavelengths: Option<f64>,
    /// Bytes in memory.
    pub ram_bytes: u64,
    /// Bytes on disk.
    pub disk_bytes: u64,
    /// Bytes in memory per unknown.
    pub ram_per_unknown: f64,
    /// Bytes in memory per leaf.
    pub ram_per_leaf: f64,
}

/// All arrays of a solution with two right-hand sides and a block-diagonal preconditioner.
#[derive(Debug, Clone, Serialize)]
pub struct MemoryReport {
    /// `f32` or `f64`.
    pub precision: String,
    /// Requested digits.
    pub digits: u8,
    /// RWG functions.
    pub unknowns: usize,
    /// Leaves of the tree.
    pub leaves: usize,
    /// Radius of the sphere over the wavelength.
    pub radius_wavelengths: f64,
    /// One row for each array, and their sum.
    pub rows: Vec<MemoryRow>,
}

/// Counts for every number of digits and unknowns. If the bytes of a `slice` are given, the near field is on disk.
pub fn memory_tables(
    bench: &ProductBench,
    slice: Option<u64>,
    on_report: &mut dyn FnMut(&MemoryReport),
) -> Result<Vec<MemoryReport>, MomBenchError> {
    let mut reports = Vec::new();
    for &digits in &bench.digits {
        for &unknowns in &bench.unknowns {
            let sphere = Sphere::new(unknowns, bench.density)?;
            let report = sphere.memory(bench, digits, slice)?;
            on_report(&report);
            reports.push(report);
        }
    }
    Ok(reports)
}

impl Sphere {
    fn memory(
        &self,
        bench: &ProductBench,
        digits: u8,
        slice: Option<u64>,
    ) -> Result<MemoryReport, MomBenchError> {
        let tolerance = Method::Mlfma.tolerance(f64::from(digits));
        let equation = Equation::Combined { alpha: 0.5 };
        let operator = Operator::new(&self.space, self.k, equation, tolerance)?;
        let table = MemoryTable::new(&operator, digits, bench.precision, SIDES, slice);
        let row = |array: &str, box_edge: Option<f64>, ram: u64, disk: u64| MemoryRow {
            array: array.to_owned(),
            box_wavelengths: box_edge.map(|edge| edge * self.k / TAU),
            ram_bytes: ram,
            disk_bytes: disk,
            ram_per_unknown: ram as f64 / table.unknowns as f64,
            ram_per_leaf: ram as f64 / table.leaves as f64,
        };
        let mut rows: Vec<MemoryRow> = (table.parts.iter())
            .map(|part| row(part.name, part.box_edge, part.ram, part.disk))
            .collect();
        let [ram, disk] = table.total();
        rows.push(row("all", None, ram, disk));
        Ok(MemoryReport {
            precision: bench.precision.name().to_owned(),
            digits,
            unknowns: table.unknowns,
            leaves: table.leaves,
            radius_wavelengths: self.k / TAU,
            rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A near field on disk leaves two slices and the blocks of leaves in memory; everything else stays.
    #[test]
    fn memory_and_disk_are_counted_separately() {
        let bench = ProductBench {
            method: Method::Mlfma,
            unknowns: vec![3000],
            density: 8.0,
            digits: vec![3],
            precision: poynting::Precision::F32,
            threads: None,
            runs: 1,
        };
        let [held, stored] = [None, Some(100_000)].map(|slice| {
            let mut seen = 0;
            let mut reports = memory_tables(&bench, slice, &mut |_| seen += 1).unwrap();
            assert_eq!((reports.len(), seen), (1, 1));
            reports.remove(0)
        });
        let find = |report: &MemoryReport, name: &str| {
            let row = report.rows.iter().find(|row| row.array == name);
            row.map_or([0, 0], |row| [row.ram_bytes, row.disk_bytes])
        };
        let near = find(&held, "near field");
        assert!(near[0] > 1_000_000 && near[1] == 0, "{near:?}");
        assert_eq!(find(&stored, "near field"), [200_000, near[0]]);
        let within = find(&stored, "near field within leaves")[0];
        let [all, on_disk] = find(&stored, "all");
        assert_eq!(all + near[0], find(&held, "all")[0] + 200_000 + within);
        assert_eq!(on_disk, near[0]);
        for report in [&held, &stored] {
            let (all, parts) = report.rows.split_last().unwrap();
            let sum = parts.iter().map(|row| row.ram_bytes).sum::<u64>();
            assert_eq!(sum, all.ram_bytes);
            let per_unknown = all.ram_bytes as f64 / report.unknowns as f64;
            assert!((all.ram_per_unknown / per_unknown - 1.0).abs() < 1e-12);
        }
    }
}
