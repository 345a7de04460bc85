//! Files that several commands read or write.

use crate::failure::Failure;
use poynting_results::has_results;
use std::path::Path;

/// Rejects a path that is not a results folder, and suggests what might have been meant.
pub fn expect_results(dir: &Path) -> Result<(), Failure> {
    if has_results(dir) {
        return Ok(());
    }
    let shown = dir.display();
    let (message, help) = if dir.is_file() {
        let help = match dir.extension() {
            Some(e) if e == "toml" || e == "json" => {
                format!("run the scene first: poynting run {shown}")
            }
            _ => "specify the folder that contains it".to_owned(),
        };
        (format!("`{shown}` is a file, not a results folder"), help)
    } else if dir.is_dir() {
        let within = ["fdtd", "mom", "rcwa"].map(|solver| dir.join(solver));
        let both = within.iter().find(|d| has_results(d));
        let help = match both {
            Some(one) => format!(
                "each solver has its own results folder; specify one, e.g. {}",
                one.display()
            ),
            None => "specify a folder written by `poynting run`".to_owned(),
        };
        (format!("there is no results.h5 in `{shown}`"), help)
    } else {
        let help = "`poynting run SCENE` writes SCENE-results, or the folder given with --out";
        (format!("there is no folder `{shown}`"), help.to_owned())
    };
    Err(Failure::Files {
        message,
        help: Some(help),
    })
}

/// Writes a report for other programs.
pub fn write_json(path: &Path, report: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report).map_err(|e| Failure::file(path, &e))?;
    std::fs::write(path, text + "\n").map_err(|e| Failure::file(path, &e))
}
