//! Figures written for other programs: `poynting validate --json` and `poynting bench --json`.

use crate::Error;
use crate::files::read;
use crate::repository::{Repository, shown};
use std::path::{Path, PathBuf};
use std::process::Command;

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
const ROW_KEYS: [&str; 12] = [
    "case",
    "cells",
    "threads",
    "traversal",
    "precision",
    "device",
    "mcells_per_s",
    "bytes_per_cell",
    "grid",
    "steps",
    "wall_s",
    "cpu_s",
];

/// The output of the last validation on a device.
pub fn validated(repository: &Repository, device: &str) -> PathBuf {
    let file = format!("validate-{device}.json");
    repository.target_dir().join(file)
}

/// Runs the quick cases, or those selected by `more`, on a device; returns their output.
pub fn validate(
    repository: &Repository,
    program: &Path,
    device: &str,
    more: &[&str],
) -> Result<PathBuf, Error> {
    let json = validated(repository, device);
    let mut command = Command::new(program);
    command
        .args(["validate", "--quick", "--device", device, "--json"])
        .arg(&json)
        .args(more);
    shown(&mut command)?;
    expect_keys(&read(&json)?, "cases", &CASE_KEYS)?;
    Ok(json)
}

/// A small grid: checks that the benchmark runs and reports, not its speed.
pub fn bench(repository: &Repository, program: &Path) -> Result<(), Error> {
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
    shown(&mut command)?;
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
