//! Quantities with units.

use crate::bytes::Bytes;
use crate::schema::{resolved, schema};
use poynting_scene::{Part, json, read_duration};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The bytes are the text of a quantity, which is put into every key that takes one; or, after a zero byte, a number in SI units.
pub fn units(bytes: &[u8]) {
    if let Some((0, number)) = bytes.split_first() {
        written(f64::from_bits(Bytes::new(number).word()));
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = read_duration(text);
        for (part, key) in keys() {
            let table = json!({ key: text }).to_string();
            // Other keys are missing, so that it is refused.
            let _ = part.complete(&table, "part").map_err(|e| e.to_string());
        }
    }
}

/// A number gets its unit, and with it reads back as the same number.
fn written(number: f64) {
    let json = json!({
        "domain": { "from": [0, 0, 0], "to": [1, 1, number] },
        "sources": [{
            "name": "s", "type": "soft-point", "component": "Ez", "at": [0.5, 0.5, 0.0],
            "waveform": { "type": "sine", "frequency": number, "amplitude": "1 A/m^2" },
        }],
        "stop": { "time": number },
    });
    let json = json.to_string();
    if let Ok(scene) = poynting_scene::Scene::from_built(&json, "scene") {
        assert_eq!(scene.domain.to[2], number, "{}", scene.text);
        assert_eq!(scene.stop.time, Some(number), "{}", scene.text);
        crate::round_trip::check(&scene);
    }
}

/// A key of each kind of quantity, and the table that has it.
fn keys() -> &'static [(Part, String)] {
    static KEYS: OnceLock<Vec<(Part, String)>> = OnceLock::new();
    KEYS.get_or_init(|| {
        let mut kinds = BTreeSet::new();
        let mut keys = Vec::new();
        let tables = schema()["$defs"].as_object().into_iter().flatten();
        for (table, properties) in tables {
            let Some(part) = Part::named(table) else {
                continue;
            };
            let properties = properties["properties"].as_object().into_iter().flatten();
            for (key, property) in properties {
                let is_quantity = resolved(property)["si_unit"].is_string();
                let kind = property["$ref"].as_str().filter(|_| is_quantity);
                if kind.is_some_and(|kind| kinds.insert(kind)) {
                    keys.push((part, key.clone()));
                }
            }
        }
        keys
    })
}
