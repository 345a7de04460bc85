//! Errors of tasks.

use std::path::PathBuf;

/// Why a task failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program could not be started.
    #[error("cannot run `{command}`: {source}")]
    Start {
        /// The command.
        command: String,
        /// The reason.
        source: std::io::Error,
    },
    /// A program failed.
    #[error("`{command}` failed ({status})")]
    Failed {
        /// The command.
        command: String,
        /// Its exit status.
        status: std::process::ExitStatus,
    },
    /// A file could not be read or created.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
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
    /// A document lacks a part that a task needs.
    #[error("{document} has no {part}")]
    Missing {
        /// File name.
        document: &'static str,
        /// The missing part.
        part: String,
    },
    /// An expected result is missing.
    #[error("{0}")]
    Unexpected(String),
    /// Rules are violated; each violation has been printed.
    #[error("{0} violation(s)")]
    Untidy(usize),
}
