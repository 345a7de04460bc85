//! What goes wrong in a task.

use std::path::PathBuf;

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
