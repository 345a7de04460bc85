//! Repository rules as code: `cargo xtask tidy | deny | quickstart | python | gallery | tarball | report | reference | book | release | cycle | check | step`.

mod book;
mod check;
mod cycle;
mod deny;
mod error;
mod figures;
mod files;
mod gallery;
mod hdf5;
mod instructions;
mod markdown;
mod python;
mod quickstart;
mod release;
mod report;
mod repository;
mod tarball;
mod third_party;
mod tidy;

use error::Error;
use repository::Repository;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

  tidy        arrows between crates, paths in the documents, file lengths, dependency table
  deny        licences, duplicates and sources of all crates, against deny.toml
  quickstart  run the quick start of README.md as a new user would
  python      build the wheel, install it into its own environment, and run its tests; with --in-place
              test the Python files in place
  gallery     run every scene of the gallery at its quick setting, after `python`
  tarball     install the command, pack it, and test the archive
  report      install the command and open reports of a few scenes in Chromium
  reference   install the command and write docs/scene.md and docs/verdicts.md, from its schema and its validation
  book        install the command, run every block of the documentation, and build the book
  release     with --dry-run build and try everything that a release publishes, and publish nothing; or one part of it
  cycle       measure how long the tests of a changed line take; accepts part of the name of a change
  check       everything CI runs; stops at the first failure
  step        one step of `check`, by name

tarball, report, reference and book accept the path of a poynting program to use instead of installing one.";

/// The program given after the task, or one installed as a new user would.
fn program(repository: &Repository) -> Result<PathBuf, Error> {
    match std::env::args_os().nth(2) {
        // Blocks are run in their own folders.
        Some(path) => std::path::absolute(&path).map_err(|source| Error::File {
            path: path.into(),
            source,
        }),
        None => quickstart::run(repository),
    }
}

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let outcome = Repository::open().and_then(|repository| match command.as_str() {
        "tidy" => tidy::run(&repository),
        "deny" => deny::run(&repository),
        "quickstart" => quickstart::run(&repository).map(drop),
        "python" => python::run(&repository),
        "gallery" => gallery::run(&repository),
        "tarball" => program(&repository).and_then(|program| tarball::run(&repository, &program)),
        "report" => program(&repository).and_then(|program| report::run(&repository, &program)),
        "reference" => program(&repository).and_then(|program| {
            book::reference::write(&repository, &program)?;
            book::verdicts::write(&repository, &program)
        }),
        "book" => program(&repository).and_then(|program| book::run(&repository, &program)),
        "release" => release::run(&repository),
        "cycle" => cycle::run(&repository, &std::env::args().nth(2).unwrap_or_default()),
        "check" => check::run(&repository),
        "step" => check::run_step(&repository, &std::env::args().nth(2).unwrap_or_default()),
        _ => Err(Error::Unexpected(USAGE.to_owned())),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
