//! Scenes that are written and read again.

use poynting_scene::{Format, Model, Scene};
use std::path::PathBuf;

/// What a scene says, without how and where it was written.
fn meaning(scene: &Scene) -> Model {
    Model {
        text: String::new(),
        format: Format::Toml,
        base_dir: PathBuf::new(),
        ..Model::clone(scene)
    }
}

/// Writes a scene in both formats; each must mean the same.
pub fn check(scene: &Scene) {
    let json = scene.to_json().to_string();
    let from_json = Scene::from_json(&json, "scene.json");
    let from_json = from_json.unwrap_or_else(|e| panic!("written as {json}: {e}"));
    assert_eq!(meaning(&from_json), meaning(scene), "{json}");
    // TOML has no null.
    let Ok(toml) = from_json.to_toml() else {
        return;
    };
    let from_toml = Scene::from_toml(&toml, "scene.toml");
    let from_toml = from_toml.unwrap_or_else(|e| panic!("written as {toml}: {e}"));
    assert_eq!(meaning(&from_toml), meaning(scene), "{toml}");
}
