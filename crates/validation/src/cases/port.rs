//! A line of two metal plates (y = 0 and y = h) between magnetic side walls (x = 0 and x = w) and magnetic ends. It carries a
//! TEM wave at the speed of light with impedance
//!
//! ```text
//! Z = eta0 h/w
//! ```
//!
//! (D. M. Pozar, Microwave Engineering, 4th ed., section 3.2). A port of resistance Z fills the cross-section at each
//! end. With a source V_s at one end only
//!
//! ```text
//! V(z, t) = V_s(t - z/c)/2,   I(z, t) = V(z, t)/Z,   no reflection
//! ```
//!
//! I leaves the + end of the driven port into the line, so V = V_s - R I there and V = -R I at the other. The
//! solver samples the current of a port half a cell inside the line (the capacitance of the port's own half cell belongs
//! to the port), so it is compared there. What remains is the dispersion of the grid and the half cell, both
//! of the order (k d)^2: less than a percent for the spectrum used, 60 cells per shortest wavelength.

use crate::ValidationError;
use crate::bench::{Bench, Comparison, Signal, signal};
use crate::model::{Grid, Model, lengths};
use poynting::Results;
use poynting_physics::constants::{C0, ETA0};

/// Width, height and length in metres.
const SIZE: [f64; 3] = [0.008, 0.004, 0.2];
const CELLS: [usize; 3] = [4, 2, 200];
const TAU: f64 = 60e-12;
const DELAY: f64 = 4.5 * TAU;

pub(crate) fn matched(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    for &precision in bench.precisions() {
        let results = bench.simulate(model().text(), precision)?;
        for (name, error) in errors(&results)? {
            bench.row(&Comparison {
                of: name,
                precision,
                error: 100.0 * error,
                unit: "% of peak",
                tolerance: 1.0,
            });
        }
    }
    Ok(())
}

fn impedance() -> f64 {
    ETA0 * SIZE[1] / SIZE[0]
}

fn source(time: f64) -> f64 {
    (-((time - DELAY) / TAU).powi(2)).exp()
}

fn model() -> Model {
    let [w, h, l] = SIZE;
    let port = |name: &str, z: f64, excitation: &str| {
        let [from, to] = [lengths(&[0.0, 0.0, z]), lengths(&[w, h, z])];
        format!(
            "[[ports]]\nname = \"{name}\"\nfrom = {from}\nto = {to}\ndirection = \"+y\"\nresistance = \"{} ohm\"\n{excitation}",
            impedance()
        )
    };
    let pulse = format!(
        "waveform = {{ type = \"gaussian\", amplitude = \"1 V\", tau = \"{TAU} s\", delay = \"{DELAY} s\" }}"
    );
    Model::new([0.0; 3], SIZE, &Grid::Cells(CELLS))
        .with("[boundary]\nx = \"pmc\"\nz = \"pmc\"")
        .with(&port("driven", 0.0, &pulse))
        .with(&port("end", l, ""))
        .probe("middle", [w / 2.0, h / 2.0, l / 2.0], r#""Ey""#)
        .with(&format!(
            "[stop]\ntime = \"{} s\"",
            2.0 * l / C0 + 2.0 * DELAY
        ))
}

fn errors(results: &Results) -> Result<Vec<(&'static str, f64)>, ValidationError> {
    let [_, h, l] = SIZE;
    let half_cell = 0.5 * l / CELLS[2] as f64;
    let wave = |z: f64| move |t: f64| 0.5 * source(t - z / C0);
    let over_z = 1.0 / impedance();
    let near = wave(half_cell);
    let far = wave(l - half_cell);
    let middle = signal(results, "probe/middle/Ey")?;
    // After this time the pulse has left the middle; an echo from either end comes later.
    let passed = l / (2.0 * C0) + 2.0 * DELAY;
    let late = middle.times.partition_point(|t| *t < passed);
    let largest = |values: &[f64]| values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let series = |name: &str| signal(results, name);
    Ok(vec![
        (
            "driven-voltage",
            off(&series("port/driven/voltage")?, wave(0.0)),
        ),
        (
            "driven-current",
            off(&series("port/driven/current")?, |t| over_z * near(t)),
        ),
        ("end-voltage", off(&series("port/end/voltage")?, wave(l))),
        (
            "end-current",
            off(&series("port/end/current")?, |t| -over_z * far(t)),
        ),
        ("middle-field", off(&middle, |t| -wave(l / 2.0)(t) / h)),
        (
            "reflection",
            largest(&middle.values[late..]) / largest(&middle.values),
        ),
    ])
}

/// Largest difference over the largest expected value.
fn off(signal: &Signal, expected: impl Fn(f64) -> f64) -> f64 {
    let (mut worst, mut peak): (f64, f64) = (0.0, 0.0);
    for (time, value) in signal.times.iter().zip(&signal.values) {
        worst = worst.max((value - expected(*time)).abs());
        peak = peak.max(expected(*time).abs());
    }
    worst / peak
}
