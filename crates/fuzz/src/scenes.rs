//! Scene files: a scene is read, or refused with messages that can be shown; what is read can be written and reads back equal.

use crate::bytes::Bytes;
use crate::{generate, round_trip};
use poynting_scene::{Scene, SceneError};

type Reader = fn(&str, &str) -> Result<Scene, SceneError>;

/// A scene in TOML.
pub fn toml(bytes: &[u8]) {
    read(bytes, (Scene::from_toml, "scene.toml"));
}

/// A scene in JSON.
pub fn json(bytes: &[u8]) {
    read(bytes, (Scene::from_json, "scene.json"));
}

/// A scene that a program has built, where bare numbers are in SI units.
pub fn built(bytes: &[u8]) {
    read(bytes, (Scene::from_built, "scene"));
}

/// A scene whose keys and values the bytes choose from the JSON Schema.
pub fn schema(bytes: &[u8]) {
    let json = generate::scene(&mut Bytes::new(bytes)).to_string();
    read(json.as_bytes(), (Scene::from_json, "scene.json"));
}

fn read(bytes: &[u8], (reader, name): (Reader, &str)) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    match reader(text, name) {
        Ok(scene) => round_trip::check(&scene),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
