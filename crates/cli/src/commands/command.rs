//! The command line: one variant per subcommand.

use super::{
    bench, check, compare, completions, devices, doctor, new, plot, report, run, schema, validate,
    view,
};
use crate::exit::{self, Exit};
use crate::failure::Failure;
use crate::output::Output;
use clap::CommandFactory;

/// Computes electromagnetic fields from a scene file and writes fields, tables and plots.
#[derive(Debug, clap::Parser)]
#[command(name = "poynting", version, after_help = exit::help(), max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

/// What the user asks for.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    New(new::New),
    Check(check::Check),
    View(view::View),
    Run(run::Run),
    Report(report::Report),
    Plot(plot::Plot),
    Compare(compare::Compare),
    Devices(devices::Devices),
    /// Check this machine and this installation: what is available, what is missing, how to add it
    Doctor,
    Validate(validate::Validate),
    Bench(bench::Bench),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

impl Command {
    /// Runs the subcommand.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        match self {
            Self::New(c) => c.execute(out),
            Self::Check(c) => c.execute(out),
            Self::View(c) => c.execute(out),
            Self::Run(c) => c.execute(out),
            Self::Report(c) => c.execute(out),
            Self::Plot(c) => c.execute(out),
            Self::Compare(c) => c.execute(out),
            Self::Devices(c) => Ok(c.execute(out)),
            Self::Doctor => Ok(doctor::execute(out)),
            Self::Validate(c) => c.execute(out),
            Self::Bench(c) => c.execute(out),
            Self::Schema(c) => Ok(c.execute(out)),
            Self::Completions(c) => Ok(c.execute(&mut Cli::command(), out)),
        }
    }
}
