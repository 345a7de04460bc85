//! A metal sphere of ka = 10 with a compressed matrix: near field and plane waves (MLFMA), and low-rank blocks (H-matrix), compared with the Mie
//! series and with each other. This covers tree, products, iteration and preconditioner. Two forms of one matrix differ by the error of their
//! products, which three digits bound, not by that of the mesh.

use super::levels::{by, levels, mean_off, mie_levels, row, with_edge};
use crate::ValidationError;
use crate::bench::Bench;
use crate::model::with;
use poynting_physics::constants::C0;
use std::f64::consts::TAU;

const SCENE: &str = include_str!("../../../scenes/mom-resonance.toml");
const KA: f64 = 10.0;
/// Edge for 11 thousand unknowns, ten per wavelength.
const EDGE: f64 = 0.0628;

pub(crate) fn sphere(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    if bench.is_on_gpu() {
        // Compressed matrices run only on the CPU.
        return Ok(());
    }
    let exact = mie_levels(KA);
    let edge = bench.sized([0.16, 0.125, EDGE]);
    let frequency = format!("\"{} Hz\"", KA * C0 / TAU);
    let scene = with(&by(SCENE, "cfie"), "frequencies", &frequency);
    let scene = with_edge(&scene, edge);
    let mut found = Vec::new();
    for method in ["mlfma", "hmatrix"] {
        let scene = format!("{scene}method = \"{method}\"\n");
        let results = bench.simulate(&scene, bench.finest())?;
        let level = levels(&results, "far/far/rcs")?;
        // With the order of the case mom-sphere.
        let tolerance = 0.1 * (edge / EDGE).powf(1.8);
        let off = mean_off(&level, &exact);
        row(bench, method, off, ("dB mean", tolerance));
        found.push(level);
    }
    let apart = mean_off(&found[0], &found[1]);
    row(bench, "mlfma-hmatrix", apart, ("dB mean", 0.01));
    Ok(())
}
