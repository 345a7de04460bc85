//! A metal sphere near its interior resonance, ka = 2.7437 (TM, n = 1).
//!
//! There the EFIE has a non-radiating current and the MFIE a spurious one: both equations are singular up to the error of
//! the mesh. The condition number of the EFIE peaks, and the MFIE's cross section is wrong, while the sum of the two has neither problem
//! (J. R. Mautz and R. F. Harrington, "H-field, E-field, and combined-field solutions for conducting bodies of revolution", AEU 32 (1978)
//! 157). Cross sections are compared with `poynting_physics::mie`.

use super::levels::{by, levels, mie_levels, rms_off, row, with_edge};
use crate::ValidationError;
use crate::bench::{Bench, quantity};
use crate::model::with;
use crate::picture::Picture;
use poynting_physics::constants::C0;
use std::f64::consts::TAU;

const SCENE: &str = include_str!("../../../scenes/mom-resonance.toml");
/// The resonance.
const KA: f64 = 2.7437;
/// Minimum error of the MFIE there, in dB.
const MISSES: f64 = 0.5;

pub(crate) fn interior(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    scan(bench)?;
    cross_section(bench)
}

/// Condition numbers over ka = 2.70 to 2.80.
fn scan(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let edge = bench.sized([0.302, 0.302, 0.201]);
    let mut sizes = Vec::new();
    let mut scans = Vec::new();
    for equation in ["efie", "cfie"] {
        let scene = with_edge(&by(SCENE, equation), edge);
        let results = bench.simulate(&scene, bench.finest())?;
        let condition = quantity(&results, "solution/condition")?;
        let frequencies = condition.axis("frequency").unwrap_or_default();
        sizes = frequencies.iter().map(|f| TAU * f / C0).collect();
        scans.push(condition.data.clone());
    }
    let [efie, cfie] = &scans[..] else {
        return Ok(());
    };
    let (first, last) = (efie[0], efie[efie.len() - 1]);
    row(
        bench,
        "efie-ends-over-peak",
        first.max(last) / largest(efie),
        ("1", 0.25),
    );
    row(
        bench,
        "cfie-peak-over-start",
        largest(cfie) / cfie[0],
        ("1", 1.2),
    );
    bench.picture(&Picture {
        title: "Metal sphere, condition number of the matrix",
        axis: ("ka", "", &sizes),
        unit: "1",
        curves: &[("EFIE", efie.clone()), ("CFIE", cfie.clone())],
    })
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// Both planes at the resonance.
fn cross_section(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let exact = mie_levels(KA);
    let frequency = format!("\"{} Hz\"", KA * C0 / TAU);
    let scene = with(SCENE, "frequencies", &frequency);
    let edge = bench.sized([0.241, 0.201, 0.1205]);
    let scene = with_edge(&scene, edge);
    for equation in ["mfie", "cfie"] {
        let results = bench.simulate(&by(&scene, equation), bench.finest())?;
        let off = rms_off(&levels(&results, "far/far/rcs")?, &exact);
        if equation == "mfie" {
            row(
                bench,
                "mfie-misses",
                MISSES - off,
                ("dB to 0.5 dB rms", 0.0),
            );
        } else {
            // With the order of the case mom-sphere.
            let tolerance = 0.1 * (edge / 0.1205).powf(1.8);
            row(bench, "cfie-holds", off, ("dB rms", tolerance));
        }
    }
    Ok(())
}
