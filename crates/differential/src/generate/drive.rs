//! Random sources, lumped ports, elements and wires.

use super::frame::{AXES, CELL, Frame};
use poynting_exec::Random;
use serde_json::{Value, json};

/// Names of the field components.
pub const COMPONENTS: [&str; 6] = ["Ex", "Ey", "Ez", "Hx", "Hy", "Hz"];

/// A pulse whose spectrum covers 8 to 18 GHz.
pub fn pulse(rng: &mut Random, amplitude: f64) -> Value {
    match rng.whole(0..8) {
        0 | 1 => {
            json!({ "type": "differentiated-gaussian", "amplitude": amplitude, "bandwidth": 2.4e10 })
        }
        2 | 3 => {
            let phase = rng.within(0.0..6.0);
            json!({ "type": "modulated-gaussian", "amplitude": amplitude, "frequency": 1.3e10, "bandwidth": 1.1e10, "phase": phase })
        }
        4 => {
            let values: Vec<f64> = (0..9)
                .map(|n| {
                    if n == 0 || n == 8 {
                        0.0
                    } else {
                        rng.within(-1.0..1.0)
                    }
                })
                .collect();
            json!({ "type": "samples", "amplitude": amplitude, "interval": 1.2e-11, "values": values })
        }
        _ => json!({ "type": "gaussian", "amplitude": amplitude, "bandwidth": 2.4e10 }),
    }
}

/// A source within the region.
pub fn source(rng: &mut Random, frame: &Frame, name: &str) -> Value {
    let at = frame.point(rng, 1);
    match rng.whole(0..10) {
        0..4 => {
            let component = rng.one_of(&COMPONENTS);
            let amplitude = if component.starts_with('E') { 1e3 } else { 4e5 };
            json!({ "name": name, "type": "soft-point", "at": at, "component": component, "waveform": pulse(rng, amplitude) })
        }
        4 => {
            let component = rng.one_of(&COMPONENTS);
            let amplitude = if component.starts_with('E') {
                1.0
            } else {
                3e-3
            };
            json!({ "name": name, "type": "hard-point", "at": at, "component": component, "waveform": pulse(rng, amplitude) })
        }
        _ => {
            let direction = if rng.chance(0.5) {
                json!(rng.one_of(&["x", "-x", "y", "-y", "z", "-z"]))
            } else {
                json!([0; 3].map(|_| rng.within(-1.0..1.0)))
            };
            json!({ "name": name, "type": "dipole", "at": at, "direction": direction, "waveform": pulse(rng, 1e-6) })
        }
    }
}

/// An incident wave, its box this many cells inside the faces.
pub fn plane_wave(rng: &mut Random, frame: &Frame, margin: usize) -> Value {
    let [from, to] = frame.within(margin);
    // Corners of sampled waveforms contain frequencies at which no plane wave exists on the grid.
    let mut waveform = pulse(rng, 1.0);
    while waveform["type"] == "samples" {
        waveform = pulse(rng, 1.0);
    }
    let mut wave = json!({ "name": "wave", "type": "plane-wave", "from": from, "to": to, "waveform": waveform });
    match rng.whole(0..3) {
        0 => {
            let axis = rng.whole(0..3);
            let sign = rng.one_of(&["", "-"]);
            wave["direction"] = json!(format!("{sign}{}", AXES[axis]));
            wave["polarisation"] = json!(AXES[(axis + rng.whole(1..3)) % 3]);
        }
        1 => {
            wave["direction"] = json!([0; 3].map(|_| rng.within(-1.0..1.0)));
            wave["polarisation"] = json!([0; 3].map(|_| rng.within(-1.0..1.0)));
        }
        _ => {
            wave["theta"] = json!(rng.within(0.1..3.0));
            wave["phi"] = json!(rng.within(0.1..6.0));
            wave["psi"] = json!(rng.within(0.1..3.0));
        }
    }
    wave
}

/// Corners on grid lines of a box at most two cells wide, and the axis along which it has extent.
fn gap(rng: &mut Random, frame: &Frame) -> ([[f64; 3]; 2], usize) {
    let axis = rng.whole(0..3);
    let mut spans = [[0.0; 2]; 3];
    for (other, span) in spans.iter_mut().enumerate() {
        let lines = &frame.lines[other];
        let n = frame.cells(other);
        let low = if n > 4 { rng.whole(1..n - 2) } else { 0 };
        let wide = if other == axis {
            rng.whole(1..3).min(n)
        } else {
            rng.whole(0..3).min(n)
        };
        *span = [lines[low], lines[low + wide]];
    }
    ([spans.map(|s| s[0]), spans.map(|s| s[1])], axis)
}

/// A lumped port; a resistor unless `driven`.
pub fn port(rng: &mut Random, frame: &Frame, name: &str, driven: bool) -> Value {
    let ([from, to], axis) = gap(rng, frame);
    let direction = format!("{}{}", rng.one_of(&["", "-"]), AXES[axis]);
    let mut port = json!({ "name": name, "from": from, "to": to, "direction": direction, "resistance": rng.within(20.0..300.0) });
    if driven {
        port["waveform"] = pulse(rng, 1.0);
    }
    port
}

/// A lumped element.
pub fn element(rng: &mut Random, frame: &Frame, name: &str) -> Value {
    let ([from, to], axis) = gap(rng, frame);
    let mut element = json!({ "name": name, "from": from, "to": to, "direction": AXES[axis] });
    let parts = rng.whole(1..8);
    let values = [
        ("resistance", rng.within(10.0..500.0)),
        ("inductance", rng.within(0.1e-9..5e-9)),
        ("capacitance", rng.within(0.02e-12..1e-12)),
    ];
    for (n, (part, value)) in values.iter().enumerate() {
        if parts >> n & 1 == 1 {
            element[part] = json!(value);
        }
    }
    if parts.count_ones() > 1 {
        element["connection"] = json!(rng.one_of(&["series", "parallel"]));
    }
    element
}

/// A thin wire along an axis, with or without a bend.
pub fn wire(rng: &mut Random, frame: &Frame, name: &str) -> Value {
    let node = |axis: usize, n: usize| frame.lines[axis][n];
    let mut at = [0, 1, 2].map(|axis| {
        let n = frame.cells(axis);
        node(axis, if n > 4 { rng.whole(2..n - 2) } else { 0 })
    });
    let mut points = vec![at];
    let first = rng.whole(0..3);
    for axis in [first, (first + 1) % 3].into_iter().take(rng.whole(1..3)) {
        let n = frame.cells(axis);
        let to = node(axis, rng.whole(0..n + 1));
        if to != at[axis] {
            at[axis] = to;
            points.push(at);
        }
    }
    json!({ "name": name, "radius": CELL * rng.within(0.05..0.25), "points": points })
}
