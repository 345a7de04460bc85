//! Scenes from bytes: the JSON Schema says which keys there are and what each takes, the bytes choose among them.

use crate::bytes::Bytes;
use crate::schema::{resolved, schema};
use poynting_scene::{Scene, examples};
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// Tables within tables; shapes may contain shapes without end.
const DEEPEST: usize = 12;
/// Edits of an example.
const MOST_EDITS: usize = 16;
/// Names, so that references often find something.
const NAMES: [&str; 8] = ["a", "b", "pec", "vacuum", "", "a/b", "Ez", "\u{1b}[2J<!--"];
/// Numbers beyond the small ones.
const NUMBERS: [f64; 16] = [
    0.0, 0.5, 0.1, -1.0, 1e-3, 1e-9, 1e-30, 1e3, 1e6, 1e9, 1e15, 1e300, -0.0, 1.5, 90.0, 2e-300,
];

/// An example of the program with edits, or a scene from nothing.
pub fn scene(bytes: &mut Bytes) -> Value {
    let schema = schema();
    let known = known();
    let choice = bytes.below(known.len() + 1);
    let Some(mut scene) = known.get(choice).cloned() else {
        return value(schema, bytes, 0);
    };
    for _ in 0..MOST_EDITS {
        if bytes.is_empty() {
            break;
        }
        edit(&mut scene, schema, bytes, 0);
    }
    scene
}

/// The examples that ship with the program.
fn known() -> &'static [Value] {
    static KNOWN: OnceLock<Vec<Value>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let read = |text| Scene::from_toml(text, "scene.toml").map(|scene| scene.to_json());
        examples()
            .iter()
            .filter_map(|example| read(example.text).ok())
            .collect()
    })
}

fn variants(schema: &Value) -> Option<&Vec<Value>> {
    schema["oneOf"]
        .as_array()
        .or_else(|| schema["anyOf"].as_array())
}

/// Anything that the schema allows, as far as it says.
fn value(schema: &Value, bytes: &mut Bytes, depth: usize) -> Value {
    let schema = resolved(schema);
    if let Some(variants) = variants(schema).filter(|variants| !variants.is_empty()) {
        return value(&variants[bytes.below(variants.len())], bytes, depth);
    }
    if let Some(fixed) = schema.get("const") {
        return fixed.clone();
    }
    if let Some(words) = schema["enum"].as_array().filter(|words| !words.is_empty()) {
        return words[bytes.below(words.len())].clone();
    }
    match schema["type"].as_str() {
        Some("object") => table(schema, bytes, depth),
        Some("array") => list(schema, bytes, depth),
        Some("string") => text(schema, bytes),
        Some("boolean") => json!(bytes.byte() % 2 == 1),
        Some("integer") => json!(integer(bytes)),
        _ => json!(number(bytes)),
    }
}

fn table(schema: &Value, bytes: &mut Bytes, depth: usize) -> Value {
    let mut table = Map::new();
    if depth > DEEPEST {
        return Value::Object(table);
    }
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|name| name == key);
        let is_in = if is_required {
            bytes.byte() != 255
        } else {
            bytes.byte() > 192
        };
        if is_in {
            table.insert(key.clone(), value(property, bytes, depth + 1));
        }
    }
    if schema["additionalProperties"].is_object() {
        for _ in 0..bytes.below(4) {
            let name = NAMES[bytes.below(NAMES.len())].to_owned();
            table.insert(
                name,
                value(&schema["additionalProperties"], bytes, depth + 1),
            );
        }
    }
    Value::Object(table)
}

fn list(schema: &Value, bytes: &mut Bytes, depth: usize) -> Value {
    if depth > DEEPEST {
        return json!([]);
    }
    let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
    let most = schema["maxItems"]
        .as_u64()
        .map_or(least + 4, |most| most as usize);
    let length = least + bytes.below(most - least + 1);
    let items = (0..length).map(|_| value(&schema["items"], bytes, depth + 1));
    items.collect()
}

fn number(bytes: &mut Bytes) -> f64 {
    match bytes.byte() {
        255 => f64::from_bits(bytes.word()),
        small @ 0..200 => f64::from(small),
        other => NUMBERS[usize::from(other) % NUMBERS.len()],
    }
}

fn integer(bytes: &mut Bytes) -> u64 {
    match bytes.byte() {
        255 => bytes.word(),
        small @ 0..240 => small.into(),
        other => 1 << (4 * (other - 240)),
    }
}

/// A quantity, a name or a text.
fn text(schema: &Value, bytes: &mut Bytes) -> Value {
    let examples = schema["examples"].as_array().map_or(&[][..], Vec::as_slice);
    let example = examples
        .get(bytes.below(examples.len()))
        .and_then(Value::as_str);
    match example {
        Some(example) if schema["si_unit"].is_string() => {
            let unit = example.split_once(' ').map_or("", |(_, unit)| unit);
            json!(format!("{} {unit}", number(bytes)))
        }
        Some(example) if bytes.byte() < 128 => json!(example),
        _ => json!(NAMES[bytes.below(NAMES.len())]),
    }
}

/// Changes, adds or removes something at a place that the bytes choose.
fn edit(place: &mut Value, schema: &Value, bytes: &mut Bytes, depth: usize) {
    let mut schema = resolved(schema);
    while let Some(variants) = variants(schema) {
        let fits = variants
            .iter()
            .map(resolved)
            .find(|variant| fits(place, variant));
        match fits {
            Some(variant) => schema = variant,
            None => break,
        }
    }
    let is_here = bytes.byte() < 32 || depth > DEEPEST;
    match place {
        Value::Object(map) if !is_here && !map.is_empty() => {
            edit_table(map, schema, bytes, depth);
        }
        Value::Array(all) if !is_here && !all.is_empty() => {
            let index = bytes.below(all.len());
            match bytes.byte() {
                0..16 => drop(all.remove(index)),
                16..32 => all.push(all[index].clone()),
                32..48 => all.push(value(&schema["items"], bytes, depth + 1)),
                _ => edit(&mut all[index], &schema["items"], bytes, depth + 1),
            }
        }
        _ => *place = value(schema, bytes, depth),
    }
}

fn edit_table(map: &mut Map<String, Value>, schema: &Value, bytes: &mut Bytes, depth: usize) {
    let properties = schema["properties"].as_object();
    let of = |key: &str| {
        let known = properties.and_then(|all| all.get(key));
        known.unwrap_or(&schema["additionalProperties"])
    };
    let action = bytes.byte();
    if let Some(all) = properties.filter(|all| action < 64 && !all.is_empty()) {
        if let Some((key, property)) = all.iter().nth(bytes.below(all.len())) {
            map.insert(key.clone(), value(property, bytes, depth + 1));
        }
        return;
    }
    let Some(key) = map.keys().nth(bytes.below(map.len())).cloned() else {
        return;
    };
    if action < 80 {
        map.remove(&key);
    } else if let Some(inner) = map.get_mut(&key) {
        edit(inner, of(&key), bytes, depth + 1);
    }
}

/// Whether a variant is the one that a value has, by its kind and its constants.
fn fits(value: &Value, variant: &Value) -> bool {
    let kind = match variant["type"].as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("number" | "integer") => value.is_number(),
        _ => true,
    };
    let properties = variant["properties"].as_object().into_iter().flatten();
    let mut constants =
        properties.filter_map(|(key, property)| Some((key, property.get("const")?)));
    kind && constants.all(|(key, constant)| value.get(key).is_none_or(|own| own == constant))
}
