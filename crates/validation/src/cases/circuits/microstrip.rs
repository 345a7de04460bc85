//! A microstrip line of copper on a lossy laminate, compared with the closed forms of Hammerstad and Jensen (`poynting_physics::microstrip`); the
//! loss of a thick one with Wheeler's.
//!
//! The static effective permittivity is compared at 1 GHz, where dispersion adds less than a thousandth. With P the transmitted power and P' the
//! power absorbed by a section of length L, in metal and laminate,
//!
//! ```text
//! alpha = P'/(2 L P)
//! ```
//!
//! in neper per metre: 1.9 dB per metre at 10 GHz, which the transmission over a few centimetres would not resolve.

use super::scattering::row;
use crate::ValidationError;
use crate::bench::{Bench, quantity};
use crate::model::with;
use crate::picture::Picture;
use poynting::Precision;
use poynting_physics::constants::{C0, MU0};
use poynting_physics::microstrip::Microstrip;
use std::f64::consts::{PI, TAU};

const SCENE: &str = include_str!("../../../scenes/microstrip-line.toml");
/// From the scene.
const WIDTH: f64 = 2.4e-3;
const HEIGHT: f64 = 0.794e-3;
const EPS_R: f64 = 2.2;
const TANGENT: f64 = 1e-3;
const COPPER: f64 = 5.8e7;
/// Length of the section.
const LENGTH: f64 = 8e-3;

/// The loss in metal of this surface resistance.
type ConductorLoss = fn(&Microstrip, f64) -> f64;

pub(crate) fn line(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["0.6 mm", "0.5 mm", "0.3 mm"]);
    // A thin strip needs a small time step. A thick one allows a larger one, but needs the incremental inductance rule.
    let thin: (f64, ConductorLoss) = (17e-6, Microstrip::conductor_loss);
    let thick: (f64, ConductorLoss) = (100e-6, Microstrip::conductor_loss_by_recession);
    let (thickness, conductor_loss) = bench.sized([thick, thin, thin]);
    let line = Microstrip {
        width: WIDTH,
        thickness,
        height: HEIGHT,
        eps_r: EPS_R,
    };
    let scene = with(SCENE, "max_cell", &format!("\"{cell}\""))
        .replace("\"17 um\"", &format!("\"{thickness} m\""))
        .replace("\"0.811 mm\"", &format!("\"{} m\"", HEIGHT + thickness));
    let results = bench.simulate(&scene, Precision::F32)?;
    let beta = quantity(&results, "port/out/beta")?;
    let frequencies = beta.axis("frequency").unwrap_or_default().to_vec();
    let pairs = beta.data.iter().zip(&frequencies);
    let eps_eff: Vec<f64> = pairs.map(|(b, f)| (b * C0 / (TAU * f)).powi(2)).collect();
    let off = eps_eff[0] / line.eps_eff() - 1.0;
    row(bench, "eps-eff", 100.0 * off.abs(), ("%", 1.0));
    let [before, after] = ["flux/before", "flux/after"].map(|name| quantity(&results, name));
    let (before, after) = (before?, after?);
    let lost = quantity(&results, "absorption/stretch")?;
    let at = before.axis("frequency").unwrap_or_default();
    let mut worst = 0.0_f64;
    for (n, f) in at.iter().enumerate() {
        let passing = f64::midpoint(before.data[n], after.data[n]);
        let alpha = lost.data[n] / (2.0 * LENGTH * passing);
        let resistance = (PI * f * MU0 / COPPER).sqrt();
        let exact = conductor_loss(&line, resistance) + line.dielectric_loss(*f, TANGENT);
        worst = worst.max((alpha / exact - 1.0).abs());
    }
    row(bench, "loss", 100.0 * worst, ("%", 10.0));
    let exact = vec![line.eps_eff(); eps_eff.len()];
    bench.picture(&Picture {
        title: "Effective permittivity of a microstrip line",
        axis: ("frequency", "Hz", &frequencies),
        unit: "1",
        curves: &[
            ("computed", eps_eff),
            ("reference: Hammerstad and Jensen, static", exact),
        ],
    })
}
