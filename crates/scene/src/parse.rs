//! From the text of a scene to the [`Scene`], or to all of its mistakes.

use std::io;
use std::path::{Path, PathBuf};

use crate::decode::Decode;
use crate::error::{Diagnostics, Dialect, SceneError};
use crate::files::{FileAccess, MOST_OF_A_SCENE, read_file};
use crate::format::Format;
use crate::lower::{self, Origin};
use crate::records::SceneRecord;
use crate::scene::Scene;
use crate::tree;

impl Scene {
    /// Reads a scene in TOML. `file_name` is used in messages; files named in the scene are looked for
    /// in its folder.
    pub fn from_toml(text: &str, file_name: &str) -> Result<Self, SceneError> {
        parse(text, file_name, Dialect::Toml, FileAccess::Anywhere)
    }

    /// Reads a scene in JSON; see [`Scene::from_toml`].
    pub fn from_json(text: &str, file_name: &str) -> Result<Self, SceneError> {
        parse(text, file_name, Dialect::Json, FileAccess::Anywhere)
    }

    /// Reads a scene built by a program, in JSON where bare numbers are in SI units; its text then has the units. Messages use
    /// Python syntax.
    pub fn from_built(text: &str, file_name: &str) -> Result<Self, SceneError> {
        parse(text, file_name, Dialect::Python, FileAccess::Anywhere)
    }

    /// Reads a scene file, TOML or JSON by its extension. Files that it names must be in its folder.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, SceneError> {
        Self::from_path_with(path, FileAccess::OwnFolder)
    }

    /// The same with a choice of the files that the scene may name.
    pub fn from_path_with(path: impl AsRef<Path>, files: FileAccess) -> Result<Self, SceneError> {
        let path = path.as_ref();
        let ending = path
            .extension()
            .and_then(|e| e.to_str())
            .map(str::to_lowercase);
        let dialect = match ending.as_deref() {
            Some("toml") => Dialect::Toml,
            Some("json") => Dialect::Json,
            _ => {
                return Err(SceneError::Extension {
                    path: path.to_path_buf(),
                });
            }
        };
        let failed = |source| SceneError::Read {
            path: path.to_path_buf(),
            source,
        };
        let bytes = read_file(path, MOST_OF_A_SCENE).map_err(failed)?;
        let text = String::from_utf8(bytes).map_err(|e| failed(io::Error::other(e)))?;
        parse(&text, &path.display().to_string(), dialect, files)
    }
}

pub(crate) fn parse(
    text: &str,
    file_name: &str,
    dialect: Dialect,
    files: FileAccess,
) -> Result<Scene, SceneError> {
    let folder = Path::new(file_name)
        .parent()
        .filter(|p| *p != Path::new(""));
    let base_dir = folder.map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    let own_folder = (files == FileAccess::OwnFolder).then(|| base_dir.clone());
    let mut out = Diagnostics::new(file_name, text, dialect).confined_to(own_folder);
    let format = match dialect {
        Dialect::Toml => Format::Toml,
        Dialect::Json | Dialect::Python | Dialect::Rust => Format::Json,
    };
    let model = match tree::parse(text, format) {
        Ok(tree) => SceneRecord::decode(&tree, &mut out).and_then(|record| {
            let origin = Origin {
                text: text.to_string(),
                format,
                base_dir,
            };
            lower::scene(&record, origin, &mut out)
        }),
        Err(error) => {
            out.report(error.span, error.message, "here", error.help);
            None
        }
    };
    match model {
        Some(mut model) if out.is_empty() => {
            model.text = out.completed_text();
            Ok(Scene { model })
        }
        _ => Err(out.into_error()),
    }
}
