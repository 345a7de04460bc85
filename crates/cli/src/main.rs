//! The `poynting` command: arguments, progress, messages and exit codes. It computes nothing itself.

mod commands;
mod exit;
mod failure;
mod format;
mod interrupt;
mod materials;
mod mesh;
mod meter;
mod options;
mod output;
mod place;
mod warnings;

use clap::Parser;
use commands::Cli;
use failure::Failure;
use output::Output;
use std::process::ExitCode;

fn main() -> ExitCode {
    quieten_drivers();
    let cli = Cli::parse();
    let mut out = Output::stdout();
    let outcome = cli.command.execute(&mut out);
    let written = |exit| match out.finish() {
        Ok(()) => Ok(exit),
        Err(e) => Err(Failure::stdout(&e)),
    };
    match outcome.and_then(written) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.show();
            failure.exit().into()
        }
    }
}

/// Mesa's selection among several GPUs queries the desktop session, and prints errors if there is none.
fn quieten_drivers() {
    if cfg!(feature = "gpu") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
