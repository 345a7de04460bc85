//! Named materials with their sources.
//!
//! The table is `library/materials.toml`, in the language of a scene. Materials published as a sum of Cole-Cole terms or as a
//! constant loss tangent are given as fitted Debye terms; band and largest error are stated with each
//! entry and tested against the published form.

mod text;

use std::fmt::Write;

use self::text::TEXT;

use crate::decode::{Decode, record};
use crate::error::{Diagnostics, SceneError};
use crate::format::Format;
use crate::lists::{List, Named};
use crate::lower::media::described;
use crate::material_records::MaterialRecord;
use crate::measures::Frequency;
use crate::model::MaterialKind;
use crate::tree::parse_toml;
use crate::units::show_frequency;
use poynting_physics::media::Medium;

pub use text::names;

/// A material of the library.
#[derive(Debug, Clone, PartialEq)]
pub struct LibraryMaterial {
    /// The name after `library =` in a scene.
    pub name: String,
    /// Its description, and how closely it matches its source.
    pub about: String,
    /// Lowest and highest frequency in Hz for which it is valid.
    pub band: [f64; 2],
    /// The source of the numbers.
    pub source: String,
    /// Its electromagnetic properties.
    pub kind: MaterialKind,
}

impl LibraryMaterial {
    /// The medium, if fields penetrate it.
    pub fn medium(&self) -> Option<&Medium> {
        match &self.kind {
            MaterialKind::Medium(medium) => Some(medium),
            _ => None,
        }
    }
}

record! {
    /// A material with its source.
    EntryRecord as "an entry of the library" {
        /// What it is.
        about: String,
        /// From and to.
        band: List<Frequency>,
        /// Where the numbers are from.
        source: String,
        /// The material.
        material: MaterialRecord,
    }
}

/// All materials, in the order of the table.
pub fn materials() -> Vec<LibraryMaterial> {
    // The table is compiled in and read by a test, so a mistake in it cannot reach a user.
    read().unwrap_or_default()
}

/// The material with that name.
pub fn find(name: &str) -> Option<LibraryMaterial> {
    materials().into_iter().find(|entry| entry.name == name)
}

/// The library as a Markdown table.
pub fn table() -> String {
    let mut text = "| name | what | band | source |\n|---|---|---|---|\n".to_string();
    for entry in materials() {
        let [from, to] = entry.band.map(show_frequency);
        let LibraryMaterial {
            name,
            about,
            source,
            ..
        } = &entry;
        let _ = writeln!(text, "| `{name}` | {about} | {from} to {to} | {source} |");
    }
    text
}

fn read() -> Result<Vec<LibraryMaterial>, SceneError> {
    let mut out = Diagnostics::new("materials.toml", TEXT, Format::Toml);
    let entries = match parse_toml(TEXT) {
        Ok(tree) => Named::<EntryRecord>::decode(&tree, &mut out),
        Err(error) => {
            out.report(error.span, error.message, "here", error.help);
            None
        }
    };
    let mut materials = Vec::new();
    for (key, entry) in entries.iter().flat_map(|named| &named.0) {
        if let Some(entry) = entry
            && let [from, to] = entry.band.items.as_slice()
        {
            materials.push(LibraryMaterial {
                name: key.text.clone(),
                about: entry.about.clone(),
                band: [from.value, to.value],
                source: entry.source.clone(),
                kind: described(&entry.material, key, &mut out),
            });
        }
    }
    if out.is_empty() {
        Ok(materials)
    } else {
        Err(out.into_error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read_without_a_mistake() {
        let entries = read().unwrap_or_else(|error| panic!("{}", error.render()));
        assert!(entries.len() >= 20, "{}", entries.len());
        let known: Vec<_> = entries.iter().map(|entry| entry.name.clone()).collect();
        assert_eq!(names(), known);
        for entry in entries {
            assert!(entry.band[0] < entry.band[1], "{}", entry.name);
            assert!(entry.source.chars().any(|c| c.is_ascii_digit()), "no year");
        }
    }
}
