//! One file per subcommand.

mod antenna;
mod austin;
mod bench;
pub mod check;
mod compare;
mod completions;
mod devices;
mod doctor;
mod new;
mod plot;
mod products;
mod report;
mod run;
mod schema;
mod validate;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Output;
use std::path::Path;

/// What the user asks for.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    New(new::New),
    Check(check::Check),
    Run(run::Run),
    Report(report::Report),
    Plot(plot::Plot),
    Compare(compare::Compare),
    Devices(devices::Devices),
    /// Show what this machine has, what is missing and how to get it
    Doctor,
    Validate(validate::Validate),
    Bench(bench::Bench),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

impl Command {
    /// Does it.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        match self {
            Self::New(c) => c.execute(out),
            Self::Check(c) => c.execute(out),
            Self::Run(c) => c.execute(out),
            Self::Report(c) => c.execute(out),
            Self::Plot(c) => c.execute(out),
            Self::Compare(c) => c.execute(out),
            Self::Devices(c) => Ok(c.execute(out)),
            Self::Doctor => Ok(doctor::execute(out)),
            Self::Validate(c) => c.execute(out),
            Self::Bench(c) => c.execute(out),
            Self::Schema(c) => Ok(c.execute(out)),
            Self::Completions(c) => Ok(c.execute(out)),
        }
    }
}

/// Refuses what is no folder of results, and says what might have been meant.
fn expect_results(dir: &Path) -> Result<(), Failure> {
    if dir.join("results.h5").is_file() {
        return Ok(());
    }
    let shown = dir.display();
    let (message, help) = if dir.is_file() {
        let help = match dir.extension() {
            Some(e) if e == "toml" || e == "json" => {
                format!("run the scene first: poynting run {shown}")
            }
            _ => "name the folder that it lies in".to_owned(),
        };
        (
            format!("`{shown}` is a file, not a folder of results"),
            help,
        )
    } else if dir.is_dir() {
        let within = ["fdtd", "mom"].map(|solver| dir.join(solver));
        let both = within.iter().find(|d| d.join("results.h5").is_file());
        let help = match both {
            Some(one) => format!("each solver has its own; name one, e.g. {}", one.display()),
            None => "name a folder that `poynting run` has written".to_owned(),
        };
        (format!("there is no results.h5 in `{shown}`"), help)
    } else {
        let help = "`poynting run SCENE` writes one, SCENE-results unless --out names another";
        (format!("there is no folder `{shown}`"), help.to_owned())
    };
    Err(Failure::Files {
        message,
        help: Some(help),
    })
}

/// Writes a report for other programs.
fn write_json(path: &Path, report: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report).map_err(|e| Failure::file(path, &e))?;
    std::fs::write(path, text + "\n").map_err(|e| Failure::file(path, &e))
}
