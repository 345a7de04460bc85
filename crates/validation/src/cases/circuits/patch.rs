//! The patch antenna of D. M. Sheen et al., IEEE Trans. Microw. Theory Tech. 38, 849 (1990), compared with openEMS (`reference/README.md`): its first
//! resonance, and |S11| with the resonances aligned. Smaller sizes of the case have tolerances that are larger by the ratio of the cells, as for the
//! filter.

use super::scattering::{Scattering, decibels, interpolated, minimum, row};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::with;
use crate::picture::Picture;
use crate::reference::Table;
use poynting::Precision;

const SCENE: &str = include_str!("../../../scenes/patch-antenna.toml");
const TABLE: &str = include_str!("../../../reference/sheen_patch_openems.csv");
/// In millimetres.
const FINEST: f64 = 0.4;
/// Compared up to here.
const HIGHEST: f64 = 10e9;
/// Search range of the first resonance.
const FIRST: [f64; 2] = [6.5e9, 8.5e9];

pub(crate) fn sheen(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized([1.2, 0.8, FINEST]);
    let scene = with(SCENE, "max_cell", &format!("\"{cell} mm\""));
    let highest = bench.sized(["8 GHz", "20 GHz", "20 GHz"]);
    let scene = with(&scene, "max_frequency", &format!("\"{highest}\""));
    let decay = bench.sized(["30 dB", "50 dB", "50 dB"]);
    let scene = with(&scene, "energy_decay", &format!("\"{decay}\""));
    let results = bench.simulate(&scene, Precision::F32)?;
    let s = Scattering::of(&results)?;
    let reflected = s.magnitude(1, 1);
    let table = Table::read(TABLE);
    let at: Vec<f64> = table.column("f_GHz")?.iter().map(|f| f * 1e9).collect();
    let levels = table.column("S11_dB_fine")?;
    let exact: Vec<f64> = levels.iter().map(|db| 10_f64.powf(db / 20.0)).collect();
    let missing = || ValidationError::Missing("a resonance".to_owned());
    let found = minimum(&s.frequencies, &reflected, FIRST).ok_or_else(missing)?;
    let wanted = minimum(&at, &exact, FIRST).ok_or_else(missing)?;
    let (ratio, larger) = (found / wanted, cell / FINEST);
    row(
        bench,
        "resonance",
        100.0 * (ratio - 1.0).abs(),
        ("%", 1.5 * larger),
    );
    let aligned: Vec<f64> = at
        .iter()
        .map(|f| interpolated(&s.frequencies, &reflected, ratio * f))
        .collect();
    let below = at
        .iter()
        .zip(aligned.iter().zip(&exact))
        .filter(|(f, _)| **f <= HIGHEST);
    let off = below.map(|(_, (f, e))| (f - e).abs()).fold(0.0, f64::max);
    row(bench, "reflection", off, ("of incident", 0.08 * larger));
    bench.picture(&Picture {
        title: "Patch antenna of Sheen et al., |S11|",
        axis: ("frequency", "Hz", &at),
        unit: "dB",
        curves: &[
            ("computed", decibels(&aligned)),
            ("reference: openEMS 0.0.35", levels),
        ],
    })
}
