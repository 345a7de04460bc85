//! A one-page report on a run: what it was, its results, how far to trust them.

mod checks;
mod network;

use crate::Error;
use poynting_results::{Report, Results};
use std::path::Path;

/// Writes the report for a results folder, as one HTML file.
#[cfg(feature = "hdf5")]
pub fn report(dir: impl AsRef<Path>, out: impl AsRef<Path>) -> Result<Report, Error> {
    let (dir, out) = (dir.as_ref(), out.as_ref());
    let results = poynting_results::open_where(dir, is_judged)?;
    let report = checks::judge(&results);
    report.write_for_directory(&results, dir, out)?;
    Ok(report)
}

/// Writes the report for results in memory.
pub fn report_of(results: &Results, out: impl AsRef<Path>) -> Result<Report, Error> {
    let report = checks::judge(results);
    report.write(results, out.as_ref())?;
    Ok(report)
}

/// The page of the report for results in memory, as text.
pub fn report_page(results: &Results) -> Result<String, Error> {
    Ok(checks::judge(results).page(results)?)
}

/// The quantities that checks need, which are never large.
#[cfg(feature = "hdf5")]
fn is_judged(declaration: &poynting_results::Declaration) -> bool {
    declaration.axes.len() == 1 || declaration.name.starts_with("network/")
}
