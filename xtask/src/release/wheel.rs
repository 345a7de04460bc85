//! The Python package as PyPI gets it: a wheel for every Linux with glibc 2.28 or later, and the sources.

use super::dist::keep;
use super::tools::{GLIBC, MANYLINUX, Tools};
use crate::Error;
use crate::files::{failed, find, remove, remove_file};
use crate::python::{clean_environment, first_script_with, only_wheel};
use crate::repository::{Repository, output, shown};
use crate::third_party;
use serde_json::Value;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A larger wheel is too large for a package index.
const MOST_BYTES: u64 = 40_000_000;
/// Minor versions of Python that the wheel supports, with some that do not exist yet.
const VERSIONS: Range<u32> = 9..20;
const MANIFEST: &str = "crates/python/Cargo.toml";

/// Builds the wheel, audits it, installs it into a new environment of every Python on this machine, and runs the first script and the command there.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let tools = Tools::ready(repository)?;
    let folder = repository.target_dir().join("release-wheel");
    remove(&folder)?;
    third_party::write(repository)?;
    let mut maturin = tools.command(repository, "maturin");
    maturin
        .args(["build", "--release", "--strip", "--locked", "--zig"])
        .args(["--compatibility", MANYLINUX, "--manifest-path", MANIFEST])
        .arg("--interpreter")
        .arg(tools.python())
        .arg("--out")
        .arg(&folder);
    shown(&mut maturin)?;
    let wheel = only_wheel(&folder)?;
    is_small(&wheel)?;
    has_licences(repository, &tools, &wheel)?;
    audit(repository, &tools, &wheel)?;
    for python in pythons() {
        println!("with {}", python.display());
        let begin = Instant::now();
        first_script_with(&python, repository, &wheel)?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("installed, first S11 plot drawn: {seconds:.0} s");
        first_command(repository)?;
    }
    keep(repository, &wheel)
}

/// Packs the sources, and builds a wheel from what was packed: quickly, with the crates that the tests have built.
pub fn source(repository: &Repository) -> Result<(), Error> {
    let tools = Tools::ready(repository)?;
    let folder = repository.target_dir().join("release-sdist");
    remove(&folder)?;
    // That of a wheel made before: sources contain no crates of others.
    remove_file(&third_party::of_the_package(repository))?;
    let mut maturin = tools.command(repository, "maturin");
    maturin
        .args(["sdist", "--manifest-path", MANIFEST, "--out"])
        .arg(&folder);
    shown(&mut maturin)?;
    let sources = find(&folder, ".tar.gz")?;
    let mut pip = tools.command(repository, "pip");
    pip.args(["wheel", "--no-deps", "--wheel-dir"])
        .arg(folder.join("built"))
        .arg(&sources)
        .env("CARGO_TARGET_DIR", repository.target_dir())
        .env("MATURIN_PEP517_ARGS", "--profile dev --all-features");
    shown(&mut pip)?;
    only_wheel(&folder.join("built"))?;
    keep(repository, &sources)
}

/// The interpreters of this machine that the wheel supports, one per version: those on PATH, then those of pyenv.
fn pythons() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path);
    let home = std::env::home_dir().unwrap_or_default();
    let root = std::env::var_os("PYENV_ROOT").map_or_else(|| home.join(".pyenv"), PathBuf::from);
    let installed = std::fs::read_dir(root.join("versions"));
    let of_pyenv = installed.into_iter().flatten().flatten();
    let folders: Vec<PathBuf> = on_path
        .chain(of_pyenv.map(|version| version.path().join("bin")))
        .collect();
    VERSIONS
        .filter_map(|minor| {
            let name = format!("python3.{minor}");
            let mut all = folders.iter().map(|folder| folder.join(&name));
            all.find(|python| can_make_environments(python))
        })
        .collect()
}

/// Whether it starts and has the modules that an environment needs; a shim of pyenv may lead nowhere.
fn can_make_environments(python: &Path) -> bool {
    let answer = Command::new(python)
        .args(["-c", "import ensurepip, venv"])
        .output();
    answer.is_ok_and(|answer| answer.status.success())
}

/// What the command of the wheel does for a new user, in the environment of the first script.
fn first_command(repository: &Repository) -> Result<(), Error> {
    let folder = clean_environment(repository);
    for arguments in [
        &["doctor"][..],
        &["new", "cavity"],
        &["run", "cavity.toml", "--quiet"],
    ] {
        let mut command = Command::new(folder.join("bin/poynting"));
        shown(command.args(arguments).current_dir(&folder))?;
    }
    Ok(())
}

fn is_small(wheel: &Path) -> Result<(), Error> {
    let bytes = std::fs::metadata(wheel).map_err(failed(wheel))?.len();
    println!("{}: {:.1} MB", wheel.display(), bytes as f64 / 1e6);
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let most = MOST_BYTES / 1_000_000;
    let message = format!("{} is larger than {most} MB", wheel.display());
    Err(Error::Unexpected(message))
}

/// The licences of what the module contains must be in the wheel.
fn has_licences(repository: &Repository, tools: &Tools, wheel: &Path) -> Result<(), Error> {
    let unpacked = wheel.with_file_name("unpacked");
    let mut unzip = tools.command(repository, "python");
    unzip
        .args(["-m", "zipfile", "-e"])
        .arg(wheel)
        .arg(&unpacked);
    shown(&mut unzip)?;
    let about = find(&unpacked, ".dist-info")?;
    third_party::check(&about.join("licenses").join(third_party::FILE))
}

/// The wheel must need no library and no symbol that its tag does not promise, neither of the system nor of Python.
fn audit(repository: &Repository, tools: &Tools, wheel: &Path) -> Result<(), Error> {
    let mut abi3audit = tools.command(repository, "abi3audit");
    shown(abi3audit.args(["--strict", "--summary"]).arg(wheel))?;
    let auditwheel = || tools.command(repository, "auditwheel");
    shown(auditwheel().arg("show").arg(wheel))?;
    let text = output(auditwheel().args(["show", "--json"]).arg(wheel))?;
    let found: Value = serde_json::from_str(&text).map_err(|source| Error::Json {
        what: "the output of auditwheel".into(),
        source,
    })?;
    let tag = found["overall_tag"].as_str().unwrap_or_default();
    if is_old_enough(tag) {
        return Ok(());
    }
    let message = format!("the wheel has the platform tag \"{tag}\", not {MANYLINUX} or older");
    Err(Error::Unexpected(message))
}

/// Whether a tag such as `manylinux_2_17_x86_64` promises no later glibc than ours.
fn is_old_enough(tag: &str) -> bool {
    let minor = |version: &str| version.parse::<u32>().ok();
    let newest = GLIBC.strip_prefix("2.").and_then(minor);
    let found = tag
        .strip_prefix("manylinux_2_")
        .and_then(|rest| minor(rest.split('_').next()?));
    found.is_some() && found <= newest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_unknown_platforms_are_refused() {
        assert!(is_old_enough("manylinux_2_17_x86_64"));
        assert!(is_old_enough("manylinux_2_28_aarch64"));
        assert!(!is_old_enough("manylinux_2_31_x86_64"));
        assert!(!is_old_enough("linux_x86_64"));
        assert!(!is_old_enough(""));
    }

    #[test]
    fn the_tag_names_the_glibc_of_the_program() {
        assert_eq!(MANYLINUX, format!("manylinux_{}", GLIBC.replace('.', "_")));
    }
}
