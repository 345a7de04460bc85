//! `poynting completions`: shell completion scripts.

use crate::exit::Exit;
use crate::output::Output;
use clap_complete::Shell;

/// Print the completion script for a shell: bash, zsh, fish, elvish or powershell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting completions bash > ~/.local/share/bash-completion/completions/poynting
  poynting completions zsh > ~/.zfunc/_poynting        (with ~/.zfunc in fpath)
  poynting completions fish > ~/.config/fish/completions/poynting.fish")]
pub struct Completions {
    /// Shell
    #[arg(hide_possible_values = true)]
    shell: Shell,
}

impl Completions {
    /// Prints the completion script for `command`.
    pub fn execute(&self, command: &mut clap::Command, out: &mut Output) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "poynting", &mut script);
        out.line(String::from_utf8_lossy(&script).trim_end());
        Exit::Success
    }
}
