//! The key figures of a run, as stored in `summary.json`.

use serde::{Deserialize, Deserializer, Serialize};

/// Characters of a name.
#[cfg(feature = "hdf5")]
const LONGEST_WORD: usize = 1000;

/// What was computed, on what hardware, how fast, and how it ended. Other programs read these field names.
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
    /// Order in which cells were updated.
    pub traversal: String,
    /// Cells along x, y and z.
    pub grid: [usize; 3],
    /// Number of cells.
    pub cells: u64,
    /// Number of time steps completed.
    pub steps: u64,
    /// Length of a time step in seconds.
    pub dt_s: f64,
    /// Simulated time in seconds.
    pub time_s: f64,
    /// Wall-clock time of the run in seconds.
    pub wall_s: f64,
    /// Million cell updates per second.
    #[serde(deserialize_with = "null_is_nan")]
    pub mcells_per_s: f64,
    /// Peak memory allocated by the solver, in bytes.
    pub peak_bytes: u64,
    /// `peak_bytes` over `cells`.
    #[serde(deserialize_with = "null_is_nan")]
    pub bytes_per_cell: f64,
    /// Decay of the energy below its peak at the end, in dB; none if there was never any energy.
    pub energy_decay_db: Option<f64>,
    /// `steps`, `time`, `energy`, `interrupt`, ...; `unfinished` if no summary was written.
    pub stopped_by: String,
    /// Names of the ports, in the order of the S-parameters; empty if there are no S-parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<String>,
    /// Warnings: what the user should change, or confirm as intended.
    pub warnings: Vec<String>,
    /// Automatic choices that need no action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Version of the program.
    pub version: String,
    /// Figures of the method of moments, which has no cells or steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mom: Option<MomSummary>,
    /// Figures of rigorous coupled-wave analysis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rcwa: Option<RcwaSummary>,
}

/// Figures of a run by rigorous coupled-wave analysis.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RcwaSummary {
    /// Number of orders along the periodic axes.
    pub orders: [usize; 2],
    /// Number of modes of a layer.
    pub unknowns: u64,
    /// Number of layers.
    pub layers: usize,
    /// Number of frequencies with results.
    pub frequencies: usize,
    /// Largest part of the power of the wave that is missing when all powers are added.
    pub imbalance: f64,
    /// Largest change of an efficiency when a quarter of the orders is left out.
    pub truncation: Option<f64>,
    /// Time of the solutions in seconds.
    pub solution_s: f64,
}

/// Figures of a method-of-moments run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MomSummary {
    /// Number of RWG functions, or of unknowns in two dimensions.
    pub unknowns: u64,
    /// Triangles of the mesh; none in two dimensions.
    pub triangles: u64,
    /// Elements of the outlines, in two dimensions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elements: Option<u64>,
    /// `efie`, `mfie` or `cfie`.
    pub equation: String,
    /// Number of frequencies with results.
    pub frequencies: usize,
    /// Largest number of right-hand sides at a frequency.
    pub right_hand_sides: usize,
    /// `dense`, `hmatrix` or `mlfma`.
    #[serde(default)]
    pub method: String,
    /// Planned precision of the factors of a dense matrix: `f32` or `f64`. If it is lower than that of the matrix, the solutions are refined.
    #[serde(default)]
    pub factors: Option<String>,
    /// At some frequency the residual stalled with such factors, and the matrix was factored again in its own precision.
    #[serde(default)]
    pub factored_again: bool,
    /// Largest condition number, in the 1-norm, of a factored matrix.
    #[serde(default)]
    pub condition: Option<f64>,
    /// Largest relative residual of a solution.
    pub residual: f64,
    /// Largest number of iterations at a frequency, also of those that refine the solutions of a dense matrix.
    #[serde(default)]
    pub iterations: Option<usize>,
    /// Number of right-hand sides actually solved, if all others are linear combinations of them.
    #[serde(default)]
    pub solved_sides: Option<usize>,
    /// Largest relative error of matrix products, measured against rows of the matrix.
    #[serde(default)]
    pub product_error: Option<f64>,
    /// What an adaptive sweep did; none if each frequency was solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sweep: Option<SweepSummary>,
    /// Matrix assembly time in seconds.
    pub assembly_s: f64,
    /// Factorisation time in seconds.
    pub factorisation_s: f64,
    /// Time for solution and post-processing in seconds.
    pub solution_s: f64,
}

/// An adaptive sweep of a method-of-moments run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SweepSummary {
    /// Number of frequencies solved.
    pub solved: usize,
    /// Number of frequencies whose results were interpolated.
    pub interpolated: usize,
    /// Allowed error of interpolated results above -40 dB, in dB.
    pub tolerance_db: f64,
    /// Estimated error in dB; none if it is as large as the results.
    pub error_db: Option<f64>,
    /// Why no further frequency was solved: `converged`, `budget` or `complete`.
    pub ended: String,
    /// Frequencies at which the interpolated network generated power and was replaced by the nearest passive one.
    pub corrected: usize,
}

/// JSON has no NaN: an undefined ratio is written as null.
fn null_is_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

impl Summary {
    /// Number of frequencies with results, of a solver that solves for them one by one.
    pub fn frequencies(&self) -> Option<usize> {
        let mom = self.mom.as_ref().map(|mom| mom.frequencies);
        mom.or_else(|| self.rcwa.as_ref().map(|rcwa| rcwa.frequencies))
    }

    /// Whether the run was stopped early, so that some results may be missing.
    pub fn is_partial(&self) -> bool {
        ["interrupt", "unfinished"].contains(&&*self.stopped_by)
    }

    /// What no run can have written; files of summaries come from strangers too.
    #[cfg(feature = "hdf5")]
    pub(crate) fn fault(&self) -> Option<String> {
        let words = [&self.solver, &self.device, &self.precision, &self.version];
        let words = words.into_iter().chain(&self.ports);
        let longest = words.map(|text| text.chars().count()).max();
        longest
            .filter(|&n| n > LONGEST_WORD)
            .map(|n| format!("a name has {n} characters, more than {LONGEST_WORD}"))
    }

    /// For results of a run that did not finish.
    #[cfg(feature = "hdf5")]
    pub(crate) fn unfinished(version: String) -> Self {
        Self {
            version,
            stopped_by: "unfinished".to_owned(),
            ..Self::default()
        }
    }
}
