//! What is found: rows of cases, and how far methods are from each other.

use serde::Serialize;

use super::published::Published;
use super::score::Score;

/// A case by one method. Other programs read these names.
#[derive(Debug, Clone, Serialize)]
pub struct AustinRow {
    /// Its name.
    pub case: String,
    /// RWG functions.
    pub unknowns: u64,
    /// `dense`, `hmatrix`, `mlfma`, or `auto`.
    pub method: String,
    /// Mean distance from the reference in dB, E along theta sent and received.
    pub error_vv_db: f64,
    /// The same along phi.
    pub error_hh_db: f64,
    /// Wall time times threads.
    pub core_s: f64,
    /// From reading the scene to the cross sections on disk.
    pub wall_s: f64,
    /// Largest resident memory of the process meanwhile; none where the system does not tell.
    pub peak_bytes: Option<u64>,
    /// Iterations of all right-hand sides; none of a matrix that is factored.
    pub iterations: u64,
    /// Right-hand sides that were solved for, of which all are combinations; none of a matrix that is factored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<u64>,
    /// Right-hand sides that the case has.
    pub right_hand_sides: usize,
    /// Decimal digits of compressed products.
    pub digits: u8,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Distances from measurements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Score>,
    /// The published run of the least core-seconds on the mesh of this case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// How far two methods are from each other on one case.
#[derive(Debug, Clone, Serialize)]
pub struct AustinDifference {
    /// Its name.
    pub case: String,
    /// Which methods.
    pub methods: [String; 2],
    /// Mean distance in dB, E along theta sent and received.
    pub vv_db: f64,
    /// The same along phi.
    pub hh_db: f64,
}

/// All rows.
#[derive(Debug, Clone, Default, Serialize)]
pub struct AustinReport {
    /// In the order of measurement.
    pub rows: Vec<AustinRow>,
    /// Of cases that are run by two methods.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<AustinDifference>,
}
