//! A metal ogive with sharp tips compared with itself on edges of half the length: mean difference of the monostatic cross section in dB.
//!
//! Along its axis a slender ogive scatters 40 dB less than broadside, and needs fine triangles for that; where time is short a stouter
//! one is used.

use super::levels::{levels, mean_off, row, with_edge};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::with;
use crate::picture::Picture;

const SCENE: &str = include_str!("../../../scenes/mom-ogive.toml");

pub(crate) fn ogive(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let (radius, edge) = bench.sized([("80 mm", 0.04), ("60 mm", 0.024), ("25.4 mm", 0.007)]);
    let scene = with(SCENE, "radius", &format!("\"{radius}\""));
    let coarse = bench.simulate(&with_edge(&scene, edge), bench.finest())?;
    let fine = bench.simulate(&with_edge(&scene, 0.5 * edge), bench.finest())?;
    let mut curves = Vec::new();
    for (of, quantity, names) in [
        (
            "h",
            "mono/mono/rcs_phi_phi",
            ["H", "reference: H, half the edge length"],
        ),
        (
            "v",
            "mono/mono/rcs_theta_theta",
            ["V", "reference: V, half the edge length"],
        ),
    ] {
        let [found, exact] = [levels(&coarse, quantity)?, levels(&fine, quantity)?];
        row(bench, of, mean_off(&found, &exact), ("dB mean", 0.3));
        curves.extend(names.into_iter().zip([found, exact]));
    }
    let phi: Vec<f64> = (0..curves[0].1.len()).map(|n| n as f64).collect();
    bench.picture(&Picture {
        title: "Ogive, monostatic cross section over 1 m^2",
        axis: ("phi", "deg", &phi),
        unit: "dB",
        curves: &curves,
    })
}
