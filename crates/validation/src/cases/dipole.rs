//! A Hertzian dipole in a box so large that no echo is back when the comparison ends.
//!
//! ```text
//! E = 1/(4 pi eps) { [3 n (n.d) - d] [q/r^3 + i/(c r^2)] + [n (n.d) - d] i'/(c^2 r) }
//! H = 1/(4 pi) (d x n) [i/r^2 + i'/(c r)]
//! ```
//!
//! (J. D. Jackson, Classical Electrodynamics, 3rd ed., section 9.2; `poynting_analytic::dipole`) with the current
//! moment of the differentiated Gaussian, x = (t - t0)/tau:
//!
//! ```text
//! i = -sqrt(2e) x exp(-x^2),   q = sqrt(e/2) tau exp(-x^2),   i' = -sqrt(2e)/tau (1 - 2 x^2) exp(-x^2)
//! ```
//!
//! The probe stands 18 cells away, where near and far fields are of the same size; an echo of the nearest wall
//! cannot reach it before (2 W - r)/c, W the distance of the walls.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, signal};
use crate::model::{Grid, Model, lengths};
use poynting::{Precision, Results};
use poynting_analytic::Medium;
use poynting_analytic::constants::C0;
use poynting_analytic::dipole::{Dipole, Moment};
use std::f64::consts::E;

const CELL: f64 = 1e-3;
/// In cells: distance of the walls from the middle, and the probe.
const WALL: usize = 68;
const PROBE: [f64; 3] = [11.0, -9.0, 11.0];
/// In cells over c: 24 cells to the wavelength at the upper end of the spectrum.
const TAU: f64 = 13.0 * CELL / C0;
const DELAY: f64 = 4.2 * TAU;

fn moment(time: f64) -> Moment {
    let x = (time - DELAY) / TAU;
    let bell = (-x * x).exp();
    Moment {
        integral: (E / 2.0).sqrt() * TAU * bell,
        value: -(2.0 * E).sqrt() * x * bell,
        derivative: -(2.0 * E).sqrt() / TAU * (1.0 - 2.0 * x * x) * bell,
    }
}

pub(crate) fn hertzian(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let directions = [
        ("along-z", [0.0, 0.0, 1.0]),
        ("oblique", [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]),
    ];
    for precision in [Precision::F64, Precision::F32] {
        for (name, direction) in directions {
            let results = bench.simulate(model(direction).text(), precision)?;
            for field in ["E", "H"] {
                let error = error(&results, direction, field)?;
                bench.row(&Comparison {
                    of: &format!("{name}-{field}"),
                    precision,
                    error: 100.0 * error,
                    unit: "% of peak",
                    tolerance: 1.0,
                });
            }
        }
    }
    Ok(())
}

fn model(direction: [f64; 3]) -> Model {
    let corner = WALL as f64 * CELL;
    let at = lengths(&[0.0; 3]);
    let source = format!(
        "[[sources]]\nname = \"dipole\"\ntype = \"dipole\"\nat = {at}\ndirection = {direction:?}\n\
         waveform = {{ type = \"differentiated-gaussian\", amplitude = \"1 A m\", tau = \"{TAU} s\", \
         delay = \"{DELAY} s\" }}"
    );
    Model::new([-corner; 3], [corner; 3], &Grid::Cells([2 * WALL; 3]))
        .with(&source)
        .probe(
            "p",
            PROBE.map(|n| n * CELL),
            r#""Ex", "Ey", "Ez", "Hx", "Hy", "Hz""#,
        )
        .with(&format!("[stop]\ntime = \"{} s\"", echo()))
}

/// The earliest time of an echo.
fn echo() -> f64 {
    let r = PROBE.iter().map(|n| n * n).sum::<f64>().sqrt();
    (2.0 * WALL as f64 - r) * CELL / C0
}

/// Largest length of the vector's error over the largest length of the vector.
fn error(results: &Results, direction: [f64; 3], field: &str) -> Result<f64, ValidationError> {
    let dipole = Dipole {
        position: [0.0; 3],
        direction,
        medium: Medium::VACUUM,
    };
    let mut signals = Vec::new();
    for axis in ["x", "y", "z"] {
        signals.push(signal(results, &format!("probe/p/{field}{axis}"))?);
    }
    let (mut worst, mut peak): (f64, f64) = (0.0, 0.0);
    for (n, time) in signals[0].times.iter().enumerate() {
        if *time > echo() {
            break;
        }
        let exact = dipole.field(moment, PROBE.map(|n| n * CELL), *time);
        let exact = if field == "E" { exact.e } else { exact.h };
        let off: [f64; 3] = std::array::from_fn(|a| signals[a].values[n] - exact[a]);
        worst = worst.max(length(off));
        peak = peak.max(length(exact));
    }
    Ok(worst / peak)
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    x.hypot(y).hypot(z)
}
