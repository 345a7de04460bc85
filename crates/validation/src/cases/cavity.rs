//! Resonances of an empty metal box, a = 25 mm, b = 12.5 mm, d = 60 mm:
//!
//! ```text
//! f = c0/2 sqrt((m/a)^2 + (n/b)^2 + (p/d)^2)
//! ```
//!
//! (R. F. Harrington, Time-Harmonic Electromagnetic Fields, section 4-4), and of the same box in the Yee scheme,
//! `poynting_physics::dispersion`. The first five are TE101, TE102, TE103, TE104 and TE011; the sixth,
//! TE201, has the frequency of the fifth. TE_m0p has only Ey, TE011 only Ex: an Ey current at the centre of x
//! excites the first four and not TE201, an Ex current the fifth, and each is read in its own component.
//!
//! The error of the scheme falls with the square of the cell size at a fixed Courant number, so with errors e1, e2 on
//! cells d1 and d2 the order is ln(e1/e2)/ln(d1/d2).

use super::ringing::{Rung, SIZE, exact, percent, relative, steps_for};
use crate::ValidationError;
use crate::bench::{Bench, Comparison};
use crate::model::{Grid, Model};
use poynting_physics::IsotropicMedium;
use poynting_physics::cavity::BoxCavity;
use poynting_physics::constants::C0;

/// Provenance in data/README.md.
const TABLE: &str = include_str!("../../reference/cavity_25x12p5x60mm.csv");

const CAVITY: BoxCavity = BoxCavity {
    size: SIZE,
    medium: IsotropicMedium::VACUUM,
};

const CELLS_PER_WAVELENGTH: f64 = 40.0;

struct Mode {
    indices: [u32; 3],
    frequency: f64,
}

impl Mode {
    fn name(&self) -> String {
        let [m, n, p] = self.indices;
        format!("{m}{n}{p}")
    }

    /// The single component of E.
    fn component(&self) -> &'static str {
        if self.indices[1] == 0 { "Ey" } else { "Ex" }
    }
}

/// The first five modes of the table.
fn table() -> Vec<Mode> {
    let mode = |line: &str| {
        let mut fields = line.split(',').skip(2);
        let mut index = || fields.next()?.parse().ok();
        let indices = [index()?, index()?, index()?];
        let frequency = fields.next()?.parse().ok()?;
        Some(Mode { indices, frequency })
    };
    TABLE.lines().filter_map(mode).take(5).collect()
}

fn model(cells: [usize; 3], time: f64) -> Model {
    let [a, b, d] = SIZE;
    Model::new([0.0; 3], SIZE, &Grid::Cells(cells))
        .current("Ey", [a / 2.0, b / 2.0, 0.22 * d], 15e9)
        .current("Ex", [a / 2.0, 0.4 * b, 0.4 * d], 15e9)
        .probe("p", [0.4 * a, 0.4 * b, 0.3 * d], r#""Ex", "Ey""#)
        .steps(steps_for(time, SIZE, cells))
}

/// Cells that are fine enough for the dispersion relation of the scheme; even along x, like all of them.
const COARSE: [usize; 3] = [10, 5, 24];
/// Cells that are fine along x and z, for modes that do not vary along y.
const FLAT: [usize; 3] = [28, 4, 66];

/// At 40 cells per wavelength of the fifth mode.
fn fine_cells(modes: &[Mode]) -> [usize; 3] {
    let highest = modes.iter().map(|m| m.frequency).fold(0.0, f64::max);
    let cell = C0 / highest / CELLS_PER_WAVELENGTH;
    // An even number along x puts an edge of Ey at the centre, where TE201 has no field.
    let [x, y, z] = SIZE.map(|length| (length / cell).ceil() as usize);
    [x.next_multiple_of(2), y, z]
}

/// Record length that separates modes 0.6 GHz apart, in seconds.
fn ring_time(bench: &Bench<'_>) -> f64 {
    bench.sized([9e-9, 12e-9, 20e-9])
}

pub(crate) fn resonances(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let modes = table();
    let fine = fine_cells(&modes);
    let cells = bench.sized([FLAT, fine, fine]);
    let (time, precision) = (bench.sized([5e-9, 12e-9, 20e-9]), bench.finest());
    let rung = Rung::new(bench, &model(cells, time), precision)?;
    for mode in modes.iter().filter(|m| cells != FLAT || m.indices[1] == 0) {
        let found = rung.mode(mode.component(), mode.frequency)?.frequency;
        // The table and the formula are equivalent; the larger of the two errors counts.
        let error =
            relative(found, mode.frequency).max(relative(found, CAVITY.frequency(mode.indices)));
        bench.row(&percent(&mode.name(), precision, error, 0.1));
    }
    Ok(())
}

pub(crate) fn dispersion(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let modes = table();
    let fine = fine_cells(&modes);
    let model = model(bench.sized([COARSE, fine, fine]), ring_time(bench));
    for &precision in bench.precisions() {
        let rung = Rung::new(bench, &model, precision)?;
        let yee = rung.yee(SIZE);
        let mut worst: f64 = 0.0;
        for mode in &modes {
            let expected = yee
                .frequency(IsotropicMedium::VACUUM, mode.indices)
                .ok_or(ValidationError::NoOscillation(mode.frequency))?;
            let found = rung.mode(mode.component(), mode.frequency)?.frequency;
            worst = worst.max(relative(found, expected));
        }
        bench.row(&exact("", precision, worst));
    }
    Ok(())
}

pub(crate) fn order(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let wanted = [[1, 0, 4], [0, 1, 1]];
    let modes: Vec<Mode> = table()
        .into_iter()
        .filter(|mode| wanted.contains(&mode.indices))
        .collect();
    let mut errors: Vec<Vec<f64>> = vec![Vec::new(); modes.len()];
    let three_grids = ([2, 1, 5], [5, 7, 10]);
    let doubled = (COARSE, [1, 2, 4]);
    let (cells, refined) = bench.sized([three_grids, doubled, doubled]);
    let (time, precision) = (ring_time(bench), bench.finest());
    for refine in refined {
        let model = model(cells.map(|n| refine * n), time);
        let rung = Rung::new(bench, &model, precision)?;
        for (mode, errors) in modes.iter().zip(&mut errors) {
            let found = rung.mode(mode.component(), mode.frequency)?.frequency;
            errors.push(relative(found, mode.frequency));
        }
    }
    for (mode, errors) in modes.iter().zip(&errors) {
        let order = errors
            .windows(2)
            .zip(refined.windows(2))
            .map(|(e, n)| (e[0] / e[1]).ln() / (n[1] as f64 / n[0] as f64).ln())
            .fold(f64::INFINITY, f64::min);
        bench.row(&Comparison {
            of: &mode.name(),
            precision,
            error: 2.0 - order,
            unit: "below order 2",
            tolerance: 0.1,
        });
    }
    Ok(())
}
