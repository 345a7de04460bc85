//! The SHA-256 sums of all files for upload, in the format of sha256sum.

use super::dist;
use crate::Error;
use crate::files::{failed, put, remove_file};
use crate::repository::{Repository, output, shown};
use std::path::Path;
use std::process::Command;

const SUMS: &str = "SHA256SUMS";

/// Writes the sums, and checks them as a user would.
pub fn run(repository: &Repository) -> Result<(), Error> {
    let folder = dist::folder(repository);
    remove_file(&folder.join(SUMS))?;
    let names = names(&folder)?;
    if names.is_empty() {
        let message = format!("{} has no files for upload", folder.display());
        return Err(Error::Unexpected(message));
    }
    let sums = output(sha256sum(&folder).args(&names))?;
    put(&folder.join(SUMS), sums)?;
    shown(sha256sum(&folder).args(["--check", SUMS]))
}

fn sha256sum(folder: &Path) -> Command {
    let mut command = Command::new("sha256sum");
    command.current_dir(folder);
    command
}

fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    Ok(names)
}
