//! Errors of the Austin benchmark.

use std::path::PathBuf;

use poynting::Error;

use super::score::CurveError;

/// Why a row is missing.
#[derive(Debug, thiserror::Error)]
pub enum AustinError {
    /// No case has this name.
    #[error("unknown case `{name}`; the cases are {}", known.join(", "))]
    Unknown {
        /// The requested name.
        name: String,
        /// The existing names.
        known: Vec<&'static str>,
    },
    /// A suite mesh is needed but no folder was given.
    #[error(
        "case `{case}` needs `{file}`, a mesh of the Austin RCS benchmark suite that is not included: download the suite from The \
         University of Texas at Austin and give its folder with --suite FOLDER"
    )]
    NeedsSuite {
        /// The case.
        case: &'static str,
        /// The mesh.
        file: &'static str,
    },
    /// The folder does not contain the mesh.
    #[error("case `{case}`: there is no `{file}` in {}", folder.display())]
    NotInSuite {
        /// The case.
        case: &'static str,
        /// The mesh.
        file: &'static str,
        /// The folder that was searched.
        folder: PathBuf,
    },
    /// The run was refused or failed.
    #[error("case `{case}`: {error}")]
    Run {
        /// The case.
        case: &'static str,
        /// Why.
        error: Box<Error>,
    },
    /// A reference cannot be used for comparison.
    #[error("case `{case}`: {error}")]
    Curve {
        /// The case.
        case: &'static str,
        /// Why.
        error: CurveError,
    },
    /// The results folder cannot be created.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The observer stopped it.
    #[error("interrupted")]
    Interrupted,
}
