//! A conducting plate of one wavelength by the EFIE, in every phase of a run: assembly, LU decomposition, solution for all angles.
//!
//! The model and its sizes, 64 to 7701 unknowns, are those of E. Lezar, D. B. Davidson, "GPU-accelerated method of moments by example: monostatic
//! scattering". A square of n x n cells, each cut in two, has 3 n^2 - 2 n inner edges: 65 for n = 5, 7701 for n = 51.

use std::path::Path;

use poynting::results::{Axis, plot_all};
use poynting::{Precision, Results, ResultsError, RunOptions, Simulation, Solver};
use serde::Serialize;

/// Angles of incidence.
const ANGLES: usize = 91;

/// What to measure.
#[derive(Debug, Clone)]
pub struct PlateBench {
    /// Cells along an edge of the plate, one row each.
    pub cells: Vec<usize>,
    /// Device, threads, memory, and the precision of the matrix and its factors, which is double by default.
    pub options: RunOptions,
    /// Number of runs; a row is the median of each phase.
    pub runs: usize,
}

/// Times of the phases of a run. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct PlateRow {
    /// Where the matrix was filled.
    pub device: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Cells along an edge.
    pub cells: usize,
    /// Size of the matrix.
    pub unknowns: u64,
    /// Time to fill the matrix.
    pub assembly_s: f64,
    /// Million matrix entries per second, including mirrored ones.
    pub mentries_per_s: f64,
    /// Time of the LU decomposition.
    pub lu_s: f64,
    /// 8/3 N^3 operations.
    pub lu_gflops: f64,
    /// Time of the solution for all angles, and of their cross sections.
    pub solution_s: f64,
    /// All three phases.
    pub total_s: f64,
}

/// All rows.
#[derive(Debug, Clone, Serialize)]
pub struct PlateReport {
    /// Angles of incidence.
    pub angles: usize,
    /// In the order of measurement.
    pub rows: Vec<PlateRow>,
}

/// Measures the phases for every size.
pub fn plate(
    bench: &PlateBench,
    on_row: &mut dyn FnMut(&PlateRow),
) -> Result<PlateReport, poynting::Error> {
    let mut rows = Vec::new();
    for &cells in &bench.cells {
        let row = bench.row(cells)?;
        on_row(&row);
        rows.push(row);
    }
    let angles = ANGLES;
    Ok(PlateReport { angles, rows })
}

/// The scene of a plate with so many cells along an edge.
fn scene(cells: usize) -> String {
    // A little more than a cell, so that rounding does not add one.
    let edge = (1.0 + 1e-9) / cells as f64;
    format!(
        "title = \"Plate of one wavelength\"\n\
         [[structures]]\nname = \"plate\"\nmaterial = \"pec\"\nshape = \"box\"\n\
         from = [\"-0.5 m\", \"-0.5 m\", \"0 m\"]\nto = [\"0.5 m\", \"0.5 m\", \"0 m\"]\n\
         [[monitors]]\nname = \"rcs\"\ntype = \"monostatic\"\nfrequencies = \"299792458 Hz\"\n\
         theta = {{ from = \"0 deg\", to = \"90 deg\", count = {ANGLES} }}\nphi = \"0 deg\"\n\
         [mom]\nequation = \"efie\"\nmethod = \"dense\"\nedge = \"{edge} m\"\n"
    )
}

impl PlateBench {
    fn row(&self, cells: usize) -> Result<PlateRow, poynting::Error> {
        let precision = self.options.precision.unwrap_or(Precision::F64);
        let factors = precision.name();
        let scene = scene(cells) + &format!("factors = \"{factors}\"\n");
        let options = RunOptions {
            solver: Some(Solver::Mom),
            precision: Some(precision),
            ..self.options
        };
        let mut runs: Vec<Results> = Vec::new();
        for _ in 0..self.runs {
            runs.push(Simulation::from_toml(&scene)?.run(&options)?);
        }
        let median = |phase: fn(&poynting::results::MomSummary) -> f64| {
            let of = |run: &Results| run.summary.mom.as_ref().map_or(f64::NAN, phase);
            let mut times: Vec<f64> = runs.iter().map(of).collect();
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        };
        let assembly_s = median(|mom| mom.assembly_s);
        let lu_s = median(|mom| mom.factorisation_s);
        let solution_s = median(|mom| mom.solution_s);
        let summary = &runs[0].summary;
        let unknowns = summary.mom.as_ref().map_or(0, |mom| mom.unknowns);
        let n = unknowns as f64;
        Ok(PlateRow {
            device: summary.device.clone(),
            precision: summary.precision.clone(),
            threads: summary.threads,
            cells,
            unknowns,
            assembly_s,
            mentries_per_s: n * n / assembly_s / 1e6,
            lu_s,
            lu_gflops: 8.0 / 3.0 * n.powi(3) / lu_s / 1e9,
            solution_s,
            total_s: assembly_s + lu_s + solution_s,
        })
    }
}

/// A phase and its time.
type Phase = (&'static str, fn(&PlateRow) -> f64);

const PHASES: [Phase; 4] = [
    ("assembly", |row| row.assembly_s),
    ("LU decomposition", |row| row.lu_s),
    ("solution", |row| row.solution_s),
    ("all phases", |row| row.total_s),
];

impl PlateReport {
    /// Draws the times over the unknowns, log-log, as SVG and PNG into a folder.
    pub fn draw(&self, folder: &Path) -> Result<(), ResultsError> {
        let mut results = Results::default();
        "Plate of one wavelength".clone_into(&mut results.summary.title);
        let unknowns: Vec<f64> = self
            .rows
            .iter()
            .map(|row| (row.unknowns as f64).log10())
            .collect();
        for (name, time) in PHASES {
            let times: Vec<f64> = self.rows.iter().map(|row| time(row).log10()).collect();
            let axis = Axis::new("log10 of unknowns", "", unknowns.clone());
            results.add_curve(&format!("time/{name}"), "log10 s", axis, &times)?;
        }
        plot_all(&results, folder)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plate_has_the_unknowns_of_its_cells() {
        let bench = PlateBench {
            cells: vec![3, 5, 8],
            options: RunOptions {
                device: poynting::Device::Cpu.into(),
                threads: Some(1),
                ..RunOptions::default()
            },
            runs: 1,
        };
        let report = plate(&bench, &mut |_| ()).unwrap_or_else(|e| panic!("{e}"));
        for row in &report.rows {
            let n = row.cells as u64;
            assert_eq!(row.unknowns, 3 * n * n - 2 * n);
            assert!(row.total_s > 0.0 && row.lu_gflops > 0.0, "{row:?}");
        }
    }
}
