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

use clap::Parser;
use std::process::ExitCode;

/// Computes electromagnetic fields: a scene file in, fields, tables and pictures out.
#[derive(Debug, Parser)]
#[command(name = "poynting", version, after_help = exit::help(), max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    quieten_drivers();
    let cli = Cli::parse();
    let mut out = output::Output::stdout();
    let outcome = cli.command.execute(&mut out);
    match outcome.and_then(|exit| out.finish().map(|()| exit)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.show();
            failure.exit().into()
        }
    }
}

/// Mesa's choice among several GPUs asks the desktop session, and complains aloud where there is none.
fn quieten_drivers() {
    if cfg!(feature = "gpu") && std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
