//! Random monitors of every kind that FDTD supports.

use super::drive::COMPONENTS;
use super::frame::Frame;
use poynting_exec::Random;
use serde_json::{Value, json};
use std::f64::consts::FRAC_PI_4;

/// Frequencies within the band of every pulse.
pub const FREQUENCIES: [f64; 2] = [1.0e10, 1.55e10];

fn components(rng: &mut Random) -> Vec<&'static str> {
    let some: Vec<_> = COMPONENTS.into_iter().filter(|_| rng.chance(0.4)).collect();
    if some.is_empty() { vec!["Ez"] } else { some }
}

/// Field components at a point.
pub fn probe(rng: &mut Random, frame: &Frame, name: &str) -> Value {
    json!({ "name": name, "type": "probe", "at": frame.point(rng, 1) })
}

/// A box, a plane or a line with corners on grid lines.
fn region(rng: &mut Random, frame: &Frame, flat: f64) -> [[f64; 3]; 2] {
    let [low, mut high] = frame.monitored(rng);
    for axis in 0..3 {
        if rng.chance(flat) {
            high[axis] = low[axis];
        }
    }
    [low, high]
}

/// Any monitor except a probe. A far field needs free space on all sides.
pub fn any(rng: &mut Random, frame: &Frame, name: &str) -> Value {
    let kinds = if frame.is_open() { 7 } else { 5 };
    match rng.whole(0..kinds) {
        0 => {
            let [from, to] = region(rng, frame, 0.5);
            json!({ "name": name, "type": "snapshot", "from": from, "to": to, "components": components(rng), "every_steps": rng.whole(20..60) })
        }
        1 => {
            let [from, to] = region(rng, frame, 0.5);
            json!({ "name": name, "type": "field", "from": from, "to": to, "components": components(rng), "frequencies": FREQUENCIES })
        }
        2 => {
            let [from, mut to] = frame.monitored(rng);
            let axis = rng.whole(0..3);
            to[axis] = from[axis];
            json!({ "name": name, "type": "flux", "from": from, "to": to, "frequencies": FREQUENCIES })
        }
        3 => {
            let [from, to] = frame.monitored(rng);
            json!({ "name": name, "type": "flux", "from": from, "to": to, "frequencies": FREQUENCIES })
        }
        4 => {
            if rng.chance(0.5) {
                return json!({ "name": name, "type": "absorption", "frequencies": FREQUENCIES });
            }
            let [from, to] = frame.monitored(rng);
            json!({ "name": name, "type": "absorption", "from": from, "to": to, "frequencies": FREQUENCIES })
        }
        kind => far(frame, name, kind == 6),
    }
}

/// The far field in a set of directions that includes those a rotation maps onto each other: along axes and halfway between two of them. The others
/// are included too, but cannot be compared after a rotation.
pub fn far(frame: &Frame, name: &str, in_time: bool) -> Value {
    let [from, to] = frame.within(1);
    let angles = |count: usize| {
        (0..count)
            .map(|n| n as f64 * FRAC_PI_4)
            .collect::<Vec<f64>>()
    };
    let mut far = json!({ "name": name, "type": "far-pulse", "from": from, "to": to, "theta": angles(5), "phi": angles(8) });
    if !in_time {
        far["type"] = json!("far-field");
        far["frequencies"] = json!(FREQUENCIES);
    }
    far
}
