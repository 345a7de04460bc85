//! All that CI runs, in its order, with the time that each step takes.
//!
//! Two builds and no more: `dev` with every feature for clippy, the tests and what runs on a GPU, and `release` without any for
//! the program that the quick start installs, where warnings are errors too, and that validation and benchmark then use. The wheel is
//! made of the first.

mod times;

use crate::figures::{bench, validate};
use crate::repository::{Repository, describe, has_nextest, run as run_command};
use crate::{Error, book, deny, gallery, python, quickstart, report, tarball, tidy};
use std::process::Command;
use times::Times;

/// What is validated on a GPU here: the conformance suite holds every feature on it against the processor, so a case of each kind is enough. All
/// of them take half an hour on a driver in software.
const GPU_CASES: [&str; 6] = [
    "cavity-resonances",
    "bloch-wall",
    "plane-wave-half-space",
    "pec-sphere-bistatic",
    "lumped-elements",
    "mom-austin-sphere",
];

/// Beginnings of the names of crates that only a build with the feature `gpu` may use.
const GPU_CRATES: [&str; 5] = ["ash ", "cubecl", "cudarc", "naga", "wgpu"];

/// Of every command that compiles for `dev`.
const WITH_ALL_FEATURES: [&str; 3] = ["--all-features", "--locked", "--timings"];

/// Runs every step and stops at the first failure; the longest steps and builds are printed in any case.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let mut times = Times::begin(repository)?;
    let outcome = steps(repository, &mut times);
    println!("{}", times.longest());
    outcome?;
    println!("all checks passed in {:.0} s", times.elapsed());
    Ok(())
}

fn steps(repository: &Repository, times: &mut Times) -> Result<(), Error> {
    built_with_all_features(repository, times)?;
    as_installed(repository, times)
}

/// What needs the build `dev` or none.
fn built_with_all_features(repository: &Repository, times: &mut Times) -> Result<(), Error> {
    let cargo = |args: &[&str]| cargo(repository, args);
    times.step("format", || cargo(&["fmt", "--all", "--check"]))?;
    times.step("tidy", || tidy::run(repository))?;
    times.step("licences and duplicates", || deny::run(repository))?;
    times.step("no GPU without its feature", || {
        no_gpu_without_its_feature(repository)
    })?;
    times.step("clippy", || {
        let build = ["clippy", "--workspace", "--all-targets"];
        let warnings = ["--", "-D", "warnings"];
        cargo(&[&build, &WITH_ALL_FEATURES[..], &warnings].concat())
    })?;
    times.step("documentation of the code", || documentation(repository))?;
    times.step("the command with GPUs", || {
        // What users build, and nothing else here does: all features of the workspace are more.
        let features = ["--features", "gpu", "--locked", "--timings"];
        cargo(&[&["check", "--package", "poynting-cli"], &features[..]].concat())
    })?;
    times.step("tests", || tests(repository))?;
    times.step("doc tests", || {
        cargo(&[&["test", "--workspace", "--doc"], &WITH_ALL_FEATURES[..]].concat())
    })?;
    times.step("conformance", || {
        let suite = ["--test", "conformance", "--", "--check", "docs/backends.md"];
        cargo(&[&["test", "--workspace"], &WITH_ALL_FEATURES[..], &suite].concat())
    })?;
    times.step("CUDA and HIP kernels", || {
        // Written by a test of each solver.
        let mut ptx = Command::new(repository.root.join(".ci/ptx"));
        ptx.arg(repository.target_dir().join("tmp/kernels"));
        println!("$ {}", describe(&ptx));
        run_command(&mut ptx)
    })?;
    times.step("validation on the GPU", || {
        let program = repository.target_dir().join("debug/poynting");
        let cases = GPU_CASES.iter();
        { cases }
            .try_for_each(|case| validate(repository, &program, "gpu", &["--case", case]).map(drop))
    })?;
    times.step("Python", || python::run(repository))?;
    times.step("gallery", || gallery::run(repository))
}

/// What needs the program as users install it.
fn as_installed(repository: &Repository, times: &mut Times) -> Result<(), Error> {
    let program = times.step("release build", || quickstart::install(repository))?;
    times.step("quick start", || quickstart::first_run(repository))?;
    times.step("tarball", || tarball::run(repository, &program))?;
    times.step("reports", || report::run(repository, &program))?;
    times.step("validation", || validate(repository, &program, "cpu", &[]))?;
    times.step("book", || book::run(repository, &program))?;
    times.step("benchmark", || bench(repository, &program))
}

fn cargo(repository: &Repository, args: &[&str]) -> Result<(), Error> {
    let mut cargo = repository.cargo(args);
    println!("$ {}", describe(&cargo));
    run_command(&mut cargo)
}

/// A link that leads nowhere is an error.
fn documentation(repository: &Repository) -> Result<(), Error> {
    let mut doc = repository.cargo(["doc", "--workspace", "--no-deps"]);
    doc.args(WITH_ALL_FEATURES)
        .env("RUSTDOCFLAGS", "-D warnings");
    println!("$ {}", describe(&doc));
    run_command(&mut doc)
}

fn tests(repository: &Repository) -> Result<(), Error> {
    let run: &[&str] = if has_nextest(repository) {
        &["nextest", "run", "--workspace"]
    } else {
        println!("cargo-nextest is not installed: using cargo test");
        &["test", "--workspace", "--lib", "--bins", "--tests"]
    };
    cargo(repository, &[run, &WITH_ALL_FEATURES[..]].concat())
}

/// A build without features must stay light.
fn no_gpu_without_its_feature(repository: &Repository) -> Result<(), Error> {
    let tree = repository
        .cargo(["tree", "--locked", "--package", "poynting-cli"])
        .args(["--edges", "normal,build", "--prefix", "none"])
        .output()
        .map_err(|source| Error::Start {
            command: "cargo tree".to_owned(),
            source,
        })?;
    let text = String::from_utf8_lossy(&tree.stdout);
    let heavy = |line: &&str| GPU_CRATES.iter().any(|name| line.starts_with(name));
    match text.lines().find(heavy) {
        None if tree.status.success() && !text.is_empty() => Ok(()),
        Some(found) => Err(Error::Unexpected(format!(
            "a build without features pulls in {found}"
        ))),
        None => Err(Error::Unexpected("`cargo tree` said nothing".to_owned())),
    }
}
