//! A box becomes two adjoining boxes of the same material, cut anywhere. All results must agree to rounding: the same points are filled with the
//! same material, and an interface between two pieces of one material is no interface.

use super::tolerance::ROUNDING;
use crate::agree::SAME;
use crate::case::{Case, Verdict};
use crate::outcome::{Outcome, Overrides, run};
use poynting_exec::Random;
use serde_json::{Value, json};

pub(super) fn check(case: &Case<'_>) -> Verdict {
    if case.scene["grid"].get("cells_per_wavelength").is_some() {
        return Verdict::Skipped("the mesher puts a grid line on every face");
    }
    let rng = &mut Random::new(case.seed);
    let mut scene = case.scene.clone();
    let Some(list) = scene["structures"].as_array_mut() else {
        return Verdict::Skipped("no structures");
    };
    let boxes: Vec<usize> = (0..list.len())
        .filter(|n| list[*n]["shape"] == "box")
        .collect();
    if boxes.is_empty() {
        return Verdict::Skipped("no box");
    }
    let at = rng.one_of(&boxes);
    let material = list[at]["material"].as_str().unwrap_or_default();
    let poles = ["drude", "lorentz"];
    let has = |pole: &&str| case.scene["materials"][material].get(pole).is_some();
    let may_be_plasma = poles.iter().any(has);
    let wide: Vec<usize> = (0..3)
        .filter(|a| list[at]["from"][a] != list[at]["to"][a])
        .collect();
    let axis = rng.one_of(&wide);
    let [low, high] = ["from", "to"].map(|end| list[at][end][axis].as_f64().unwrap_or(0.0));
    let cut = low + (high - low) * rng.within(0.1..0.9);
    let mut second = list[at].clone();
    set(&mut list[at], "to", axis, cut);
    set(&mut second, "from", axis, cut);
    second["name"] = json!("second half");
    list.insert(at + 1, second);
    let cut = run(&scene, Overrides::default());
    if may_be_plasma && time_step(&cut) != time_step(case.base()) {
        return Verdict::Skipped("the time step depends on whether a plasma follows the grid");
    }
    case.against(&cut, &SAME, ROUNDING)
}

fn time_step(outcome: &Outcome) -> Option<f64> {
    match outcome {
        Outcome::Done(results) => Some(results.summary.dt_s),
        _ => None,
    }
}

fn set(shape: &mut Value, end: &str, axis: usize, value: f64) {
    shape[end][axis] = json!(value);
}
