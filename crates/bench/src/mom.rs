//! The method of moments on its standard case: a conducting sphere, ka = 3, about 3000 unknowns.
//!
//! A row holds the median times of matrix assembly and LU decomposition, how much faster factors in single precision with refinement are, and the
//! error of the bistatic cross-section against the Mie series in both planes, because speed says little without accuracy.

use std::f64::consts::PI;
use std::time::Instant;

use poynting_exec::{Pool, PoolError};
use poynting_geometry::{Body, GeometryError};
use poynting_mom::{
    Complex, DenseCost, Equation, Excitation, MomError, Operator, PlaneWave, Polarization,
    Radiator, RwgSpace,
};
use poynting_physics::mie::Sphere;
use serde::Serialize;

/// ka of the sphere; its radius is 1 m.
const WAVE_NUMBER: f64 = 3.0;

/// What to measure.
#[derive(Debug, Clone, PartialEq)]
pub struct MomBench {
    /// Approximate number of unknowns.
    pub unknowns: usize,
    /// One row for each of these in each precision.
    pub equations: Vec<FieldEquation>,
    /// Precisions of the matrix.
    pub precisions: Vec<poynting::Precision>,
    /// Relative error of the entries.
    pub tolerance: f64,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Number of matrices to fill and factor; a row is the median.
    pub runs: usize,
}

/// Which field equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldEquation {
    /// EFIE, whose symmetry saves half of the integrals.
    Electric,
    /// CFIE with equal weights.
    Combined,
}

impl FieldEquation {
    /// `efie` or `cfie`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Electric => "efie",
            Self::Combined => "cfie",
        }
    }

    fn equation(self) -> Equation {
        match self {
            Self::Electric => Equation::Electric,
            Self::Combined => Equation::Combined { alpha: 0.5 },
        }
    }
}

/// A measured speed. Other programs read these field names.
#[derive(Debug, Clone, Serialize)]
pub struct MomRow {
    /// `efie` or `cfie`.
    pub equation: String,
    /// `f32` or `f64`.
    pub precision: String,
    /// Number of threads.
    pub threads: usize,
    /// Size of the matrix.
    pub unknowns: usize,
    /// Triangles of the mesh.
    pub triangles: usize,
    /// Requested relative error of the entries.
    pub tolerance: f64,
    /// Time to fill the matrix.
    pub assembly_s: f64,
    /// Million matrix entries per second, including mirrored ones.
    pub mentries_per_s: f64,
    /// Share of touching triangle pairs in the time of one thread.
    pub touching_share: f64,
    /// LU decomposition: 8/3 N^3 operations.
    pub lu_gflops: f64,
    /// Time of LU decomposition and solution in double precision, over that of factors in single precision with refinement.
    pub refined_speedup: Option<f64>,
    /// Relative residual of the refined solution.
    pub refined_residual: Option<f64>,
    /// RMS difference of the bistatic cross-section from the Mie series in both planes, dB.
    pub rcs_error_db: f64,
}

/// All rows.
#[derive(Debug, Clone, Serialize)]
pub struct MomReport {
    /// In the order of measurement.
    pub rows: Vec<MomRow>,
}

