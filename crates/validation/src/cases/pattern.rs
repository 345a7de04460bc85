//! The far field of a Hertzian dipole:
//!
//! ```text
//! r exp(jkr) E_theta = j k eta I l sin(theta)/(4 pi),   D = 1.5 sin^2(theta)
//! ```
//!
//! (J. D. Jackson, Classical Electrodynamics, 3rd ed., section 9.2). Levels are compared within 30 dB of the maximum.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, quantity};
use crate::picture::Picture;
use poynting::{Precision, Results};

const SCENE: &str = include_str!("../../scenes/dipole-pattern.toml");
/// Levels below this fraction of the maximum are not compared.
const FLOOR: f64 = 1e-3;

pub(crate) fn dipole(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    // A software device gets a smaller box and the lower frequencies.
    let small = SCENE
        .replace("15 mm", "11 mm")
        .replace("8 mm", "6 mm")
        .replace(", \"10 GHz\", \"15 GHz\"]", "]");
    let scene = bench.sized([small.as_str(), SCENE, SCENE]);
    for &precision in bench.precisions() {
        let results = bench.simulate(scene, precision)?;
        compare(bench, &results, precision)?;
    }
    Ok(())
}

fn compare(
    bench: &mut Bench<'_>,
    results: &Results,
    precision: Precision,
) -> Result<(), ValidationError> {
    let found = quantity(results, "far/far/directivity")?;
    let axis = |name: &str| found.axis(name).unwrap_or_default().to_vec();
    let (theta, phi) = (axis("theta"), axis("phi"));
    let (mut worst_level, mut worst_peak) = (0.0_f64, 0.0_f64);
    for slice in found.data.chunks(theta.len() * phi.len()) {
        let largest = slice.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        worst_peak = worst_peak.max((10f64.powf(largest / 10.0) / 1.5 - 1.0).abs());
        for (place, level) in slice.iter().enumerate() {
            let exact = theta[place / phi.len()].to_radians().sin().powi(2);
            if exact > FLOOR {
                worst_level = worst_level.max((level - 10.0 * (1.5 * exact).log10()).abs());
            }
        }
    }
    bench.row(&Comparison {
        of: "directivity",
        precision,
        error: 100.0 * worst_peak,
        unit: "%",
        tolerance: 0.5,
    });
    bench.row(&Comparison {
        of: "pattern",
        precision,
        error: worst_level,
        unit: "dB",
        tolerance: 0.05,
    });
    let first: Vec<f64> = found
        .data
        .iter()
        .step_by(phi.len())
        .take(theta.len())
        .map(|level| level.max(10.0 * (FLOOR / 10.0).log10()))
        .collect();
    let exact = theta.iter().map(|t| {
        10.0 * (1.5 * t.to_radians().sin().powi(2))
            .max(FLOOR / 10.0)
            .log10()
    });
    bench.picture(&Picture {
        title: "Hertzian dipole, directivity at 5 GHz",
        axis: ("theta", "deg", &theta),
        unit: "dB",
        curves: &[
            ("computed", first),
            ("reference: closed form", exact.collect()),
        ],
    })
}
