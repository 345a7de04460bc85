//! The text of the library, and the names in it.
//!
//! Names are needed while a material is read, so they come from the text alone and not from the materials it describes.

use crate::tree::{Value, parse_toml};

pub(super) const TEXT: &str = include_str!("materials.toml");

/// The names of all materials.
pub fn names() -> Vec<String> {
    // The table is compiled in and read by a test, so a mistake in it cannot reach a user.
    match parse_toml(TEXT).map(|node| node.value) {
        Ok(Value::Table(pairs)) => pairs.into_iter().map(|(key, _)| key.text).collect(),
        _ => Vec::new(),
    }
}
