//! Reports of a few scenes, opened in a browser as a user would.
//!
//! Each scene is an example that the program itself writes, runs and reports on; `.ci/report` then opens the pages in Chromium.

use crate::Error;
use crate::repository::{Repository, describe, run as run_command};
use std::path::Path;
use std::process::Command;

/// A pulse on a board with its movie, an antenna with its pattern on a grid, a cross section by the method of moments, and S-parameters of
/// a port.
const SCENES: [(&str, &str); 4] = [
    ("port", "fdtd"),
    ("strip-dipole", "fdtd"),
    ("pec-sphere", "mom"),
    ("strip-dipole", "mom"),
];

/// Runs the scenes with a `poynting` program and examines their reports.
pub fn run(repository: &Repository, program: &Path) -> Result<(), Error> {
    let folder = repository.target_dir().join("reports");
    std::fs::create_dir_all(&folder).map_err(|source| Error::File {
        path: folder.clone(),
        source,
    })?;
    let poynting = |args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).current_dir(&folder);
        println!("$ {}", describe(&command));
        run_command(&mut command)
    };
    let mut examine = Command::new(repository.root.join(".ci/report"));
    for (scene, solver) in SCENES {
        let file = format!("{scene}.toml");
        let (results, page) = (
            format!("{scene}-{solver}"),
            format!("{scene}-{solver}.html"),
        );
        poynting(&["new", scene, "--force"])?;
        poynting(&[
            "run", &file, "--quiet", "--solver", solver, "--out", &results,
        ])?;
        poynting(&["report", &results, "--out", &page])?;
        examine.arg(folder.join(page));
    }
    println!("$ {}", describe(&examine));
    run_command(&mut examine)
}
