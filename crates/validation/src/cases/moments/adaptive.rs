//! Adaptive sweeps over three octaves, compared with solutions at each of their 401 frequencies on the same mesh: S, currents and voltages of the
//! port, and the far field, wherever they are above -40 dB. The limits are the tolerance that the sweep is given.

use std::f64::consts::PI;

use super::levels::row;
use crate::ValidationError;
use crate::bench::{Bench, phasors};
use crate::model::with;
use poynting::Results;
use poynting_physics::Complex;

const DIPOLE: &str = include_str!("../../../scenes/mom-strip-dipole.toml");
const LOOP: &str = include_str!("../../../scenes/mom-strip-loop.toml");
const CAVITY: &str = include_str!("../../../scenes/mom-cavity.toml");
/// The largest error in dB and degrees, and number of solves.
const DECIBELS: f64 = 0.1;
const DEGREES: f64 = 1.0;
const SOLVES: f64 = 25.0;
/// What lies further below the largest value is not compared: -40 dB.
const FLOOR: f64 = 0.01;
/// Complex quantities with a common 0 dB, the largest value unless it is given.
const QUANTITIES: [(&[&str], Option<f64>); 5] = [
    (&["network/s"], Some(1.0)),
    (&["port/feed/impedance"], None),
    (&["port/feed/voltage"], None),
    (&["port/feed/current"], None),
    (&["far/pattern/Etheta", "far/pattern/Ephi"], None),
];

/// A strip of one metre, from a third of a wavelength to two and a half.
pub(crate) fn dipole(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let edge = bench.sized(["25 mm", "25 mm", "9.9 mm"]);
    let scene = with(DIPOLE, "edge", &format!("\"{edge}\""));
    compared(bench, &scene, ["95 MHz", "760 MHz"])
}

/// A strip of 0.4 m around a square, from a third of a wavelength to 2.7.
pub(crate) fn square_loop(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let scene = with(LOOP, "edge", "\"4.8 mm\"");
    compared(bench, &scene, ["250 MHz", "2 GHz"])
}

/// A slot in a box with a probe, around the first resonance of the box.
pub(crate) fn cavity(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let edge = bench.sized(["25 mm", "25 mm", "16 mm"]);
    let scene = with(CAVITY, "edge", &format!("\"{edge}\""));
    compared(bench, &scene, ["440 MHz", "3.52 GHz"])
}

fn compared(
    bench: &mut Bench<'_>,
    scene: &str,
    [from, to]: [&str; 2],
) -> Result<(), ValidationError> {
    let swept = |method: &str| {
        let range =
            format!("{{ from = \"{from}\", to = \"{to}\", count = 401, method = \"{method}\" }}");
        let scene = with(scene, "frequencies", &range);
        format!(
            "{scene}\n[[monitors]]\nname = \"pattern\"\ntype = \"far-field\"\nfrequencies = {range}\n\
             theta = {{ from = \"0 deg\", to = \"180 deg\", count = 19 }}\nphi = [\"0 deg\", \"90 deg\"]\n"
        )
    };
    let precision = bench.finest();
    let adaptive = bench.simulate(&swept("adaptive"), precision)?;
    let direct = bench.simulate(&swept("direct"), precision)?;
    let (mut decibels, mut degrees) = (0.0_f64, 0.0_f64);
    for (names, reference) in QUANTITIES {
        let all = |results: &Results| {
            let parts = names.iter().map(|name| phasors(results, name));
            parts
                .collect::<Result<Vec<_>, _>>()
                .map(|parts| parts.concat())
        };
        let (found, exact) = (all(&adaptive)?, all(&direct)?);
        let [db, angle] = errors(&found, &exact, reference);
        (decibels, degrees) = (decibels.max(db), degrees.max(angle));
    }
    row(bench, "solves", solves(&adaptive)?, ("of 401", SOLVES));
    row(bench, "magnitude", decibels, ("dB", DECIBELS));
    row(bench, "phase", degrees, ("deg", DEGREES));
    Ok(())
}

/// Frequencies that were solved.
fn solves(results: &Results) -> Result<f64, ValidationError> {
    let mom = results.summary.mom.as_ref();
    let sweep = mom.and_then(|mom| mom.sweep.as_ref());
    let missing = || ValidationError::Missing("sweep".to_owned());
    sweep.map(|s| s.solved as f64).ok_or_else(missing)
}

/// The largest errors in dB and degrees.
fn errors(found: &[Complex], exact: &[Complex], reference: Option<f64>) -> [f64; 2] {
    let largest = exact.iter().map(|z| z.norm()).fold(0.0, f64::max);
    let floor = FLOOR * reference.unwrap_or(largest);
    let (mut decibels, mut degrees) = (0.0_f64, 0.0_f64);
    for (found, exact) in found.iter().zip(exact).filter(|(_, e)| e.norm() >= floor) {
        let ratio = *found / *exact;
        decibels = decibels.max((20.0 * ratio.norm().log10()).abs());
        degrees = degrees.max((ratio.arg() * 180.0 / PI).abs());
    }
    [decibels, degrees]
}
