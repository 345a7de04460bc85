//! The figures of a run, as `summary.json` holds them.

use serde::{Deserialize, Deserializer, Serialize};

/// What was computed, where, how fast, and how it ended. Other programs read these names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The scene's title.
    pub title: String,
    /// `fdtd`, ...
    pub solver: String,
    /// `cpu`, ...
    pub device: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// In which order cells were updated.
    pub traversal: String,
    /// Cells along x, y and z.
    pub grid: [usize; 3],
    /// Number of cells.
    pub cells: u64,
    /// Time steps that were done.
    pub steps: u64,
    /// Length of a time step in seconds.
    pub dt_s: f64,
    /// Simulated time in seconds.
    pub time_s: f64,
    /// Time that the run took, in seconds.
    pub wall_s: f64,
    /// Million cell updates a second.
    #[serde(deserialize_with = "null_is_nan")]
    pub mcells_per_s: f64,
    /// Largest sum of all allocations of the solver, in bytes.
    pub peak_bytes: u64,
    /// `peak_bytes` over `cells`.
    #[serde(deserialize_with = "null_is_nan")]
    pub bytes_per_cell: f64,
    /// How far the energy had fallen below its peak at the end, in dB; none if there was never any.
    pub energy_decay_db: Option<f64>,
    /// `steps`, `time`, `energy`, `interrupt`, ...; `unfinished` where no summary was written.
    pub stopped_by: String,
    /// Names of the ports, in the order of the S-parameters; none where there are no S-parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<String>,
    /// What the user should know and change, or know to be right.
    pub warnings: Vec<String>,
    /// What was decided by itself and needs no action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Version of the program.
    pub version: String,
    /// Figures of the method of moments, which has neither cells nor steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mom: Option<MomSummary>,
}

/// Figures of a run by the method of moments.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MomSummary {
    /// RWG functions.
    pub unknowns: u64,
    /// Triangles of the mesh.
    pub triangles: u64,
    /// `efie`, `mfie` or `cfie`.
    pub equation: String,
    /// Frequencies that were solved.
    pub frequencies: usize,
    /// Right-hand sides at a frequency, at most.
    pub right_hand_sides: usize,
    /// `dense`, `hmatrix` or `mlfma`.
    #[serde(default)]
    pub method: String,
    /// Largest condition number, in the 1-norm, of a matrix that was factored.
    #[serde(default)]
    pub condition: Option<f64>,
    /// Largest relative residual of a solution.
    pub residual: f64,
    /// Most steps of an iteration at a frequency.
    #[serde(default)]
    pub iterations: Option<usize>,
    /// Right-hand sides that were solved for, where all are combinations of them.
    #[serde(default)]
    pub solved_sides: Option<usize>,
    /// Largest relative error of products, measured against rows of the matrix.
    #[serde(default)]
    pub product_error: Option<f64>,
    /// Seconds that the matrices took.
    pub assembly_s: f64,
    /// Seconds that their factors took.
    pub factorisation_s: f64,
    /// Seconds that solutions and what follows from them took.
    pub solution_s: f64,
}

/// JSON has no NaN: a ratio without a meaning is written as null.
fn null_is_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

impl Summary {
    /// Whether the run was ended before its time, so that some results may be without a value.
    pub fn is_partial(&self) -> bool {
        ["interrupt", "unfinished"].contains(&&*self.stopped_by)
    }

    /// For results whose run did not come to its end.
    pub(crate) fn unfinished(version: String) -> Self {
        Self {
            version,
            stopped_by: "unfinished".to_owned(),
            ..Self::default()
        }
    }
}
