//! The words of scene files, for libFuzzer's option `-dict`.

use crate::schema::schema;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Keys, words and examples of quantities of the JSON Schema, one per line.
pub fn dictionary() -> String {
    let mut words = BTreeSet::new();
    collect(schema(), &mut words);
    let plain = |word: &&String| word.chars().all(|c| (' '..='~').contains(&c));
    let mut text = String::new();
    for word in words.iter().filter(plain) {
        let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "\"{escaped}\"");
    }
    text
}

fn collect(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => {
                        words.extend(properties.keys().cloned());
                    }
                    ("const" | "enum" | "examples", value) => texts(value, words),
                    _ => {}
                }
                collect(value, words);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| collect(value, words)),
        _ => {}
    }
}

fn texts(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if !text.is_empty() => {
            words.insert(text.clone());
        }
        Value::Array(all) => all.iter().for_each(|value| texts(value, words)),
        _ => {}
    }
}
