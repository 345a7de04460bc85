//! The figures of the FDTD benchmark.

use serde::Serialize;

/// A measured speed. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// `vac`, `diel`, `pml` or `pmldiel`; the name of the file for a scene.
    pub case: String,
    /// What the grid contains, or the title of the scene.
    pub title: String,
    /// Total number of cells.
    pub cells: u64,
    /// Cells along x, y and z.
    pub grid: [usize; 3],
    /// Number of threads.
    pub threads: usize,
    /// `sweep` or `tiles`, or the mapping of GPU threads to cells.
    pub traversal: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// `cpu`, `gpu:0` etc.
    pub device: String,
    /// Million cell updates per second, the median of three intervals.
    pub mcells_per_s: f64,
    /// All solver buffers divided by the number of cells.
    pub bytes_per_cell: f64,
    /// Steps in all intervals.
    pub steps: u64,
    /// Duration of all intervals in seconds: steps, checks of the energy and the handling of records.
    pub wall_s: f64,
    /// Time of the steps alone in seconds.
    pub stepping_s: f64,
    /// Processor time of the process in all intervals in seconds, user and system; `null` where the system does not report it.
    pub cpu_s: Option<f64>,
    /// Where the stepping time goes, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<OperatorShare>,
}

/// The share of an operator in the stepping time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct OperatorShare {
    /// `yee` (with the PML), `plane waves`, `sources`, `dispersion`, `periodic`, `samples`, `snapshots`, `spectra`, or `rest` for traversal and
    /// waiting.
    pub operator: &'static str,
    /// Its share; all of them add up to one.
    pub share: f64,
}

/// All rows.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// In the order of measurement.
    pub rows: Vec<Row>,
}
