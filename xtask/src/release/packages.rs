//! The crates as crates.io gets them: their metadata, the order of their publication, and whether they build and pass their tests from what they
//! pack.
//!
//! `cargo package` would build every crate in a folder of its own, HDF5 included. Here the packed crates become one workspace outside the
//! repository's folders, where a file that was not packed is missing, and are built and tested once.

use crate::Error;
use crate::files::{copy, put, remake};
use crate::repository::{Repository, shown};
use crate::tarball::tar;
use serde_json::Value;
use std::fmt::Write;
use std::path::PathBuf;

/// What crates.io shows of a crate, by cargo's names.
const FIELDS: [&str; 5] = [
    "description",
    "license",
    "repository",
    "readme",
    "rust_version",
];
const MOST_KEYWORDS: usize = 5;

/// A workspace crate.
#[derive(Debug)]
struct Crate {
    name: String,
    version: String,
    is_published: bool,
    /// The metadata that it lacks.
    lacks: Vec<&'static str>,
    /// The workspace crates that it depends on, those of its tests included, each with whether a version is required of it.
    uses: Vec<(String, bool)>,
}

/// Packs the crates, and tests what was packed.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let crates = published(repository)?;
    let mut package = repository.cargo(["package", "--no-verify", "--allow-dirty"]);
    for one in &crates {
        package.args(["--package", &one.name]);
    }
    shown(&mut package)?;
    let folder = unpack(repository, &crates)?;
    let mut test = repository.cargo(["test", "--workspace", "--all-features"]);
    test.args(["--lib", "--bins", "--tests"])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", repository.target_dir());
    shown(&mut test)
}

/// Checks the metadata of the published crates and that they can be published one after another. A step of CI: it builds nothing.
pub fn check(repository: &Repository) -> Result<(), Error> {
    let crates = published(repository)?;
    let names: Vec<&str> = crates.iter().map(|one| one.name.as_str()).collect();
    println!(
        "{} crates, in this order: {}",
        names.len(),
        names.join(", ")
    );
    Ok(())
}

/// The published crates, each after those that it uses.
fn published(repository: &Repository) -> Result<Vec<Crate>, Error> {
    let crates = crates(&repository.metadata(&["--no-deps"])?);
    let faults = faults(&crates);
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    if !faults.is_empty() {
        return Err(Error::Untidy(faults.len()));
    }
    in_order(crates)
}

