//! The `poynting` command: arguments, progress, messages and exit codes. It computes nothing itself.
//!
//! [`run`] is the whole command. The program `poynting` calls it, and so does the Python package, which installs the command too.

mod commands;
mod costs;
mod exit;
mod failure;
mod format;
mod grating;
mod heading;
mod interrupt;
mod kept_job;
mod materials;
mod memory;
mod mesh;
mod options;
mod output;
mod place;
mod plane;
mod processes;
mod progress;
mod ranks;
mod warnings;
mod watchdog;

use clap::Parser;
use commands::Cli;
use exit::Exit;
use failure::Failure;
use output::Output;
use std::ffi::OsString;
use std::io::Write;

/// The exit code of a program that has run out of memory.
pub const EXHAUSTED: u8 = Exit::Memory as u8;

/// Runs a command line, whose first argument is the name of the program, and returns the exit code. A second Ctrl-C
/// during a run ends the process.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    match Cli::try_parse_from(arguments) {
        Ok(cli) => execute(&cli) as u8,
        Err(refusal) => {
            // Help and version are refusals too. A message that cannot be shown cannot be reported.
            let _ = refusal.print();
            let _ = std::io::stdout().flush();
            u8::try_from(refusal.exit_code()).unwrap_or(Exit::Usage as u8)
        }
    }
}

fn execute(cli: &Cli) -> Exit {
    let mut out = Output::stdout();
    let outcome = cli.command.execute(&mut out);
    let written = |exit| match out.finish() {
        Ok(()) => Ok(exit),
        Err(e) => Err(Failure::stdout(&e)),
    };
    let exit = outcome.and_then(written).unwrap_or_else(|failure| {
        failure.show();
        failure.exit()
    });
    processes::leave();
    exit
}
