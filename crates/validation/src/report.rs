//! Output of the validation: the cases by name, and their comparisons.

use poynting::Solver;
use serde::Serialize;

/// One comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Name of the case, or the case and the part of it that was compared.
    pub case: String,
    /// `fdtd`, `mom` or `rcwa`.
    pub solver: String,
    /// `cpu`, `gpu:0` and the like.
    pub device: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Error, in `unit`.
    pub error: f64,
    /// Unit of `error` and `tolerance`.
    pub unit: String,
    /// Largest error that passes.
    pub tolerance: f64,
    /// Whether it passes.
    pub pass: bool,
    /// Seconds since the previous row, or since the case began.
    pub wall_s: f64,
}

/// All comparisons of one call.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Report {
    /// In the order in which they were made.
    pub cases: Vec<Row>,
}

impl Report {
    /// Whether all rows pass.
    pub fn passed(&self) -> bool {
        self.cases.iter().all(|row| row.pass)
    }
}

/// An available case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: &'static str,
    /// Which solver it checks.
    pub solver: Solver,
    /// What it compares, in one line.
    pub about: &'static str,
}
