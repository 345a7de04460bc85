//! `poynting new`: an example scene to start from.

use crate::exit::Exit;
use crate::failure::{Failure, nearest};
use crate::format;
use crate::output::Output;
use poynting_scene::{Example, examples};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write a commented example scene, or list the examples
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  poynting new                  list the examples
  poynting new cavity           write cavity.toml
  poynting new cavity --out my.toml")]
pub struct New {
    /// Name of the example; without it all examples are listed
    name: Option<String>,
    /// Overwrite an existing file
    #[arg(long)]
    force: bool,
    /// File to write [default: NAME.toml]
    #[arg(long, value_name = "FILE", requires = "name")]
    out: Option<PathBuf>,
}

impl New {
    /// Writes the example, or lists all.
    pub fn execute(&self, out: &mut Output) -> Result<Exit, Failure> {
        let Some(name) = &self.name else {
            list(out);
            return Ok(Exit::Success);
        };
        let example = find(name.strip_suffix(".toml").unwrap_or(name))?;
        let default = || PathBuf::from(format!("{}.toml", example.name));
        let path = self.out.clone().unwrap_or_else(default);
        self.write(&path, example.text)?;
        out.line(format_args!("{}: {}", path.display(), example.about));
        out.line(format_args!("next: poynting run {}", path.display()));
        Ok(Exit::Success)
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Failure> {
        let mut open = OpenOptions::new();
        open.write(true).truncate(true);
        if self.force {
            open.create(true);
        } else {
            open.create_new(true);
        }
        let written = open
            .open(path)
            .and_then(|mut f| f.write_all(text.as_bytes()));
        written.map_err(|e| match e.kind() {
            io::ErrorKind::AlreadyExists => Failure::Files {
                message: format!("`{}` already exists", path.display()),
                help: Some(
                    "overwrite it with --force, or choose another file with --out".to_owned(),
                ),
            },
            _ => Failure::file(path, &e),
        })
    }
}

fn find(name: &str) -> Result<&'static Example, Failure> {
    let known = || examples().iter().map(|e| e.name);
    examples().iter().find(|e| e.name == name).ok_or_else(|| {
        let help = match nearest(name, known()) {
            Some(near) => format!("did you mean `{near}`? `poynting new` lists all examples"),
            None => format!(
                "available examples: {}",
                known().collect::<Vec<_>>().join(", ")
            ),
        };
        Failure::Usage {
            message: format!("there is no example `{name}`"),
            help: Some(help),
        }
    })
}

fn list(out: &mut Output) {
    out.line("Example scenes:");
    let width = examples().iter().map(|e| e.name.len()).max().unwrap_or(0);
    for e in examples() {
        out.line(format::wrapped(&format!("  {:width$}  ", e.name), e.about));
    }
    out.line("\nTo write one: poynting new cavity");
}
