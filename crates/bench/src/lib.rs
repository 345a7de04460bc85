//! Benchmarks: million cell updates per second of FDTD, measured by running scenes; million matrix entries per second of the method of moments
//! (`mom`); cost of products with compressed matrices (`products`); and error and cost on the Austin RCS benchmark suite (`austin`).
//!
//! An FDTD figure is the median over three equal intervals of one run, counting only the time spent in steps. The cases
//! are those used to measure other programs: `vac`, a cube of N^3 equal cells in a metal box; `diel`,
//! the same with a dielectric cube in the middle half; `pml` and `pmldiel`, the same with PML in the outermost ten cells.

mod austin;
mod device;
mod mappings;
mod mom;
mod products;

pub use austin::{
    AustinBench, AustinCase, AustinDifference, AustinError, AustinEvent, AustinReport, AustinRow,
    Published, Score, austin, austin_cases,
};
pub use device::default_cells;
pub use mappings::{MappingReport, MappingRow, mappings};
pub use mom::{FieldEquation, MomBench, MomBenchError, MomReport, MomRow, mom};
pub use poynting_mom::Method;
pub use products::{Growth, ProductBench, ProductReport, ProductRow, products};

use poynting::{
    Device, Error, Precision, Progress, RunOptions, Scene, Simulation, TraversalChoice,
};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What fills the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Nothing.
    Vac,
    /// A dielectric cube, eps_r = 4, in the middle half of each axis.
    Diel,
    /// Nothing, with PML in the outermost ten cells.
    Pml,
    /// The dielectric cube, with PML in the outermost ten cells.
    PmlDiel,
}

impl Case {
    /// All cases.
    pub const ALL: [Self; 4] = [Self::Vac, Self::Diel, Self::Pml, Self::PmlDiel];

    /// `vac`, `diel`, `pml` or `pmldiel`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vac => "vac",
            Self::Diel => "diel",
            Self::Pml => "pml",
            Self::PmlDiel => "pmldiel",
        }
    }

    /// PML cells at each face.
    fn layers(self, cells: usize) -> usize {
        match self {
            Self::Vac | Self::Diel => 0,
            Self::Pml | Self::PmlDiel => 10.min(cells / 4),
        }
    }

    fn walls(self, cells: usize) -> String {
        match self.layers(cells) {
            0 => String::new(),
            layers => format!("[boundary]\nall = \"pml\"\npml = {{ layers = {layers} }}\n"),
        }
    }

    fn structures(self, cells: usize) -> String {
        match self {
            Self::Vac | Self::Pml => String::new(),
            Self::Diel | Self::PmlDiel => {
                let (from, to) = (cells / 4, cells - cells / 4);
                format!(
                    "[materials.glass]\neps_r = 4\n[[structures]]\nmaterial = \"glass\"\nshape = \"box\"\n\
                     from = [\"{from} mm\", \"{from} mm\", \"{from} mm\"]\nto = [\"{to} mm\", \"{to} mm\", \"{to} mm\"]\n"
                )
            }
        }
    }
}

/// What to measure.
#[derive(Debug, Clone, Copy)]
pub struct FdtdBench {
    /// The device.
    pub device: Device,
    /// Cells along each axis.
    pub cells: usize,
    /// What fills the grid.
    pub case: Case,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Precision of the fields.
    pub precision: Precision,
    /// One order of updates, or a row for each; a GPU has one.
    pub traversal: Option<TraversalChoice>,
    /// Duration of one interval; a row is the median of three.
    pub seconds: f64,
}

impl FdtdBench {
    fn options(&self) -> RunOptions {
        RunOptions {
            device: self.device.into(),
            threads: self.threads,
            precision: Some(self.precision),
            ..RunOptions::default()
        }
    }
}

/// A measured speed. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// `vac`, `diel`, `pml` or `pmldiel`.
    pub case: String,
    /// Total number of cells.
    pub cells: u64,
    /// Number of threads.
    pub threads: usize,
    /// `sweep` or `tiles`, or the mapping of GPU threads to cells.
    pub traversal: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// `cpu`, `gpu:0` etc.
    pub device: String,
    /// Million cell updates per second.
    pub mcells_per_s: f64,
    /// All solver buffers divided by the number of cells.
    pub bytes_per_cell: f64,
}

