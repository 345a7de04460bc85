//! `poynting report`: a one-page report on a run.

use super::files::expect_results;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::format;
use crate::output::Output;
use poynting_results::{Grade, Value};
use std::path::PathBuf;

/// Write an HTML report on a run: geometry in 3D, all results, checks and a verdict
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting report patch-results
  poynting report patch-results --out patch.html

The report is one file that needs no network: open it in a browser, or send it to others.")]
pub struct Report {
    /// Results folder written by `poynting run`
    dir: PathBuf,
    /// File to write [default: DIR/report.html]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Report {
    /// Writes the page, and prints its verdict and the checks that are not good.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        expect_results(&self.dir)?;
        let default = || self.dir.join("report.html");
        let path = self.out.clone().unwrap_or_else(default);
        let report = poynting::report(&self.dir, &path)?;
        for check in report.checks.iter().filter(|c| c.grade != Grade::Good) {
            let found = match &check.value {
                Value::Text(text) => text.clone(),
                Value::Number(value, unit) => format::si(*value, unit).trim().to_owned(),
            };
            let bullet = format!("{}: ", name(check.grade));
            let text = format!(
                "{}: {found} ({}). {}",
                check.name, check.limit, check.meaning
            );
            out.line(format::wrapped(&bullet, &text));
        }
        out.line(format::wrapped("verdict: ", &report.verdict.sentence));
        out.line(format_args!("report:  {}", path.display()));
        Ok(Exit::Success)
    }
}

fn name(grade: Grade) -> &'static str {
    match grade {
        Grade::Good => "good",
        Grade::Caution => "caution",
        Grade::Poor => "poor",
    }
}
