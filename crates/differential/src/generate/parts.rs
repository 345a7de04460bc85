//! What families have in common: how items are added, and random structures and options.

use super::frame::Frame;
use super::{media, shapes};
use crate::random::Random;
use serde_json::{Value, json};

/// Adds to one of the lists.
pub fn push(scene: &mut Value, list: &str, item: Value) {
    if let Some(list) = scene[list].as_array_mut() {
        list.push(item);
    }
}

/// Adds a structure with its own medium.
pub fn structure(scene: &mut Value, rng: &mut Random, frame: &Frame, (n, margin): (usize, usize)) {
    let name = format!("medium {n}");
    let flat = rng.chance(0.15);
    let medium = match rng.whole(0..10) {
        0 | 1 => json!("pec"),
        2 if !flat => json!("pmc"),
        3 => media::conductor(rng),
        _ if flat => media::film(rng),
        _ => media::filling(rng),
    };
    let shape = if flat {
        shapes::sheet(rng, frame, margin)
    } else {
        shapes::solid(rng, frame, margin)
    };
    add_structure(scene, (name, medium), shape);
}

/// Adds a shape of a medium, given as the name of a built-in one or as a table.
pub fn add_structure(scene: &mut Value, (name, medium): (String, Value), mut shape: Value) {
    shape["name"] = json!(format!("structure of {name}"));
    shape["material"] = if medium.is_string() {
        medium
    } else {
        scene["materials"][&name] = medium;
        json!(name)
    };
    push(scene, "structures", shape);
}

/// Solver options and the stop condition.
pub fn options(scene: &mut Value, rng: &mut Random) {
    scene["stop"]["steps"] = json!(rng.whole(100..220));
    if rng.chance(0.3) {
        scene["fdtd"]["surfaces"] = json!("staircase");
    }
    if rng.chance(0.2) {
        scene["fdtd"]["courant"] = json!(rng.within(0.4..0.99));
    }
}
