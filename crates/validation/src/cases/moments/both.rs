//! A metal sphere by FDTD and by the method of moments from one scene: mean difference of the cross section in dB, E and H plane.

use super::levels::{levels, mean_off, row};
use crate::ValidationError;
use crate::bench::Bench;
use poynting::{Precision, RunOptions, Solver};

const SCENE: &str = include_str!("../../../scenes/pec-sphere-bistatic.toml");

pub(crate) fn sphere(bench: &mut Bench<'_>) -> Result<(), ValidationError> {
    let cell = bench.sized(["2 mm", "2 mm", "1 mm"]);
    let scene = crate::model::with(SCENE, "spacing", &format!("\"{cell}\""));
    let currents = levels(&bench.simulate(&scene, bench.finest())?, "far/far/rcs")?;
    let in_time = RunOptions {
        solver: Some(Solver::Fdtd),
        ..bench.options(Precision::F32)
    };
    let fields = levels(&bench.simulate_with(&scene, &in_time)?, "far/far/rcs")?;
    row(bench, "", mean_off(&currents, &fields), ("dB mean", 0.3));
    Ok(())
}
