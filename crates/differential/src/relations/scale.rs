//! All lengths and times are divided by 2^17, which turns millimetres into nanometres, and media and elements are scaled accordingly (J. A. Stratton,
//! Electromagnetic Theory, sec. 9.3, principle of similitude): conductivities and frequencies grow, inductances and capacitances shrink, resistances
//! stay. Fields must agree, and with them all results in their units, to rounding: Maxwell's equations have no intrinsic length, so a difference
//! means a length hard-coded in the program.

use super::tolerance::ROUNDING;
use crate::agree::{SAME, Transform};
use crate::case::{Case, Verdict};
use crate::outcome::{Overrides, run};
use serde_json::{Value, json};

/// Exact in binary.
const SCALE: f64 = 1.0 / 131_072.0;

pub(super) fn check(case: &Case<'_>) -> Verdict {
    let mut scene = case.scene.clone();
    if !scaled("", &mut scene) {
        return Verdict::Skipped("library materials do not scale");
    }
    let other = run(&scene, Overrides::default());
    let transform = Transform {
        scale: SCALE,
        ..SAME
    };
    case.against(&other, &transform, ROUNDING)
}

/// The power of the scale for a key; none if it is unchanged. Fields keep their values, so current densities grow and voltages shrink.
fn power(key: &str) -> i32 {
    match key {
        "from" | "to" | "at" | "center" | "offset" | "unit" | "points" | "radius"
        | "radius_from" | "radius_to" | "length" | "spacing" | "x" | "y" | "z" | "roughness"
        | "thickness" | "inner_radius" | "gap" | "reference_plane" | "tau" | "interval"
        | "delay" | "every" | "inductance" | "capacitance" => 1,
        "k" | "max_frequency" | "frequency" | "frequencies" | "bandwidth" | "plasma"
        | "collision" | "damping" | "pole" | "residue" | "sigma" | "sigma_m" | "conductor"
        | "loss_tangent_at" => -1,
        _ => 0,
    }
}

/// Scales everything below a key; false if something cannot be scaled.
fn scaled(key: &str, value: &mut Value) -> bool {
    match value {
        Value::Object(table) => {
            if table.contains_key("library") {
                return false;
            }
            let of = match table.get("type").and_then(Value::as_str) {
                Some("soft-point") => -1,
                Some("dipole") => 2,
                _ if key == "network"
                    || table.contains_key("resistance")
                    || is_line_port(table) =>
                {
                    1
                }
                _ => 0,
            };
            if let Some(amplitude) = table
                .get_mut("waveform")
                .and_then(|w| w.get_mut("amplitude"))
            {
                multiply(amplitude, of);
            }
            table.iter_mut().all(|(key, value)| scaled(key, value))
        }
        Value::Array(items) => items.iter_mut().all(|item| scaled(key, item)),
        number => {
            multiply(number, power(key));
            true
        }
    }
}

fn is_line_port(table: &serde_json::Map<String, Value>) -> bool {
    let kinds = ["microstrip", "coplanar", "coaxial", "waveguide"];
    table
        .get("type")
        .and_then(Value::as_str)
        .is_some_and(|kind| kinds.contains(&kind))
}

fn multiply(number: &mut Value, power: i32) {
    if let Some(value) = number.as_f64().filter(|_| power != 0) {
        *number = json!(value * SCALE.powi(power));
    }
}
