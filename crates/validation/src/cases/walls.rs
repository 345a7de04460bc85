//! Periodic, Bloch and magnetic boundaries.
//!
//! A box of N cells with period L carries waves k = 2 pi m/L, so k d/2 = pi m/N: the dispersion relation of the metal box with twice the index. Bloch
//! boundaries with the wave vector q carry q + 2 pi m/L, whether or not q fits the box. Between magnetic walls E varies as cosines where it varies as
//! sines between electric ones, and the frequencies are the same: the wall lies on nodes of E, and the half cell next to it with its mirror image
//! forms a whole one. With all six walls magnetic E and H exchange roles. (A. Taflove and S. C. Hagness, Computational Electrodynamics, 3rd ed.,
//! sections 4.2 and 13.2.)

use super::ringing::{Rung, SIZE, exact, percent, relative, steps_for};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::{Grid, Model};
use poynting_physics::IsotropicMedium;
use poynting_physics::cavity::BoxCavity;
use poynting_physics::constants::C0;
use std::f64::consts::TAU;

/// The periodic box, in metres.
const PERIODS: [f64; 3] = [0.03, 0.012, 0.04];

/// A mode: its number of half waves, and the component that is read.
struct Mode {
    name: &'static str,
    half_waves: [u32; 3],
    component: &'static str,
}

pub(crate) fn periodic(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([[10, 4, 14], [18, 8, 26], [36, 16, 52]]);
    let time = bench.sized([5e-9, 12e-9, 12e-9]);
    let modes =
        [("001", [0, 0, 2]), ("100", [2, 0, 0]), ("101", [2, 0, 2])].map(|(name, half_waves)| {
            Mode {
                name,
                half_waves,
                component: "Ey",
            }
        });
    let [a, b, d] = PERIODS;
    let model = Model::new([0.0; 3], PERIODS, &Grid::Cells(cells))
        .with("[boundary]\nall = \"periodic\"")
        .current("Ey", [0.3 * a, b / 2.0, 0.2 * d], 15e9)
        .probe("p", [0.1 * a, b / 2.0, 0.4 * d], r#""Ey""#)
        .steps(steps_for(time, PERIODS, cells));
    for &precision in bench.precisions() {
        let rung = Rung::new(bench, &model, precision)?;
        for mode in &modes {
            let (_, discrete) = errors(&rung, PERIODS, mode)?;
            bench.row(&exact(mode.name, precision, discrete));
        }
    }
    Ok(())
}

pub(crate) fn bloch(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([[10, 4, 14], [18, 8, 26], [36, 16, 52]]);
    // Fractions of a turn over each period.
    let turns = [0.31, 0.2, 0.27];
    let wave = |order: [f64; 3]| [0, 1, 2].map(|a| TAU * (turns[a] + order[a]) / PERIODS[a]);
    let vector = wave([0.0; 3]).map(|k| format!("\"{k} rad/m\"")).join(", ");
    let [a, b, d] = PERIODS;
    let model = Model::new([0.0; 3], PERIODS, &Grid::Cells(cells))
        .with(&format!(
            "[boundary]\nall = \"bloch\"\nbloch = {{ k = [{vector}] }}"
        ))
        .current("Ey", [0.3 * a, b / 2.0, 0.2 * d], 15e9)
        .probe("p", [0.1 * a, b / 2.0, 0.4 * d], r#""Ey""#)
        .steps(steps_for(15e-9, PERIODS, cells));
    for &precision in bench.precisions() {
        let rung = Rung::new(bench, &model, precision)?;
        for (name, order) in [
            ("000", [0.0, 0.0, 0.0]),
            ("001", [0.0, 0.0, -1.0]),
            ("100", [-1.0, 0.0, 0.0]),
            ("101", [-1.0, 0.0, -1.0]),
        ] {
            let k = wave(order);
            let closed = C0 * k.iter().map(|k| k * k).sum::<f64>().sqrt() / TAU;
            let discrete = rung
                .yee(PERIODS)
                .wave_frequency(IsotropicMedium::VACUUM, k)
                .ok_or(ValidationError::NoOscillation(closed))?;
            let found = rung.mode("Ey", closed)?.frequency;
            bench.row(&exact(name, precision, relative(found, discrete)));
        }
    }
    Ok(())
}

pub(crate) fn pmc(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cells = bench.sized([[24, 4, 40], [26, 14, 62], [42, 21, 99]]);
    let time = bench.sized([5e-9, 12e-9, 12e-9]);
    let precision = bench.finest();
    let [a, b, d] = SIZE;
    let at = [0.3 * a, b / 2.0, 0.22 * d];
    let probe = [0.4 * a, 0.4 * b, 0.3 * d];
    let mixed = [
        ("sides-001", [0, 0, 1], "Ey"),
        ("sides-101", [1, 0, 1], "Ey"),
    ];
    let all = [("all-101", [1, 0, 1], "Hy"), ("all-102", [1, 0, 2], "Hy")];
    for (walls, current, modes) in [("x = \"pmc\"", "Ey", mixed), ("all = \"pmc\"", "Hy", all)] {
        let model = Model::new([0.0; 3], SIZE, &Grid::Cells(cells))
            .with(&format!("[boundary]\n{walls}"))
            .current(current, at, 12e9)
            .probe("p", probe, &format!("\"{current}\""))
            .steps(steps_for(time, SIZE, cells));
        let rung = Rung::new(bench, &model, precision)?;
        for (name, half_waves, component) in modes {
            let mode = Mode {
                name,
                half_waves,
                component,
            };
            let (closed, discrete) = errors(&rung, SIZE, &mode)?;
            bench.row(&percent(name, precision, closed, 0.1));
            let name = format!("{name}-dispersion");
            bench.row(&exact(&name, precision, discrete));
        }
    }
    Ok(())
}

/// Relative to the closed form, and to the dispersion relation.
fn errors(rung: &Rung, size: [f64; 3], mode: &Mode) -> Result<(f64, f64), ValidationError> {
    let cavity = BoxCavity {
        size,
        medium: IsotropicMedium::VACUUM,
    };
    let closed = cavity.frequency(mode.half_waves);
    let discrete = rung
        .yee(size)
        .frequency(IsotropicMedium::VACUUM, mode.half_waves)
        .ok_or(ValidationError::NoOscillation(closed))?;
    let found = rung.mode(mode.component, closed)?.frequency;
    Ok((relative(found, closed), relative(found, discrete)))
}
