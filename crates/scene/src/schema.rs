//! The format of a scene file for editors (JSON Schema) and for readers (Markdown).

use serde_json::{Value as Json, json};

use crate::decode::{Defs, Fields};
use crate::records::SceneRecord;

/// The JSON Schema (draft 2020-12) of a scene file.
pub fn json_schema() -> Json {
    let mut defs = Defs::default();
    let mut root = SceneRecord::layout().schema(&mut defs);
    if let Json::Object(map) = &mut root {
        let mut whole = serde_json::Map::new();
        whole.insert(
            "$schema".to_string(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        whole.insert("title".to_string(), json!("Poynting scene"));
        whole.append(map);
        whole.insert("$defs".to_string(), Json::Object(defs.schemas));
        return Json::Object(whole);
    }
    root
}

/// The Markdown reference of the format: a section per table, a row per key.
pub fn reference() -> String {
    let mut defs = Defs::default();
    let root = SceneRecord::layout();
    root.schema(&mut defs);
    let mut text = "# The scene file\n".to_string();
    root.reference(&mut text);
    defs.layouts
        .iter()
        .for_each(|layout| layout.reference(&mut text));
    text
}
