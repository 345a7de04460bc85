//! Reports of a few scenes, and their pages before the run, opened in a browser as a user would.
//!
//! The scenes come from the gallery, or are examples written by the program itself; the program shows them, runs them and reports on them, and
//! `.ci/report` then opens the pages in Chromium.

use crate::Error;
use crate::files::make;
use crate::repository::{Repository, shown};
use std::path::Path;
use std::process::Command;

/// From the gallery: a waveguide with its S-parameters and field, an antenna with its pattern, a cross section by the method of moments.
const GALLERY: [(&str, &str); 3] = [
    ("waveguide-bend", "fdtd"),
    ("yagi", "fdtd"),
    ("two-solvers", "mom"),
];
/// From `poynting new`: a pulse on a board with its movie, and a port by the method of moments.
const EXAMPLES: [(&str, &str); 2] = [("port", "fdtd"), ("strip-dipole", "mom")];

/// Runs the scenes with a `poynting` program and checks their reports.
pub fn run(repository: &Repository, program: &Path) -> Result<(), Error> {
    let folder = repository.target_dir().join("reports");
    make(&folder)?;
    let poynting = |args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).current_dir(&folder);
        shown(&mut command)
    };
    let gallery = repository.root.join("gallery");
    let mut examine = Command::new(repository.root.join(".ci/report"));
    for (scene, solver) in GALLERY.into_iter().chain(EXAMPLES) {
        let mut file = gallery.join(format!("{scene}.toml"));
        if !file.exists() {
            poynting(&["new", scene, "--force"])?;
            file = folder.join(format!("{scene}.toml"));
        }
        let (file, results) = (file.to_string_lossy(), format!("{scene}-{solver}"));
        let [page, view] = ["", "-view"].map(|what| format!("{results}{what}.html"));
        poynting(&["view", &file, "--solver", solver, "--out", &view])?;
        poynting(&[
            "run", &file, "--quiet", "--solver", solver, "--out", &results,
        ])?;
        poynting(&["report", &results, "--out", &page])?;
        examine.args([folder.join(view), folder.join(page)]);
    }
    shown(&mut examine)
}
