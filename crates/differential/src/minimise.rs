//! Reduces a scene as long as it still violates a relation.

use crate::case::{Case, Verdict};
use crate::relations::Relation;
use serde_json::{Value, json};

/// Lists whose items may be removed.
const LISTS: [&str; 6] = [
    "structures",
    "wires",
    "sources",
    "ports",
    "elements",
    "monitors",
];
/// Maximum number of attempts.
const MOST: usize = 150;

/// The smallest scene found that violates the relation.
pub fn minimise(scene: &Value, seed: u64, relation: &Relation) -> Value {
    let broken = |scene: &Value| {
        matches!(
            (relation.check)(&Case::new(scene, seed)),
            Verdict::Disagrees(_)
        )
    };
    let mut smallest = scene.clone();
    let mut attempts = 0;
    'again: loop {
        for candidate in smaller(&smallest) {
            attempts += 1;
            if attempts > MOST {
                return smallest;
            }
            if broken(&candidate) {
                smallest = candidate;
                continue 'again;
            }
        }
        return smallest;
    }
}

/// Scenes simplified by one step.
fn smaller(scene: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    for list in LISTS {
        let count = scene[list].as_array().map_or(0, Vec::len);
        for n in 0..count {
            let mut less = scene.clone();
            if let Some(items) = less[list].as_array_mut() {
                items.remove(n);
            }
            all.push(less);
        }
    }
    for (n, structure) in scene["structures"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        all.extend(simpler_structures(scene, n, structure));
    }
    for (key, wall) in scene["boundary"].as_object().into_iter().flatten() {
        if wall.is_string() && wall != "pec" {
            let axis = &key[..1];
            let mut less = scene.clone();
            for end in ["min", "max"] {
                less["boundary"][format!("{axis}_{end}")] = json!("pec");
            }
            all.push(less);
        }
    }
    let fdtd = scene["fdtd"].as_object().into_iter().flatten();
    for (key, _) in fdtd.filter(|(key, _)| *key != "precision") {
        all.extend(without(scene, "/fdtd", key));
    }
    let steps = scene["stop"]["steps"].as_u64().unwrap_or(0);
    if steps > 20 {
        let mut less = scene.clone();
        less["stop"]["steps"] = json!(steps / 2);
        all.push(less);
    }
    all
}

fn simpler_structures(scene: &Value, n: usize, structure: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    // One operand instead of the combination.
    for part in structure["of"].as_array().into_iter().flatten() {
        let mut less = scene.clone();
        let mut part = part.clone();
        part["name"] = structure["name"].clone();
        part["material"] = structure["material"].clone();
        less["structures"][n] = part;
        all.push(less);
    }
    let name = structure["material"].as_str().unwrap_or("");
    let keys = scene["materials"][name].as_object();
    if keys.is_none() && name != "pec" {
        return all;
    }
    for (key, _) in keys.into_iter().flatten() {
        all.extend(without(scene, &format!("/materials/{name}"), key));
    }
    if keys.is_some_and(|keys| keys.len() > 1 || !keys.contains_key("eps_r")) {
        let mut less = scene.clone();
        less["materials"][name] = json!({ "eps_r": 2.0 });
        all.push(less);
    }
    all
}

fn without(scene: &Value, table: &str, key: &str) -> Option<Value> {
    let mut less = scene.clone();
    less.pointer_mut(table)?
        .as_object_mut()?
        .shift_remove(key)?;
    Some(less)
}
