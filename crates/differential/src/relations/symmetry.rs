//! The scene is completed by its mirror image in the middle of the domain, with the source images required by an electric or a magnetic plane (R. F.
//! Harrington, Time-Harmonic Electromagnetic Fields, sec. 3-3). Then it is run as a whole and as a half with that plane. All results must agree to
//! rounding: on the plane, the fields that the half sets to zero cancel in the whole.

use super::tolerance::ROUNDING;
use crate::agree::SAME;
use crate::case::{Case, Verdict, compare};
use crate::generate::AXES;
use crate::outcome::{Outcome, Overrides, run};
use crate::turn::Turn;
use poynting_exec::Random;
use serde_json::{Value, json};

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let rng = &mut Random::new(case.seed);
    let axis = rng.whole(0..3);
    let plane = rng.one_of(&["electric", "magnetic"]);
    if let Some(reason) = unfit(case.scene, axis) {
        return Verdict::Skipped(reason);
    }
    let Some(whole) = completed(case.scene, axis, plane) else {
        return Verdict::Skipped("a shape has its axis along x");
    };
    let mut half = whole.clone();
    half["symmetry"] = json!({ AXES[axis]: plane });
    let mut runs = [
        run(&whole, Overrides::default()),
        run(&half, Overrides::default()),
    ];
    // The energy is that of the cells; power that flows or is absorbed counts for both halves.
    if let Outcome::Done(results) = &mut runs[1] {
        let mut all = results.quantities.iter_mut();
        if let Some(energy) = all.find(|q| q.declaration.name == "energy") {
            energy.data.iter_mut().for_each(|value| *value *= 2.0);
        }
    }
    compare([&runs[0], &runs[1]], &SAME, &whole, ROUNDING)
}

/// Why a scene cannot be completed.
fn unfit(scene: &Value, axis: usize) -> Option<&'static str> {
    let wall = |side: &str| scene["boundary"][format!("{}_{side}", AXES[axis])].as_str();
    let walls = [wall("min"), wall("max")];
    if walls[0] != walls[1] || walls[0].is_some_and(|w| ["periodic", "bloch"].contains(&w)) {
        return Some("its boundaries have no middle plane");
    }
    if (0..3).any(|a| scene["boundary"][format!("{}_min", AXES[a])] == "bloch") {
        return Some("Bloch boundaries");
    }
    let spacing = &scene["grid"]["spacing"];
    let Some(cell) = spacing.as_f64().or_else(|| spacing[axis].as_f64()) else {
        return Some("its grid is not uniform");
    };
    let cells = 2.0 * scene["domain"]["to"][axis].as_f64()? / cell;
    if cells.round() as usize % 2 == 1 {
        return Some("an odd number of cells");
    }
    let sources = scene["sources"].as_array()?;
    // A point source this near is moved onto the plane, where it coincides with its image.
    let near = |s: &Value| s["at"][axis].as_f64().is_some_and(|at| at.abs() < cell);
    if sources.iter().any(near) {
        return Some("a source at the plane");
    }
    let wave = sources.iter().any(|s| s["type"] == "plane-wave");
    (wave || scene.get("network").is_some()).then_some("a plane wave or a network")
}

/// The scene with the image of every item added. Items that the plane would cut are omitted if half of one would be something else.
fn completed(scene: &Value, axis: usize, plane: &str) -> Option<Value> {
    let mut turn = SAME.turn;
    turn.sign[axis] = -1.0;
    let sign = if plane == "electric" { -1.0 } else { 1.0 };
    let mut whole = scene.clone();
    for list in ["structures", "wires", "sources", "ports", "elements"] {
        let mut both = Vec::new();
        for item in scene[list].as_array()? {
            if ["ports", "elements", "wires"].contains(&list) && touches(item, axis) {
                continue;
            }
            let mut image = image(&turn, item)?;
            if let Some(amplitude) = image
                .get_mut("waveform")
                .and_then(|w| w.get_mut("amplitude"))
            {
                *amplitude = json!(sign * amplitude.as_f64()?);
            }
            image["name"] = json!(format!("image of {}", item["name"].as_str()?));
            both.extend([item.clone(), image]);
        }
        whole[list] = Value::Array(both);
    }
    // The power through the plane itself vanishes, and its rounding has no scale.
    if let Some(monitors) = whole["monitors"].as_array_mut() {
        let lies_in = |m: &Value| {
            ["from", "to"]
                .iter()
                .all(|end| m[end][axis].as_f64().is_some_and(|x| x.abs() < 1e-9))
        };
        monitors.retain(|m| m["type"] != "flux" || !lies_in(m));
    }
    Some(whole)
}

fn image(turn: &Turn, item: &Value) -> Option<Value> {
    turn.scene(item)
}

/// Whether a port, an element or a wire is not entirely on one side. The coordinates of the generator are rounded.
fn touches(item: &Value, axis: usize) -> bool {
    let corners = [&item["from"], &item["to"]]
        .into_iter()
        .filter_map(Value::as_array);
    let points = item["points"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_array);
    let at: Vec<f64> = corners
        .chain(points)
        .filter_map(|p| p[axis].as_f64())
        .collect();
    let low = at.iter().copied().fold(f64::INFINITY, f64::min);
    let high = at.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    low < 1e-9 && high > -1e-9
}
