//! The results: one row per case, and differences between methods.

use serde::Serialize;

use super::published::Published;
use super::score::Score;

/// A case by one method. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct AustinRow {
    /// Its name.
    pub case: String,
    /// RWG functions.
    pub unknowns: u64,
    /// `dense`, `hmatrix`, `mlfma`, or `auto`.
    pub method: String,
    /// Mean difference from the reference in dB, E along theta transmitted and received.
    pub error_vv_db: f64,
    /// The same along phi.
    pub error_hh_db: f64,
    /// Wall time times threads: what the run occupies, and what the published figures are.
    pub core_s: f64,
    /// User and system time of all threads, which other programs on the machine hardly change; none if the system does not report it.
    pub cpu_s: Option<f64>,
    /// From reading the scene to the cross sections on disk.
    pub wall_s: f64,
    /// Peak resident memory of the process during the case; none if the system does not report it.
    pub peak_bytes: Option<u64>,
    /// Iterations over all right-hand sides; none for a factored matrix.
    pub iterations: u64,
    /// Right-hand sides actually solved, of which all are linear combinations; none for a factored matrix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<u64>,
    /// Number of right-hand sides of the case.
    pub right_hand_sides: usize,
    /// Decimal digits of compressed products.
    pub digits: u8,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Differences from measurements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Score>,
    /// The published run with the fewest core-seconds on the mesh of this case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// The difference between two methods on one case.
#[derive(Debug, Clone, Serialize)]
pub struct AustinDifference {
    /// Its name.
    pub case: String,
    /// The two methods.
    pub methods: [String; 2],
    /// Mean difference in dB, E along theta transmitted and received.
    pub vv_db: f64,
    /// The same along phi.
    pub hh_db: f64,
}

/// All rows.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AustinReport {
    /// In the order of measurement.
    pub rows: Vec<AustinRow>,
    /// For cases run by two methods.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<AustinDifference>,
}
