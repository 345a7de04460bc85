//! Tests of the Python package on its files as they lie in the repository, with the native module of the wheel that is installed.

use crate::files::{failed, has_ending, remake};
use crate::repository::{Repository, output};
use crate::{Error, python};
use std::path::Path;
use std::process::Command;

/// The command that runs them; builds and installs the wheel for it.
pub fn tests(repository: &Repository) -> Result<Command, Error> {
    python::run(repository)?;
    let target = repository.target_dir();
    let program = target.join("python/bin/python");
    let mut ask = Command::new(&program);
    ask.args(["-c", "import poynting; print(poynting.__path__[0])"])
        .current_dir(&target);
    let installed = output(&mut ask)?;
    let crate_dir = repository.root.join("crates/python");
    let folder = target.join("cycle");
    let package = folder.join("poynting");
    remake(&package)?;
    link(&crate_dir.join("python/poynting"), &package, |_| true)?;
    link(Path::new(installed.trim()), &package, |file| {
        has_ending(file, "so")
    })?;
    let mut tests = Command::new(program);
    tests
        .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
        .arg(crate_dir.join("tests"))
        .env("PYTHONPATH", &folder)
        // Bytecode would be written beside the files of the repository.
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(tests)
}

/// Files of one folder, seen from another.
fn link(from: &Path, to: &Path, wanted: impl Fn(&Path) -> bool) -> Result<(), Error> {
    for entry in std::fs::read_dir(from).map_err(failed(from))?.flatten() {
        let file = entry.path();
        let seen = to.join(entry.file_name());
        if wanted(&file) && !seen.exists() {
            std::os::unix::fs::symlink(&file, &seen).map_err(failed(&seen))?;
        }
    }
    Ok(())
}
