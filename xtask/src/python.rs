//! The Python package as a user gets it: a wheel is built, installed into an environment of its own, and tested there.
//!
//! The wheel is of the profile `dev`, in cargo's usual folder, so that what the tests of the workspace have built is not built again
//! where its features are the same.

use crate::Error;
use crate::repository::{Repository, describe, run as run_command};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What builds the wheel, what it needs, and what the tests use.
const PACKAGES: [&str; 4] = ["maturin>=1.9.4,<2", "numpy", "pytest", "h5py"];

/// Builds, installs, tests.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let target = repository.target_dir();
    let environment = target.join("python");
    let crate_dir = repository.root.join("crates/python");
    let python = environment.join("bin/python");
    if !python.exists() {
        command(
            "python3",
            ["-m".as_ref(), "venv".as_ref(), environment.as_os_str()],
        )?;
    }
    pip(&python, PACKAGES.map(OsStr::new))?;
    let wheels = target.join("wheels");
    remove(&wheels)?;
    command(
        environment.join("bin/maturin"),
        [
            "build".as_ref(),
            "--profile".as_ref(),
            "dev".as_ref(),
            "--manifest-path".as_ref(),
            crate_dir.join("Cargo.toml").as_os_str(),
            "--interpreter".as_ref(),
            python.as_os_str(),
            "--out".as_ref(),
            wheels.as_os_str(),
        ],
    )?;
    // Its version stays the same from build to build, so pip must be told to replace what is there.
    let wheel = only_wheel(&wheels)?;
    pip(
        &python,
        ["--force-reinstall", "--no-deps"]
            .map(OsStr::new)
            .into_iter()
            .chain([wheel.as_os_str()]),
    )?;
    let tests = crate_dir.join("tests");
    let options = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"].map(OsStr::new);
    command(&python, options.into_iter().chain([tests.as_os_str()]))
}

fn pip<'a>(python: &Path, what: impl IntoIterator<Item = &'a OsStr>) -> Result<(), Error> {
    let install = [
        "-m",
        "pip",
        "--quiet",
        "--disable-pip-version-check",
        "install",
    ];
    command(python, install.map(OsStr::new).into_iter().chain(what))
}

fn command<'a>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = &'a OsStr>,
) -> Result<(), Error> {
    let mut command = Command::new(program);
    command.args(arguments);
    println!("$ {}", describe(&command));
    run_command(&mut command)
}

/// The wheel of an earlier version must not be installed in place of this one.
fn remove(folder: &Path) -> Result<(), Error> {
    match std::fs::remove_dir_all(folder) {
        Err(source) if source.kind() != std::io::ErrorKind::NotFound => Err(Error::File {
            path: folder.to_owned(),
            source,
        }),
        _ => Ok(()),
    }
}

fn only_wheel(folder: &Path) -> Result<PathBuf, Error> {
    let entries = std::fs::read_dir(folder).map_err(|source| Error::File {
        path: folder.to_owned(),
        source,
    })?;
    let wheel = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    // One wheel for every version of Python.
    wheel
        .filter(|path| path.to_string_lossy().contains("-abi3-"))
        .ok_or_else(|| Error::Unexpected(format!("no abi3 wheel in {}", folder.display())))
}
