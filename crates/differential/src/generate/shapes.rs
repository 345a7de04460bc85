//! Random shapes of every kind.

use super::frame::{CELL, Frame};
use poynting_exec::Random;
use serde_json::{Value, json};

/// The file of the only polyhedron: a regular octahedron with vertices at distance one on the axes, which every rotation and reflection maps onto
/// itself.
pub const OCTAHEDRON: (&str, &str) = (
    "octahedron.obj",
    "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n\
     f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\nf 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n",
);

/// A solid shape, this many cells inside the faces.
pub fn solid(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    match rng.whole(0..14) {
        0..5 => brick(rng, frame, margin),
        5 => {
            let parts = [simple(rng, frame, margin), simple(rng, frame, margin)];
            json!({ "shape": "union", "of": parts })
        }
        6 => {
            let parts = [simple(rng, frame, margin), simple(rng, frame, margin)];
            json!({ "shape": "difference", "of": parts })
        }
        7 => {
            let parts = [simple(rng, frame, margin), brick(rng, frame, margin)];
            json!({ "shape": "intersection", "of": parts })
        }
        8 => target(rng, frame, margin),
        _ => simple(rng, frame, margin),
    }
}

/// A box, aligned with the grid or not.
pub fn brick(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    let [mut low, mut high] = frame.aligned(rng, margin);
    if rng.chance(0.5) {
        for axis in 0..3 {
            let room = high[axis] - low[axis];
            low[axis] += room * rng.within(0.02..0.3);
            high[axis] -= room * rng.within(0.02..0.3);
        }
    }
    json!({ "shape": "box", "from": low, "to": high })
}

/// A box of zero thickness, its corners on grid lines.
pub fn sheet(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    let [low, mut high] = frame.aligned(rng, margin);
    let axis = rng.whole(0..3);
    high[axis] = low[axis];
    json!({ "shape": "box", "from": low, "to": high })
}

/// A body that lies entirely within the margin.
pub fn simple(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    let (center, room) = place(rng, frame, margin);
    let radius = room * rng.within(0.4..0.95);
    match rng.whole(0..6) {
        0 | 1 => json!({ "shape": "sphere", "center": center, "radius": radius }),
        2 | 3 => {
            let [from, to] = rod(rng, center, radius);
            json!({ "shape": "cylinder", "from": from, "to": to, "radius": 0.6 * radius })
        }
        4 => {
            let [from, to] = rod(rng, center, radius);
            let tip = rng.one_of(&[0.0, 0.2]);
            json!({ "shape": "cone", "from": from, "to": to, "radius_from": 0.6 * radius, "radius_to": tip * radius })
        }
        _ => {
            json!({ "shape": "polyhedron", "file": OCTAHEDRON.0, "unit": radius, "offset": center })
        }
    }
}

/// A radar target with its axis along x.
fn target(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    let (center, room) = place(rng, frame, margin);
    match rng.whole(0..3) {
        0 => json!({ "shape": "almond", "length": 1.5 * room, "center": center }),
        1 => {
            json!({ "shape": "ogive", "length": 1.9 * room, "radius": 0.6 * room, "center": center })
        }
        _ => {
            json!({ "shape": "cone-sphere", "radius": 0.4 * room, "half_angle": 0.5, "center": center })
        }
    }
}

/// A centre and its distance from the limits.
fn place(rng: &mut Random, frame: &Frame, margin: usize) -> ([f64; 3], f64) {
    let [low, high] = frame.within(margin.min(3));
    let center = [0, 1, 2].map(|axis| {
        let middle = 0.5 * (low[axis] + high[axis]);
        middle + 0.3 * (high[axis] - low[axis]) * rng.within(-1.0..1.0)
    });
    let free = |axis: usize| (center[axis] - low[axis]).min(high[axis] - center[axis]);
    let room = free(0).min(free(1)).min(free(2)).max(0.7 * CELL);
    (center, room)
}

/// The ends of an axis through a point: along x, y or z, or oblique.
fn rod(rng: &mut Random, center: [f64; 3], radius: f64) -> [[f64; 3]; 2] {
    let mut along = [0.0; 3];
    if rng.chance(0.6) {
        along[rng.whole(0..3)] = 0.8;
    } else {
        along = [0; 3].map(|_| rng.within(-0.5..0.5));
    }
    let end = |sign: f64| [0, 1, 2].map(|axis| center[axis] + sign * radius * along[axis]);
    [end(-1.0), end(1.0)]
}