/// All rows.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// In the order of measurement.
    pub rows: Vec<Row>,
}

/// Intervals per row; the median counts.
const SPANS: usize = 3;

/// Measures the FDTD solver.
pub fn fdtd(bench: &FdtdBench, on_row: &mut dyn FnMut(&Row)) -> Result<Report, Error> {
    let both = [TraversalChoice::Sweep, TraversalChoice::Tiles].map(Some);
    let orders = match bench.traversal {
        None if bench.device == Device::Cpu => both.to_vec(),
        one => vec![one],
    };
    let simulation = Simulation::from(Scene::from_toml(&scene(bench), "bench.toml")?);
    let mut rows = Vec::new();
    for traversal in orders {
        let options = RunOptions {
            traversal,
            ..bench.options()
        };
        let row = measure(&simulation, &options, bench)?;
        on_row(&row);
        rows.push(row);
    }
    Ok(Report { rows })
}

fn scene(bench: &FdtdBench) -> String {
    let (n, middle) = (bench.cells, bench.cells as f64 / 2.0);
    let layers = bench.case.layers(n);
    let (from, to) = (layers, n - layers);
    format!(
        r#"title = "bench {case} {n}"
[domain]
from = ["{from} mm", "{from} mm", "{from} mm"]
to = ["{to} mm", "{to} mm", "{to} mm"]
[grid]
spacing = "1 mm"
{walls}{structures}
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["{middle} mm", "{middle} mm", "{middle} mm"]
waveform = {{ type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }}
[stop]
steps = 1000000
"#,
        case = bench.case.name(),
        walls = bench.case.walls(n),
        structures = bench.case.structures(n),
    )
}

fn measure(simulation: &Simulation, options: &RunOptions, bench: &FdtdBench) -> Result<Row, Error> {
    let limit = Duration::from_secs_f64(bench.seconds);
    let mut marks: Vec<(u64, f64)> = Vec::new();
    let mut started = None;
    // One run, divided into equal time intervals after the first block, which touches memory for the first time.
    let results = simulation.run_with(options, |progress| {
        let start = *started.get_or_insert_with(Instant::now);
        if let Progress::Fdtd(progress) = progress
            && start.elapsed() >= limit.mul_f64(marks.len() as f64)
        {
            marks.push((progress.step, progress.stepping.as_secs_f64()));
        }
        if marks.len() > SPANS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    let summary = results.summary;
    let mut speeds: Vec<f64> = marks
        .windows(2)
        .map(|w| {
            let (steps, time) = (w[1].0 - w[0].0, w[1].1 - w[0].1);
            summary.cells as f64 * steps as f64 / time / 1e6
        })
        .collect();
    speeds.sort_by(f64::total_cmp);
    Ok(Row {
        case: bench.case.name().to_owned(),
        cells: summary.cells,
        threads: summary.threads,
        traversal: summary.traversal,
        precision: summary.precision,
        device: summary.device,
        mcells_per_s: speeds
            .get(speeds.len() / 2)
            .copied()
            .unwrap_or(summary.mcells_per_s),
        bytes_per_cell: summary.bytes_per_cell,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_per_traversal_with_few_bytes_a_cell() {
        for case in Case::ALL {
            let precision = Precision::F32;
            let bench = FdtdBench {
                device: Device::Cpu,
                cells: 96,
                case,
                threads: Some(1),
                precision,
                traversal: None,
                seconds: 0.05,
            };
            let mut seen = 0;
            let report = fdtd(&bench, &mut |_| seen += 1).unwrap();
            let orders: Vec<&str> = report.rows.iter().map(|r| r.traversal.as_str()).collect();
            assert_eq!(
                (orders.as_slice(), seen),
                (["sweep", "tiles"].as_slice(), 2)
            );
            assert!(
                report
                    .rows
                    .iter()
                    .all(|r| r.mcells_per_s > 1.0 && r.cells == 96 * 96 * 96)
            );
            // On such a small grid half of the cells are PML, which stores two numbers per half step and axis.
            let most = if case.layers(96) > 0 { 44.0 } else { 32.0 };
            assert!(
                report.rows.iter().all(|r| r.bytes_per_cell < most),
                "{report:?}"
            );
        }
    }
}
