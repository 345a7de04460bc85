//! What families have in common: how items are added, and random structures and options.

use super::frame::{AXES, Frame};
use super::{media, shapes};
use poynting_exec::Random;
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

/// Adds a port at either end of a line along an axis, each pointing to the middle: boxes of this kind with these corners across, between two
/// distances from the middle along it, and the keys of the kind.
pub fn ports(
    scene: &mut Value,
    kind: &str,
    (along, [low, high]): (usize, [[f64; 3]; 2]),
    distances: [f64; 2],
    keys: &[(&str, Value)],
) {
    for (name, sign, minus) in [("in", -1.0, ""), ("out", 1.0, "-")] {
        let (mut from, mut to) = (low, high);
        let ends = distances.map(|distance| sign * distance);
        from[along] = ends[0].min(ends[1]);
        to[along] = ends[0].max(ends[1]);
        let direction = format!("{minus}{}", AXES[along]);
        let mut port =
            json!({ "name": name, "type": kind, "from": from, "to": to, "direction": direction });
        for (key, value) in keys {
            port[*key] = value.clone();
        }
        push(scene, "ports", port);
    }
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
