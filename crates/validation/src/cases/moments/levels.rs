//! Scenes with other meshes and equations, and comparison of cross-section levels.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, quantity};
use crate::model::with;
use poynting::Results;
use poynting_physics::mie::Sphere;
use std::f64::consts::PI;

/// A scene solved by another equation.
pub(super) fn by(scene: &str, equation: &str) -> String {
    with(scene, "equation", &format!("\"{equation}\""))
}

/// A scene with edges of another length, in metres.
pub(super) fn with_edge(scene: &str, edge: f64) -> String {
    with(scene, "edge", &format!("\"{edge} m\""))
}

/// The levels of a metal sphere of radius 1 m by the Mie series, dB over 1 m^2: theta from 0 to 180 degrees, in the E plane and the H plane.
pub(super) fn mie_levels(ka: f64) -> Vec<f64> {
    let mie = Sphere::conducting(ka);
    (0..=180)
        .flat_map(|degree: i32| {
            let theta = f64::from(degree).to_radians();
            [0.0, PI / 2.0].map(|phi| 10.0 * (PI * mie.bistatic(theta, phi)).log10())
        })
        .collect()
}

/// A row in the finest precision.
pub(super) fn row(bench: &mut Bench<'_>, of: &str, error: f64, (unit, tolerance): (&str, f64)) {
    let precision = bench.finest();
    bench.row(&Comparison {
        of,
        precision,
        error,
        unit,
        tolerance,
    });
}

/// Cross sections of a quantity in dB over 1 m^2.
pub(super) fn levels(results: &Results, name: &str) -> Result<Vec<f64>, ValidationError> {
    let areas = &quantity(results, name)?.data;
    Ok(areas.iter().map(|area| 10.0 * area.log10()).collect())
}

/// Mean of the absolute differences.
pub(super) fn mean_off(found: &[f64], exact: &[f64]) -> f64 {
    let off = found.iter().zip(exact).map(|(f, e)| (f - e).abs());
    off.sum::<f64>() / exact.len() as f64
}

/// Root of the mean square of the differences.
pub(super) fn rms_off(found: &[f64], exact: &[f64]) -> f64 {
    let squares = found.iter().zip(exact).map(|(f, e)| (f - e).powi(2));
    (squares.sum::<f64>() / exact.len() as f64).sqrt()
}
