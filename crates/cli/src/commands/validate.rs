//! `poynting validate`: compares the built-in cases with closed forms, on this machine.

use crate::commands::files::write_json;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::options;
use crate::output::Output;
use poynting_validation::{Effort, Row, Selection, ValidationError, list, run};
use std::num::NonZero;
use std::path::PathBuf;

/// Validate this program on this machine against closed-form solutions
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting validate --quick
  poynting validate --list
  poynting validate --json validation.json")]
pub struct Validate {
    /// Test every feature once, in a few minutes
    #[arg(long)]
    quick: bool,
    /// Run only the cases of this solver: fdtd, mom or rcwa
    #[arg(long, value_name = "SOLVER")]
    solver: Option<String>,
    /// Device: auto, cpu, gpu, gpu:1, cuda or hip; `poynting devices` lists those available
    #[arg(long, default_value = "auto", value_name = "DEVICE")]
    device: String,
    /// Run only the case of this name
    #[arg(long, value_name = "NAME")]
    case: Option<String>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Write the table to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write plots of results and references to this folder
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// List the cases without running them
    #[arg(long)]
    list: bool,
}

impl Validate {
    /// Runs the cases.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        if self.list {
            let width = list().iter().map(|c| c.name.len()).max().unwrap_or(0);
            for case in list() {
                out.line(format::wrapped(
                    &format!("{:width$}  {:<4}  ", case.name, case.solver.name()),
                    case.about,
                ));
            }
            return Ok(Exit::Success);
        }
        let selection = Selection {
            effort: if self.quick {
                Effort::Quick
            } else {
                Effort::Full
            },
            solver: self.solver.clone(),
            device: options::device(&self.device)?,
            case: self.case.clone(),
            threads: self.threads.map(NonZero::get),
            pictures: self.plots.clone(),
        };
        let mut rows = 0;
        let report = run(&selection, &mut |row| {
            if rows == 0 {
                out.line(heading());
            }
            rows += 1;
            out.line(line(row));
        })
        .map_err(explain)?;
        if let Some(path) = &self.json {
            write_json(path, &report)?;
        }
        let passed = report.cases.iter().filter(|row| row.pass).count();
        let failed = report.cases.len() - passed;
        out.line(format_args!("{passed} passed, {failed} failed"));
        Ok(if failed == 0 {
            Exit::Success
        } else {
            Exit::ValidationFailed
        })
    }
}

fn explain(error: ValidationError) -> Failure {
    match error {
        ValidationError::Run(e) => e.into(),
        other => Failure::Usage {
            message: other.to_string(),
            help: Some("`poynting validate --list` lists the cases".to_owned()),
        },
    }
}

/// Rows are printed one at a time, so the columns have typical widths.
fn heading() -> String {
    format!(
        "{:<38} {:<6} {:<6} {:<9} {:>9} {:<18} {:>9} pass",
        "case", "solver", "device", "precision", "error", "unit", "tolerance"
    )
}

fn line(row: &Row) -> String {
    format!(
        "{:<38} {:<6} {:<6} {:<9} {:>9} {:<18} {:>9} {}",
        row.case,
        row.solver,
        row.device,
        row.precision,
        format::number(row.error),
        row.unit,
        format::number(row.tolerance),
        if row.pass { "yes" } else { "NO" }
    )
}
