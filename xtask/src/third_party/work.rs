//! Works by others: crates, and what crates contain beside their own code.

use crate::Error;
use crate::files::{failed, read};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How the names of licence files begin, in capitals.
const BEGINNINGS: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "COPYRIGHT",
    "NOTICE",
    "UNLICENSE",
];

/// A work and its licence.
pub struct Work {
    /// With its version.
    pub name: String,
    /// An SPDX expression.
    pub licence: String,
    /// Licences and notices, or a note if there are none.
    pub texts: Vec<String>,
}

/// A work in the folder of a package that has a licence of its own and ends up in the program.
struct Enclosed {
    package: &'static str,
    name: &'static str,
    licence: &'static str,
    files: &'static [&'static str],
}

const ENCLOSED: [Enclosed; 6] = [
    Enclosed {
        package: "hdf5-metno-src",
        name: "HDF5",
        licence: "BSD-3-Clause",
        files: &["ext/hdf5/COPYING", "ext/hdf5/COPYING_LBNL_HDF5"],
    },
    Enclosed {
        package: "libz-sys",
        name: "zlib",
        licence: "Zlib",
        files: &["src/zlib/LICENSE"],
    },
    Enclosed {
        package: "regex-syntax",
        name: "Unicode tables",
        licence: "Unicode-DFS-2016",
        files: &["src/unicode_tables/LICENSE-UNICODE"],
    },
    Enclosed {
        package: "poynting-results",
        name: "DejaVu Sans",
        licence: "Bitstream-Vera",
        files: &["assets/DejaVuSans-LICENSE.txt"],
    },
    Enclosed {
        package: "poynting-bench",
        name: "Austin RCS Benchmark Suite",
        licence: "LicenseRef-Austin",
        files: &["data/austin/LICENSE.txt"],
    },
    Enclosed {
        package: "poynting-validation",
        name: "Austin RCS Benchmark Suite",
        licence: "LicenseRef-Austin",
        files: &["reference/austin/LICENSE.txt"],
    },
];

/// The works by others in a package of cargo's metadata; the package itself is one unless it belongs to the workspace.
pub fn works(package: &Value) -> Result<Vec<Work>, Error> {
    let word = |key: &str| package[key].as_str().unwrap_or_default();
    let folder = Path::new(word("manifest_path"));
    let folder = folder.parent().unwrap_or(folder);
    let name = format!("{} {}", word("name"), word("version"));
    let mut works = Vec::new();
    for enclosed in ENCLOSED.iter().filter(|one| package["name"] == one.package) {
        let files = enclosed.files.iter().map(|file| folder.join(file));
        works.push(Work {
            name: format!("{}, in {name}", enclosed.name),
            licence: enclosed.licence.to_owned(),
            texts: texts(files)?,
        });
    }
    if package["source"].is_string() {
        let files = licence_files(folder, package["license_file"].as_str())?;
        let licence = package["license"].as_str();
        works.push(Work {
            name,
            licence: licence.unwrap_or("see the text").to_owned(),
            texts: if files.is_empty() {
                vec![note(package)]
            } else {
                texts(files)?
            },
        });
    }
    Ok(works)
}

/// The licence files at the top of a package, and the one that its manifest names.
fn licence_files(folder: &Path, named: Option<&str>) -> Result<BTreeSet<PathBuf>, Error> {
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_uppercase();
        path.is_file() && BEGINNINGS.iter().any(|word| name.starts_with(word))
    };
    Ok(entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_licence)
        .chain(named.map(|file| folder.join(file)))
        .collect())
}

fn texts(files: impl IntoIterator<Item = PathBuf>) -> Result<Vec<String>, Error> {
    files.into_iter().map(|file| read(&file)).collect()
}

/// In place of a text.
fn note(package: &Value) -> String {
    let authors: Vec<&str> = { package["authors"].as_array().into_iter().flatten() }
        .filter_map(Value::as_str)
        .collect();
    let authors = if authors.is_empty() {
        "not named".to_owned()
    } else {
        authors.join(", ")
    };
    let source = package["repository"].as_str().unwrap_or("crates.io");
    format!(
        "The package contains no licence file; the licence named above applies.\nAuthors: {authors}\nSource: {source}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{put, remake, remove};

    #[test]
    fn files_are_found_and_a_crate_without_any_gets_a_note() {
        let folder = std::env::temp_dir().join(format!("poynting-works-{}", std::process::id()));
        remake(&folder).unwrap();
        let package = serde_json::json!({
            "name": "libz-sys", "version": "1.1.0", "license": "MIT", "license_file": null, "source": "registry",
            "authors": ["A <a@x.org>", "B"], "repository": "https://x.org/z", "manifest_path": folder.join("Cargo.toml"),
        });
        // What the crate is known to contain must have its licence.
        assert!(works(&package).is_err());
        put(&folder.join("src/zlib/LICENSE"), "zlib's").unwrap();
        put(&folder.join("src/LICENSE"), "not at the top").unwrap();
        let found = works(&package).unwrap();
        assert_eq!(found[0].name, "zlib, in libz-sys 1.1.0");
        assert_eq!(found[0].texts, ["zlib's"]);
        assert_eq!(
            (found[1].name.as_str(), found[1].licence.as_str()),
            ("libz-sys 1.1.0", "MIT")
        );
        assert_eq!(
            found[1].texts,
            [
                "The package contains no licence file; the licence named above applies.\nAuthors: A <a@x.org>, B\nSource: https://x.org/z\n"
            ]
        );

        put(&folder.join("License-MIT.md"), "MIT").unwrap();
        put(&folder.join("NOTICE"), "notice").unwrap();
        put(&folder.join("doc/terms"), "terms").unwrap();
        let mut package = package;
        package["license_file"] = "doc/terms".into();
        assert_eq!(
            works(&package).unwrap()[1].texts,
            ["MIT", "notice", "terms"]
        );
        // Of our own packages only what they contain counts.
        package["source"] = Value::Null;
        assert_eq!(works(&package).unwrap().len(), 1);
        remove(&folder).unwrap();
    }
}
