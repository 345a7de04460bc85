//! Two dimensions: a conducting circular cylinder in a plane wave with E along it (TM) and across it (TE).
//!
//! Scattering widths are compared with the series (`poynting_physics::conducting_cylinder`), from the size of a wire to ten wavelengths across and at
//! resonances of the inside, in all directions in which they are above -30 dB of their maximum. The total and the extinction width are those of the
//! optical theorem. Fields around the cylinder are compared with FDTD in a slice that is one cell thick.

use super::levels::row;
use crate::ValidationError;
use crate::bench::{Bench, quantity};
use crate::model::with;
use crate::picture::Picture;
use poynting::{Device, Precision, Results, RunOptions, Solver};
use poynting_physics::conducting_cylinder::ConductingCylinder;
use poynting_physics::constants::C0;
use poynting_physics::cylinder::Field;
use std::f64::consts::TAU;

const SCENE: &str = include_str!("../../../scenes/mom-plane-cylinder.toml");
const AROUND: &str = include_str!("../../../scenes/mom-plane-field.toml");
const SLICE: &str = include_str!("../../../scenes/plane-cylinder.toml");
/// ka; 2.4048 is a resonance of the inside for TM, 3.8317 for TE.
const SIZES: [f64; 6] = [
    0.1,
    1.0,
    2.404_825_557_695_773,
    3.831_705_970_207_512,
    10.0,
    30.0,
];
/// Largest error of a width, in dB.
const ALLOWED: f64 = 0.02;
/// Levels are compared down to this part of the largest width: -30 dB.
const VISIBLE: f64 = 1e-3;

/// The processor alone solves scenes with two dimensions, in double precision.
fn options(bench: &Bench<'_>) -> RunOptions {
    RunOptions {
        device: Device::Cpu.into(),
        ..bench.options(Precision::F64)
    }
}

pub(crate) fn widths(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let frequencies = SIZES.map(|size| format!("\"{} Hz\"", size * C0 / TAU));
    let scene = with(
        SCENE,
        "frequencies",
        &format!("[{}]", frequencies.join(", ")),
    );
    let results = bench.simulate_with(&scene, &options(bench))?;
    for (word, field) in [("tm", Field::Along), ("te", Field::Across)] {
        let widths = quantity(&results, &format!("bistatic/widths/width_{word}"))?;
        let phi = widths.axis("phi").unwrap_or_default();
        let (mut worst, mut lost) = (0.0_f64, 0.0_f64);
        for (n, size) in SIZES.into_iter().enumerate() {
            let series = ConductingCylinder::new(size, field);
            let exact: Vec<f64> = phi
                .iter()
                .map(|degrees| series.width(degrees.to_radians()) / size)
                .collect();
            let found = &widths.data[n * phi.len()..][..phi.len()];
            worst = worst.max(largest_off(found, &exact));
            for kind in ["total", "extinction"] {
                let width = quantity(&results, &format!("bistatic/widths/{kind}_{word}"))?;
                let exact = series.total_width() / size;
                lost = lost.max((width.data[n] / exact - 1.0).abs());
            }
            if size == 10.0 {
                draw(bench, word, phi, [found, &exact])?;
            }
        }
        row(bench, word, worst, ("dB", ALLOWED));
        row(bench, &format!("{word}-power"), 100.0 * lost, ("%", 0.5));
    }
    Ok(())
}

/// The largest difference in dB of widths that are visible.
fn largest_off(found: &[f64], exact: &[f64]) -> f64 {
    let top = exact.iter().copied().fold(0.0, f64::max);
    let pairs = found.iter().zip(exact).filter(|(_, e)| **e > VISIBLE * top);
    let off = pairs.map(|(f, e)| (10.0 * (f / e).log10()).abs());
    // NaN is larger than any number.
    off.fold(0.0, |a, b| if b <= a { a } else { b })
}

fn draw(
    bench: &Bench<'_>,
    word: &str,
    phi: &[f64],
    [found, exact]: [&[f64]; 2],
) -> Result<(), ValidationError> {
    let levels = |widths: &[f64]| widths.iter().map(|w| 10.0 * w.log10()).collect();
    bench.picture_of(
        word,
        &Picture {
            title: "Conducting cylinder, ka = 10, scattering width over 1 m",
            axis: ("phi", "deg", phi),
            unit: "dB",
            curves: &[
                ("method of moments", levels(found)),
                ("reference: series", levels(exact)),
            ],
        },
    )
}

pub(crate) fn fields(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["0.5 mm", "0.5 mm", "0.25 mm"]);
    for (word, polarisation, component) in [("tm", "z", "Ez"), ("te", "y", "Hz")] {
        let polarised = |scene: &str| with(scene, "polarisation", &format!("\"{polarisation}\""));
        let moments = bench.simulate_with(&polarised(AROUND), &options(bench))?;
        let slice = with(&polarised(SLICE), "spacing", &format!("\"{cell}\""));
        let in_time = RunOptions {
            solver: Some(Solver::Fdtd),
            ..bench.options(Precision::F32)
        };
        let time = bench.simulate_with(&slice, &in_time)?;
        let error = 100.0 * off(&time, &moments, component)?;
        row(bench, word, error, ("% rms", 0.5));
    }
    Ok(())
}

/// The difference of magnitudes at the points of the second that the first has too and that are not on the surface, over the root mean square.
fn off(time: &Results, moments: &Results, component: &str) -> Result<f64, ValidationError> {
    let map = |results: &Results| {
        let path = format!("field/map/{component}");
        let parts =
            ["real", "imag"].map(|part| quantity(results, &format!("{path}/{part}")).cloned());
        let [real, imag] = parts;
        let (real, imag) = (real?, imag?);
        let axis = |name: &str| real.axis(name).unwrap_or_default().to_vec();
        let sizes = real.data.iter().zip(&imag.data).map(|(a, b)| a.hypot(*b));
        Ok::<_, ValidationError>((axis("x"), axis("y"), sizes.collect::<Vec<f64>>()))
    };
    let (xs, ys, found) = map(time)?;
    let (us, vs, exact) = map(moments)?;
    let place = |axis: &[f64], at: f64| axis.iter().position(|x| (x - at).abs() < 1e-6);
    let (mut differences, mut squares) = (0.0, 0.0);
    for (i, &u) in us.iter().enumerate() {
        for (j, &v) in vs.iter().enumerate() {
            let (Some(m), Some(n)) = (place(&xs, u), place(&ys, v)) else {
                return Err(ValidationError::Missing(format!(
                    "({u}, {v}) m in the slice"
                )));
            };
            if u.hypot(v) > RADIUS + CLEAR {
                let e = exact[i * vs.len() + j];
                differences += (found[m * ys.len() + n] - e).powi(2);
                squares += e * e;
            }
        }
    }
    Ok(f64::sqrt(differences / squares))
}

/// The radius, and a distance from the surface, in m.
const RADIUS: f64 = 15e-3;
const CLEAR: f64 = 1e-3;
