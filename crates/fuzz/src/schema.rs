//! The JSON Schema of scenes, made once.

use poynting_scene::json_schema;
use serde_json::Value;
use std::sync::OnceLock;

/// The whole schema.
pub fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(json_schema)
}

/// What a schema refers to, or itself.
pub fn resolved(schema: &Value) -> &Value {
    let name = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next());
    name.map_or(schema, |name| &self::schema()["$defs"][name])
}
