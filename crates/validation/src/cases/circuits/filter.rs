//! The low-pass filter of D. M. Sheen et al., IEEE Trans. Microw. Theory Tech. 38, 849 (1990), compared with openEMS (`reference/README.md`).
//!
//! Both are referenced to the line itself. The field is singular at the edges of the strips, so the effective edge is displaced by a fraction of a
//! cell: smaller sizes of the case have tolerances that are larger by the ratio of the cells.

use super::scattering::{Scattering, decibels, interpolated, minimum, row};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::with;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::Precision;

const SCENE: &str = include_str!("../../../scenes/lowpass-filter.toml");
const TABLE: &str = include_str!("../../../reference/sheen_lowpass_openems.csv");
/// In millimetres.
const FINEST: f64 = 0.4;
/// Compared up to here.
const HIGHEST: f64 = 10e9;

pub(crate) fn low_pass(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized([1.2, 0.8, FINEST]);
    let scene = with(SCENE, "max_cell", &format!("\"{cell} mm\""));
    let highest = bench.sized(["8 GHz", "20 GHz", "20 GHz"]);
    let scene = with(&scene, "max_frequency", &format!("\"{highest}\""));
    let decay = bench.sized(["30 dB", "50 dB", "50 dB"]);
    let scene = with(&scene, "energy_decay", &format!("\"{decay}\""));
    let results = bench.simulate(&scene, Precision::F32)?;
    let s = Scattering::of(&results)?;
    let passed = s.magnitude(2, 1);
    let table = Table::read(TABLE);
    let at: Vec<f64> = table.column("f_GHz")?.iter().map(|f| f * 1e9).collect();
    let levels = table.column("S21_dB_fine")?;
    let exact: Vec<f64> = levels.iter().map(|db| 10_f64.powf(db / 20.0)).collect();
    let larger = cell / FINEST;
    let [found, wanted] = [cutoff(&s.frequencies, &passed)?, cutoff(&at, &exact)?];
    row(
        bench,
        "cutoff",
        100.0 * (found / wanted - 1.0).abs(),
        ("%", 0.8 * larger),
    );
    let below = at.iter().zip(&exact).filter(|(f, _)| **f <= HIGHEST);
    let off = below.map(|(f, e)| (interpolated(&s.frequencies, &passed, *f) - e).abs());
    row(
        bench,
        "transmission",
        off.fold(0.0, f64::max),
        ("of incident", 0.05 * larger),
    );
    for (of, band) in [
        ("first-null", [6.5e9, 7.6e9]),
        ("second-null", [7.6e9, 8.8e9]),
    ] {
        let missing = || ValidationError::Missing(of.to_owned());
        let found = minimum(&s.frequencies, &passed, band).ok_or_else(missing)?;
        let wanted = minimum(&at, &exact, band).ok_or_else(missing)?;
        row(
            bench,
            of,
            100.0 * (found / wanted - 1.0).abs(),
            ("%", 1.5 * larger),
        );
    }
    let computed = at.iter().map(|f| interpolated(&s.frequencies, &passed, *f));
    bench.picture(&Picture {
        title: "Low-pass filter of Sheen et al., |S21|",
        axis: ("frequency", "Hz", &at),
        unit: "dB",
        curves: &[
            ("computed", decibels(&computed.collect::<Vec<_>>())),
            ("reference: openEMS 0.0.35", levels),
        ],
    })
}

/// The half-power frequency, where the transmitted power first falls below one half.
fn cutoff(frequencies: &[f64], passed: &[f64]) -> Result<f64, ValidationError> {
    let half = 0.5_f64.sqrt();
    let falls = |n: &usize| passed[n - 1] >= half && passed[*n] < half;
    let n = (1..passed.len()).find(falls);
    let n = n.ok_or_else(|| ValidationError::Missing("a cut-off".to_owned()))?;
    let share = (passed[n - 1] - half) / (passed[n - 1] - passed[n]);
    Ok(frequencies[n - 1] + share * (frequencies[n] - frequencies[n - 1]))
}