fn crates(metadata: &Value) -> Vec<Crate> {
    let all = list(&metadata["packages"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let is_ours = |name: &str| all.iter().any(|package| package["name"] == name);
    let read = |package: &Value| Crate {
        name: text(&package["name"]),
        version: text(&package["version"]),
        // `publish = false` is an empty list of registries.
        is_published: package["publish"] != Value::Array(Vec::new()),
        lacks: lacks(package),
        uses: list(&package["dependencies"])
            .iter()
            .filter(|dependency| is_ours(dependency["name"].as_str().unwrap_or_default()))
            .map(|dependency| (text(&dependency["name"]), dependency["req"] != "*"))
            .collect(),
    };
    all.iter().map(read).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn lacks(package: &Value) -> Vec<&'static str> {
    let mut lacking: Vec<&'static str> = FIELDS
        .into_iter()
        .filter(|field| package[*field].as_str().unwrap_or_default().is_empty())
        .collect();
    if !(1..=MOST_KEYWORDS).contains(&list(&package["keywords"]).len()) {
        lacking.push("one to five keywords");
    }
    if list(&package["categories"]).is_empty() {
        lacking.push("categories");
    }
    lacking
}

fn faults(crates: &[Crate]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_published = |name: &str| {
        crates
            .iter()
            .any(|one| one.is_published && one.name == name)
    };
    for one in crates.iter().filter(|one| one.is_published) {
        let name = &one.name;
        faults.extend(one.lacks.iter().map(|what| format!("{name} has no {what}")));
        for (used, has_version) in &one.uses {
            if !is_published(used) {
                faults.push(format!(
                    "{name} is published, but it uses {used}, which is not"
                ));
            } else if !has_version {
                faults.push(format!(
                    "{name} uses {used} by its path only: give a version too"
                ));
            }
        }
    }
    faults
}

fn in_order(crates: Vec<Crate>) -> Result<Vec<Crate>, Error> {
    let mut waiting: Vec<Crate> = crates.into_iter().filter(|one| one.is_published).collect();
    let mut ordered: Vec<Crate> = Vec::new();
    while !waiting.is_empty() {
        let is_done = |name: &str| ordered.iter().any(|one| one.name == name);
        let ready = waiting
            .iter()
            .position(|one| one.uses.iter().all(|(used, _)| is_done(used)));
        let Some(index) = ready else {
            let names: Vec<&str> = waiting.iter().map(|one| one.name.as_str()).collect();
            let message = format!("these crates use each other: {}", names.join(", "));
            return Err(Error::Unexpected(message));
        };
        ordered.push(waiting.remove(index));
    }
    Ok(ordered)
}

/// Unpacks the crates as one workspace with the repository's profiles and lock file, so that crates of others need not be built again.
fn unpack(repository: &Repository, crates: &[Crate]) -> Result<PathBuf, Error> {
    let packed = repository.target_dir().join("package");
    let folder = repository.target_dir().join("packages");
    remake(&folder)?;
    for one in crates {
        let archive = packed.join(format!("{}-{}.crate", one.name, one.version));
        tar(&folder, &["-xzf", &archive.to_string_lossy()])?;
    }
    let manifest = workspace(crates, &repository.read("Cargo.toml")?);
    put(&folder.join("Cargo.toml"), manifest)?;
    copy(
        &repository.root.join("Cargo.lock"),
        &folder.join("Cargo.lock"),
    )?;
    Ok(folder)
}

/// The manifest of that workspace. Crates that it contains replace those of the same name on crates.io.
fn workspace(crates: &[Crate], manifest: &str) -> String {
    let mut text =
        "[workspace]\nresolver = \"3\"\nmembers = [\"*-*\"]\n\n[patch.crates-io]\n".to_owned();
    for Crate { name, version, .. } in crates {
        let _ = writeln!(text, "{name} = {{ path = \"{name}-{version}\" }}");
    }
    // The profiles are the end of the file.
    let profiles = manifest
        .find("\n[profile.")
        .map_or("", |at| &manifest[at..]);
    text + profiles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(name: &str, uses: &[&str]) -> Crate {
        Crate {
            name: name.to_owned(),
            version: "0.1.0".to_owned(),
            is_published: true,
            lacks: Vec::new(),
            uses: uses.iter().map(|&used| (used.to_owned(), true)).collect(),
        }
    }

    #[test]
    fn crates_come_after_those_that_they_use() {
        let crates = vec![one("c", &["b", "a"]), one("a", &[]), one("b", &["a"])];
        let ordered = in_order(crates).unwrap();
        let names: Vec<&str> = ordered.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        in_order(vec![one("a", &["b"]), one("b", &["a"])]).unwrap_err();
    }

    #[test]
    fn what_crates_io_would_refuse_is_named() {
        let metadata = serde_json::json!({"packages": [
            {"name": "a", "version": "0.1.0", "publish": null, "description": "A", "license": "MIT", "repository": "https://x.org",
             "readme": "README.md", "rust_version": "1.90", "keywords": ["k"], "categories": ["science"],
             "dependencies": [{"name": "b", "req": "^0.1.0", "kind": null}, {"name": "c", "req": "*", "kind": "dev"}]},
            {"name": "b", "version": "0.1.0", "publish": [], "keywords": [], "categories": [], "dependencies": []},
            {"name": "c", "version": "0.1.0", "publish": null, "description": "C", "license": "MIT", "repository": null,
             "readme": "README.md", "rust_version": "1.90", "keywords": [], "categories": ["science"], "dependencies": []},
        ]});
        assert_eq!(
            faults(&crates(&metadata)),
            [
                "a is published, but it uses b, which is not",
                "a uses c by its path only: give a version too",
                "c has no repository",
                "c has no one to five keywords",
            ]
        );
    }

    #[test]
    fn packed_crates_replace_those_of_the_registry() {
        let manifest = "[workspace]\nmembers = [\"crates/*\"]\n\n[profile.dev]\nopt-level = 1\n";
        let text = workspace(&[one("a", &[])], manifest);
        assert!(text.contains("\na = { path = \"a-0.1.0\" }\n"), "{text}");
        assert!(text.ends_with("\n[profile.dev]\nopt-level = 1\n"), "{text}");
        assert!(!text.contains("crates/*"), "{text}");
    }
}
