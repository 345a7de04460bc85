//! The results of `poynting validate --quick` as a table, written from its JSON.
//!
//! The measured values differ in their last digits between machines; cases, precisions and tolerances do not, and these are compared with the
//! program.

use super::Fault;
use crate::Error;
use crate::figures::{validate, validated};
use crate::files::{put, read};
use crate::repository::Repository;
use serde_json::Value;
use std::fmt::Write;
use std::path::Path;

/// The page.
pub const PAGE: &str = "docs/verdicts.md";
const INTRODUCTION: &str = "<!-- Written by `cargo xtask reference` from `poynting validate --quick --json`; do not edit. -->
# Every quick case

Results of `poynting validate --quick` on one machine with two cores. [Validation](validation.md) describes the cases, their references and the cases of full size.

";
/// The column that may differ.
const FOUND: usize = 3;

/// Writes the page, after a run of several minutes.
pub fn write(repository: &Repository, program: &Path) -> Result<(), Error> {
    let json = validate(repository, program, "cpu", &[])?;
    put(&repository.root.join(PAGE), page(&cases(&json)?))
}

/// Whether the page lists the cases of the last validation on the processor, which is run now if there was none.
pub fn check(repository: &Repository, program: &Path) -> Result<Option<Fault>, Error> {
    let mut json = validated(repository, "cpu");
    if !json.exists() {
        json = validate(repository, program, "cpu", &[])?;
    }
    let stale = fixed(&repository.read(PAGE)?) != fixed(&page(&cases(&json)?));
    Ok(stale.then(|| Fault {
        place: PAGE.to_owned(),
        what: "is not up to date with the cases; run `cargo xtask reference`".to_owned(),
    }))
}

fn cases(json: &Path) -> Result<Vec<Value>, Error> {
    let report: Value = serde_json::from_str(&read(json)?).map_err(|source| Error::Json {
        what: json.display().to_string(),
        source,
    })?;
    Ok(report["cases"].as_array().cloned().unwrap_or_default())
}

fn page(cases: &[Value]) -> String {
    let mut text = INTRODUCTION.to_owned();
    text.push_str(
        "| case | solver | precision | error | tolerance | unit |\n|---|---|---|---|---|---|\n",
    );
    for case in cases {
        let word = |key: &str| case[key].as_str().unwrap_or_default().to_owned();
        let number = |key: &str| short(case[key].as_f64().unwrap_or(f64::NAN));
        let row = [
            word("case"),
            word("solver"),
            word("precision"),
            number("error"),
            number("tolerance"),
            word("unit"),
        ];
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text
}

/// Two digits.
fn short(value: f64) -> String {
    if value == 0.0 || (0.001..1000.0).contains(&value.abs()) {
        let digits = 1 - value.abs().max(1e-300).log10().floor() as i32;
        let places = if value == 0.0 { 0 } else { digits.max(0) };
        return format!("{value:.*}", places as usize);
    }
    format!("{value:.1e}")
}

/// The rows of the table without the measured values.
fn fixed(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|').map(str::trim).enumerate();
        let kept = cells.filter(|(column, _)| *column != FOUND);
        kept.map(|(_, cell)| cell).collect()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table(case: &str, error: f64, tolerance: f64) -> String {
        page(&[
            json!({"case": case, "solver": "fdtd", "precision": "f32", "unit": "dB", "error": error, "tolerance": tolerance}),
        ])
    }

    #[test]
    fn a_row_has_two_digits() {
        let text = table("sphere", 0.029_12, 0.25);
        assert!(
            text.ends_with("| sphere | fdtd | f32 | 0.029 | 0.25 | dB |\n"),
            "{text}"
        );
        assert_eq!(short(-75.31), "-75");
        assert_eq!(short(2.3e-12), "2.3e-12");
        assert_eq!(short(0.0), "0");
    }

    #[test]
    fn what_was_found_may_differ_and_nothing_else() {
        let page = table("sphere", 0.029, 0.25);
        assert_eq!(fixed(&page), fixed(&table("sphere", 0.031, 0.25)));
        assert_ne!(fixed(&page), fixed(&table("sphere", 0.029, 0.5)));
        assert_ne!(fixed(&page), fixed(&table("cube", 0.029, 0.25)));
    }
}
