//! Scenes built by a program: each table is checked separately, as soon as it is made, from JSON in which bare numbers are in SI
//! units; and the whole scene in either text format.

use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::decode::{Decode, Defs, Reader};
use crate::error::{Diagnostics, Dialect, SceneError};
use crate::format::Format;
use crate::records::SceneRecord;
use crate::scene::Scene;
use crate::tree;

/// A table of the scene file: a material, a monitor.
#[derive(Debug, Clone, Copy)]
pub struct Part(Reader);

impl Part {
    /// The table with this name among the `$defs` of the JSON Schema.
    pub fn named(name: &str) -> Option<Self> {
        static READERS: OnceLock<Vec<(String, Reader)>> = OnceLock::new();
        let readers = READERS.get_or_init(|| {
            let mut defs = Defs::default();
            SceneRecord::schema(&mut defs);
            defs.readers
        });
        let found = readers.iter().find(|(known, _)| known == name);
        found.map(|(_, reader)| Self(*reader))
    }

    /// Checks a table in JSON, which messages call `label`, and adds a unit to every bare number. Relations to other
    /// tables are checked with the whole scene.
    pub fn complete(self, json: &str, label: &str) -> Result<String, SceneError> {
        let mut out = Diagnostics::new(label, json, Dialect::Python);
        match tree::parse(json, Format::Json) {
            Ok(node) => {
                out.at(label, |out| (self.0)(&node, out));
            }
            Err(error) => {
                out.report(error.span, error.message, "here", error.help);
            }
        }
        if out.is_empty() {
            return Ok(out.completed_text());
        }
        Err(out.into_error())
    }
}

impl Scene {
    /// All tables as they were written.
    pub fn to_json(&self) -> Json {
        // The text has been parsed before.
        tree::parse(&self.text, self.format).map_or(Json::Null, |node| node.to_json())
    }

    /// The scene in TOML; its own text if that was TOML.
    pub fn to_toml(&self) -> Result<String, toml::ser::Error> {
        match self.format {
            Format::Toml => Ok(self.text.clone()),
            Format::Json => toml::to_string(&self.to_json()),
        }
    }
}
