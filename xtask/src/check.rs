//! All that CI runs, in its order.
//!
//! Two builds and no more: `dev` with every feature for clippy, the tests and what runs on a GPU, and `release` without any for
//! the program that the quick start installs, where warnings are errors too, and that validation and benchmark then use. The wheel is
//! made of the first.

use crate::figures::{bench, validate};
use crate::repository::{Repository, describe, run as run_command};
use crate::{Error, book, gallery, python, quickstart, report, tarball, tidy};
use std::process::Command;
use std::time::Instant;

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

/// Runs every step, prints its time, and stops at the first failure.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let begin = Instant::now();
    let command = |args: &[&str]| {
        let mut cargo = repository.cargo(args);
        println!("$ {}", describe(&cargo));
        run_command(&mut cargo)
    };
    step("format", || command(&["fmt", "--all", "--check"]))?;
    step("clippy", || {
        command(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ])
    })?;
    step("no GPU without its feature", || {
        no_gpu_without_its_feature(repository)
    })?;
    step("tidy", || tidy::run(repository))?;
    step("tests", || {
        if has_nextest(repository) {
            return command(&[
                "nextest",
                "run",
                "--workspace",
                "--all-features",
                "--locked",
            ]);
        }
        println!("cargo-nextest is not installed: using cargo test");
        command(&[
            "test",
            "--workspace",
            "--lib",
            "--bins",
            "--tests",
            "--all-features",
            "--locked",
        ])
    })?;
    step("doc tests", || {
        command(&["test", "--workspace", "--doc", "--all-features", "--locked"])
    })?;
    step("conformance", || {
        command(&[
            "test",
            "--workspace",
            "--all-features",
            "--locked",
            "--test",
            "conformance",
            "--",
            "--check",
            "docs/backends.md",
        ])
    })?;
    step("CUDA and HIP kernels", || {
        // Written by a test of each solver.
        let mut ptx = Command::new(repository.root.join(".ci/ptx"));
        ptx.arg(repository.target_dir().join("tmp/kernels"));
        println!("$ {}", describe(&ptx));
        run_command(&mut ptx)
    })?;
    step("validation on the GPU", || {
        let program = repository.target_dir().join("debug/poynting");
        let cases = GPU_CASES.iter();
        { cases }
            .try_for_each(|case| validate(repository, &program, "gpu", &["--case", case]).map(drop))
    })?;
    step("Python", || python::run(repository))?;
    step("gallery", || gallery::run(repository))?;
    let program = step("quick start", || quickstart::run(repository))?;
    step("tarball", || tarball::run(repository, &program))?;
    step("reports", || report::run(repository, &program))?;
    step("validation", || validate(repository, &program, "cpu", &[]))?;
    step("book", || book::run(repository, &program))?;
    step("benchmark", || bench(repository, &program))?;
    println!(
        "all checks passed in {:.0} s",
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}

fn step<T>(name: &str, task: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    println!("== {name}");
    let begin = Instant::now();
    let outcome = task();
    let verdict = if outcome.is_ok() { "passed" } else { "FAILED" };
    println!(
        "== {name}: {verdict} in {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    outcome
}

fn has_nextest(repository: &Repository) -> bool {
    repository
        .cargo(["nextest", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
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
