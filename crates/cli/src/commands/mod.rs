//! One file per subcommand.

mod antenna;
mod austin;
mod bench;
pub mod check;
mod compare;
mod devices;
mod new;
mod plot;
mod products;
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
    Plot(plot::Plot),
    Compare(compare::Compare),
    Devices(devices::Devices),
    Validate(validate::Validate),
    Bench(bench::Bench),
    Schema(schema::Schema),
}

impl Command {
    /// Does it.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        match self {
            Self::New(c) => c.execute(out),
            Self::Check(c) => c.execute(out),
            Self::Run(c) => c.execute(out),
            Self::Plot(c) => c.execute(out),
            Self::Compare(c) => c.execute(out),
            Self::Devices(c) => Ok(c.execute(out)),
            Self::Validate(c) => c.execute(out),
            Self::Bench(c) => c.execute(out),
            Self::Schema(c) => Ok(c.execute(out)),
        }
    }
}

/// Writes a report for other programs.
fn write_json(path: &Path, report: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(report).map_err(|e| Failure::file(path, &e))?;
    std::fs::write(path, text + "\n").map_err(|e| Failure::file(path, &e))
}
