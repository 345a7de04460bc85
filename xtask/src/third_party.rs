//! `THIRD-PARTY-LICENSES`: the licence texts of everything by others that a wheel or a program contains.
//!
//! Licences such as MIT, BSD and Apache-2.0 require that their text accompanies a compiled copy. Crates differ from platform to platform, so the file
//! is written where the release is built and is not part of the repository.

mod graph;
mod merge;
mod work;

use crate::Error;
use crate::files::{put, read};
use crate::repository::{Repository, host};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE: &str = "THIRD-PARTY-LICENSES";
/// The Python package contains the command, so its crates are those of the program too.
const PACKAGE: &str = "crates/python";
/// The features of a release.
const FEATURES: &str = "gpu";
/// How lines begin that no file may lack.
const NAMED: [&str; 4] = [
    "rayon ",
    "HDF5, in hdf5-metno-src ",
    "zlib, in libz-sys ",
    "DejaVu Sans, in poynting-results ",
];

/// The text of the file, for this platform.
pub fn text(repository: &Repository) -> Result<String, Error> {
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let metadata = repository.metadata(&[
        "--locked",
        "--filter-platform",
        &host()?,
        "--manifest-path",
        &manifest,
        "--features",
        FEATURES,
    ])?;
    let mut works = Vec::new();
    for package in graph::used(&metadata) {
        works.extend(work::works(package)?);
    }
    works.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(merge::merged(&works))
}

/// Writes the file to where maturin finds it (`license-files` in `pyproject.toml`).
pub fn write(repository: &Repository) -> Result<(), Error> {
    let file = of_the_package(repository);
    put(&file, text(repository)?)?;
    check(&file)
}

/// The file next to `pyproject.toml`.
pub fn of_the_package(repository: &Repository) -> PathBuf {
    repository.root.join(PACKAGE).join(FILE)
}

/// Fails unless a file exists and names what every build contains.
pub fn check(file: &Path) -> Result<(), Error> {
    let text = read(file)?;
    let is_named = |name: &str| text.lines().any(|line| line.starts_with(name));
    if let Some(name) = NAMED.into_iter().find(|name| !is_named(name)) {
        let message = format!("{} does not name {}", file.display(), name.trim_end());
        return Err(Error::Unexpected(message));
    }
    println!("{}: {:.0} kB", file.display(), text.len() as f64 / 1e3);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::remove_file;

    #[test]
    fn a_file_that_lacks_a_name_is_refused() {
        let file = std::env::temp_dir().join(format!("poynting-licences-{}", std::process::id()));
        check(&file).unwrap_err();
        let lines = NAMED.map(|name| format!("{name}1.0.0 (MIT)\n"));
        put(&file, lines.concat()).unwrap();
        check(&file).unwrap();
        put(&file, lines[1..].concat()).unwrap();
        let message = check(&file).unwrap_err().to_string();
        assert!(message.ends_with("does not name rayon"), "{message}");
        remove_file(&file).unwrap();
    }
}
