//! The Python package as a user gets it: a wheel is built, installed into an environment of its own, and tested there; then the first
//! script of a new user is run in an environment that holds nothing but the wheel and what it asks for.
//!
//! The wheel is of the profile `dev` with all features, in cargo's usual folder: its crates are those that the tests of the workspace have
//! built, and only the module itself is linked anew.

use crate::Error;
use crate::files::{failed, is_drawn, remove};
use crate::repository::{Repository, describe, run as run_command};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What builds the wheel, what it needs, and what the tests use.
const PACKAGES: [&str; 14] = [
    "maturin>=1.9.4,<2",
    "numpy",
    "pytest",
    "h5py",
    "jsonschema",
    "matplotlib",
    "xarray",
    "scikit-rf",
    "mypy",
    // A notebook with the bar of tqdm.
    "tqdm",
    "ipykernel",
    "ipywidgets",
    "nbclient",
    "nbformat",
];

/// Builds, installs, tests.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let environment = repository.target_dir().join("python");
    let crate_dir = repository.root.join("crates/python");
    let python = environment.join("bin/python");
    if !python.exists() {
        make_environment(&environment)?;
    }
    pip(&python, PACKAGES.map(OsStr::new))?;
    let wheel = build(repository, &environment)?;
    // Its version stays the same from build to build, so pip must be told to replace what is there.
    pip(
        &python,
        ["--force-reinstall", "--no-deps"]
            .map(OsStr::new)
            .into_iter()
            .chain([wheel.as_os_str()]),
    )?;
    // The classes of the tables must be those of the schema.
    let generator = crate_dir.join("generate.py");
    command(&python, [generator.as_os_str(), "--check".as_ref()])?;
    let tests = crate_dir.join("tests");
    let options = ["-m", "pytest", "--quiet", "-p", "no:cacheprovider"].map(OsStr::new);
    command(&python, options.into_iter().chain([tests.as_os_str()]))?;
    first_script(repository, &wheel)
}

/// Builds the wheel; its path.
fn build(repository: &Repository, environment: &Path) -> Result<PathBuf, Error> {
    let wheels = repository.target_dir().join("wheels");
    let crate_dir = repository.root.join("crates/python");
    // The wheel of an earlier version must not be installed in place of this one.
    remove(&wheels)?;
    command(
        environment.join("bin/maturin"),
        [
            "build".as_ref(),
            "--profile".as_ref(),
            "dev".as_ref(),
            "--all-features".as_ref(),
            "--manifest-path".as_ref(),
            crate_dir.join("Cargo.toml").as_os_str(),
            "--interpreter".as_ref(),
            environment.join("bin/python").as_os_str(),
            "--out".as_ref(),
            wheels.as_os_str(),
        ],
    )?;
    only_wheel(&wheels)
}

/// What a new user does: installs the wheel with its plots into a new environment and runs the example, which must leave its pictures.
fn first_script(repository: &Repository, wheel: &Path) -> Result<(), Error> {
    let clean = repository.target_dir().join("python-clean");
    remove(&clean)?;
    make_environment(&clean)?;
    let python = clean.join("bin/python");
    let mut with_plots = wheel.as_os_str().to_owned();
    with_plots.push("[plot]");
    pip(&python, [with_plots.as_os_str()])?;
    let script = repository.root.join("crates/python/examples/patch.py");
    let mut first = Command::new(&python);
    first
        .arg(&script)
        .current_dir(&clean)
        .env("MPLBACKEND", "Agg");
    println!("$ {}", describe(&first));
    run_command(&mut first)?;
    ["s11.png", "pattern.png"]
        .iter()
        .try_for_each(|picture| is_drawn(&clean.join(picture)))
}

fn make_environment(folder: &Path) -> Result<(), Error> {
    command(
        "python3",
        ["-m".as_ref(), "venv".as_ref(), folder.as_os_str()],
    )
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

fn only_wheel(folder: &Path) -> Result<PathBuf, Error> {
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let wheel = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    // One wheel for every version of Python.
    wheel
        .filter(|path| path.to_string_lossy().contains("-abi3-"))
        .ok_or_else(|| Error::Unexpected(format!("no abi3 wheel in {}", folder.display())))
}