/// Why a row is missing.
#[derive(Debug, thiserror::Error)]
pub enum MomBenchError {
    /// The sphere could not be meshed.
    #[error(transparent)]
    Mesh(#[from] GeometryError),
    /// The solver's error.
    #[error(transparent)]
    Solver(#[from] MomError),
    /// Threads cannot be started.
    #[error(transparent)]
    Pool(#[from] PoolError),
}

/// Measures the method of moments.
pub fn mom(bench: &MomBench, on_row: &mut dyn FnMut(&MomRow)) -> Result<MomReport, MomBenchError> {
    let sphere = Body::Sphere {
        center: [0.0; 3],
        radius: 1.0,
    };
    // Equilateral triangles, two thirds as many as edges.
    let triangles = bench.unknowns as f64 / 1.5;
    let edge = (16.0 * PI / (3.0_f64.sqrt() * triangles)).sqrt();
    let space = RwgSpace::new(&sphere.mesh(edge)?)?;
    let pool = Pool::new(bench.threads)?;
    let mut rows = Vec::new();
    for &equation in &bench.equations {
        for &precision in &bench.precisions {
            let row = pool.install(|| measure(bench, &space, equation, precision))?;
            let row = row.on(pool.threads());
            on_row(&row);
            rows.push(row);
        }
    }
    Ok(MomReport { rows })
}

fn measure(
    bench: &MomBench,
    space: &RwgSpace,
    equation: FieldEquation,
    precision: poynting::Precision,
) -> Result<MomRow, MomError> {
    let operator = Operator::new(space, WAVE_NUMBER, equation.equation(), bench.tolerance)?;
    let wave = PlaneWave::arriving(PI, 0.0, Polarization::Theta);
    let cost = DenseCost::measure(
        &operator,
        Excitation::PlaneWave(wave),
        precision,
        bench.runs,
    )?;
    let unknowns = space.len() as f64;
    Ok(MomRow {
        equation: equation.name().to_owned(),
        precision: precision.name().to_owned(),
        threads: 1,
        unknowns: space.len(),
        triangles: space.triangles().len(),
        tolerance: bench.tolerance,
        assembly_s: cost.assembly_s,
        mentries_per_s: unknowns * unknowns / cost.assembly_s / 1e6,
        touching_share: touching_seconds(&operator)? / cost.assembly_s,
        lu_gflops: 8.0 / 3.0 * unknowns.powi(3) / cost.factors_s / 1e9,
        refined_speedup: cost.refined.map(|refined| refined.speedup),
        refined_residual: cost.refined.map(|refined| refined.residual),
        rcs_error_db: rcs_error(space, &cost.currents),
    })
}

impl MomRow {
    fn on(mut self, threads: usize) -> Self {
        self.touching_share /= threads as f64;
        self.threads = threads;
        self
    }
}

/// Time of one thread for the triangle pairs with common vertices, in both orders if these differ.
fn touching_seconds(operator: &Operator<'_>) -> Result<f64, MomError> {
    let triangles = operator.space().triangles();
    let touch = |a: usize, b: usize| {
        let corners = &triangles[b].vertices;
        triangles[a].vertices.iter().any(|v| corners.contains(v))
    };
    let mut pairs = Vec::new();
    for trial in 0..triangles.len() {
        pairs.extend((trial..triangles.len()).map(|test| (test, trial)));
    }
    pairs.retain(|&(test, trial)| touch(test, trial));
    let start = Instant::now();
    for (test, trial) in pairs {
        if operator.is_symmetric() {
            std::hint::black_box(operator.block(test, trial)?);
        } else {
            std::hint::black_box(operator.mutual(test, trial)?);
        }
    }
    Ok(start.elapsed().as_secs_f64())
}

/// RMS difference in dB over both planes, every degree.
fn rcs_error(space: &RwgSpace, currents: &[Complex<f64>]) -> f64 {
    let radiator = Radiator::new(space, WAVE_NUMBER, currents);
    let mie = Sphere::conducting(WAVE_NUMBER);
    let mut sum = 0.0;
    for degree in 0..=180 {
        let theta = f64::from(degree).to_radians();
        for phi in [0.0, PI / 2.0] {
            let found = radiator.far_field(theta, phi).cross_section() / PI;
            sum += (10.0 * (found / mie.bistatic(theta, phi)).log10()).powi(2);
        }
    }
    (sum / 362.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_for_each_equation_and_precision_with_its_error() {
        let bench = MomBench {
            unknowns: 500,
            equations: vec![FieldEquation::Electric, FieldEquation::Combined],
            precisions: vec![poynting::Precision::F64, poynting::Precision::F32],
            tolerance: 1e-3,
            threads: Some(1),
            runs: 1,
        };
        let mut seen = 0;
        let report = mom(&bench, &mut |_| seen += 1).unwrap();
        assert_eq!((report.rows.len(), seen), (4, 4));
        for row in &report.rows {
            assert!(
                (400..800).contains(&row.unknowns) && row.threads == 1,
                "{row:?}"
            );
            let entries = (row.unknowns as f64).powi(2);
            assert!((row.mentries_per_s * 1e6 * row.assembly_s / entries - 1.0).abs() < 1e-12);
            assert!(row.lu_gflops > 0.1 && row.touching_share > 0.0, "{row:?}");
            let is_double = row.precision == "f64";
            assert_eq!(row.refined_speedup.is_some_and(|s| s > 0.0), is_double);
            assert_eq!(row.refined_residual.is_some_and(|r| r < 1e-12), is_double);
            // 0.05 dB with 3000 unknowns, at second order.
            assert!(row.rcs_error_db < 0.05 * 6.0, "{row:?}");
        }
    }
}
