//! All that CI runs, in its order.
//!
//! Two builds and no more: `dev` with every feature for clippy, the tests and what runs on a GPU, and `release` without any for
//! the program that the quick start installs, where warnings are errors too, and that validation and benchmark then use. The wheel is
//! made of the first.

use crate::repository::{Repository, describe, read, run as run_command};
use crate::{Error, book, gallery, python, quickstart, report, tarball, tidy};
use std::path::Path;
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

/// Keys of one element of `cases` in `poynting validate --json`; other programs read them.
const CASE_KEYS: [&str; 9] = [
    "case",
    "solver",
    "device",
    "precision",
    "error",
    "unit",
    "tolerance",
    "pass",
    "wall_s",
];
/// Keys of one element of `rows` in `poynting bench --json`; other programs read them.
const ROW_KEYS: [&str; 8] = [
    "case",
    "cells",
    "threads",
    "traversal",
    "precision",
    "device",
    "mcells_per_s",
    "bytes_per_cell",
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
        { cases }.try_for_each(|case| validate(repository, &program, "gpu", &["--case", case]))
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

fn validate(
    repository: &Repository,
    program: &Path,
    device: &str,
    more: &[&str],
) -> Result<(), Error> {
    let json = repository
        .target_dir()
        .join(format!("validate-{device}.json"));
    let mut command = Command::new(program);
    command
        .args(["validate", "--quick", "--device", device, "--json"])
        .arg(&json)
        .args(more);
    println!("$ {}", describe(&command));
    run_command(&mut command)?;
    expect_keys(&read(&json)?, "cases", &CASE_KEYS)
}

/// A small grid: that the benchmark runs and reports, not how fast.
fn bench(repository: &Repository, program: &Path) -> Result<(), Error> {
    let json = repository.target_dir().join("bench.json");
    let mut command = Command::new(program);
    command
        .args([
            "bench",
            "fdtd",
            "--cells",
            "64",
            "--case",
            "vac",
            "--threads",
            "1",
            "--json",
        ])
        .arg(&json);
    println!("$ {}", describe(&command));
    run_command(&mut command)?;
    expect_keys(&read(&json)?, "rows", &ROW_KEYS)
}

fn expect_keys(json: &str, list: &str, keys: &[&str]) -> Result<(), Error> {
    let value: serde_json::Value = serde_json::from_str(json).map_err(|source| Error::Json {
        what: format!("the file with \"{list}\""),
        source,
    })?;
    let elements = value[list]
        .as_array()
        .filter(|elements| !elements.is_empty());
    let Some(elements) = elements else {
        return Err(Error::Unexpected(format!("\"{list}\" is missing or empty")));
    };
    for element in elements {
        for key in keys {
            if element.get(key).is_none() {
                return Err(Error::Unexpected(format!(
                    "an element of \"{list}\" lacks \"{key}\""
                )));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_must_keep_its_keys() {
        let good = r#"{"rows": [{"case": "vac", "cells": 64}]}"#;
        assert!(expect_keys(good, "rows", &["case", "cells"]).is_ok());
        let message =
            |text, keys: &[&str]| expect_keys(text, "rows", keys).unwrap_err().to_string();
        assert_eq!(
            message(good, &["threads"]),
            "an element of \"rows\" lacks \"threads\""
        );
        assert_eq!(
            message(r#"{"rows": []}"#, &[]),
            "\"rows\" is missing or empty"
        );
    }
}
