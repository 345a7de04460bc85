//! Repository rules as code: `cargo xtask tidy | quickstart | python | gallery | tarball | report | reference | book | check`.

mod book;
mod check;
mod figures;
mod files;
mod gallery;
mod markdown;
mod python;
mod quickstart;
mod report;
mod repository;
mod tarball;
mod tidy;

use repository::Repository;
use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

  tidy        arrows between crates, paths in the documents, file lengths, dependency table
  quickstart  run the quick start of README.md as a new user would
  python      build the wheel, install it into a folder of its own, and run its tests
  gallery     run every scene of the gallery at its quick setting, after `python`
  tarball     install the command, pack it, and try what was packed
  report      install the command and open reports of a few scenes in Chromium
  reference   install the command and write docs/scene.md and docs/verdicts.md, from its schema and its validation
  book        install the command, run every block of the documentation, and build the book
  check       all that CI runs, in its order; stops at the first failure

tarball, report, reference and book take the path of a poynting program to use instead of installing one.";

/// Why a task failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// What was to run.
        command: String,
        /// The reason.
        source: std::io::Error,
    },
    /// A program ended badly.
    #[error("`{command}` failed ({status})")]
    Failed {
        /// What ran.
        command: String,
        /// How it ended.
        status: std::process::ExitStatus,
    },
    /// A file could not be read or made.
    #[error("{}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// Text that should be JSON is not.
    #[error("{what} is not JSON: {source}")]
    Json {
        /// Where it came from.
        what: String,
        /// The reason.
        source: serde_json::Error,
    },
    /// A document lacks a part that a task reads.
    #[error("{document} has no {part}")]
    Missing {
        /// File name.
        document: &'static str,
        /// What was looked for.
        part: String,
    },
    /// Something that should have come out did not.
    #[error("{0}")]
    Unexpected(String),
    /// Rules are broken; each has been printed.
    #[error("{0} rule(s) broken")]
    Untidy(usize),
}

/// The program that is named behind the task, or one that is installed as a new user would.
fn program(repository: &Repository) -> Result<PathBuf, Error> {
    match std::env::args_os().nth(2) {
        // Blocks are run in folders of their own.
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
        "check" => check::run(&repository),
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
