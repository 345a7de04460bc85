//! Why there is no row.

use std::path::PathBuf;

use poynting::Error;

use super::score::CurveError;

/// Why there is no row.
#[derive(Debug, thiserror::Error)]
pub enum AustinError {
    /// No case has this name.
    #[error("there is no case `{name}`; there are {}", known.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// A mesh of the suite is needed and no folder is named.
    #[error(
        "case `{case}` needs `{file}`, a mesh of the Austin RCS benchmark suite that is not part of this program: get the suite from The \
         University of Texas at Austin and name its folder with --suite FOLDER"
    )]
    NeedsSuite {
        /// The case.
        case: &'static str,
        /// The mesh.
        file: &'static str,
    },
    /// The folder does not hold the mesh.
    #[error("case `{case}`: there is no `{file}` in {}", folder.display())]
    NotInSuite {
        /// The case.
        case: &'static str,
        /// The mesh.
        file: &'static str,
        /// Where it was looked for.
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
    /// A reference cannot be compared with.
    #[error("case `{case}`: {error}")]
    Curve {
        /// The case.
        case: &'static str,
        /// Why.
        error: CurveError,
    },
    /// The folder for results cannot be made.
    #[error("{}: {error}", folder.display())]
    Folder {
        /// Where.
        folder: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The observer had enough.
    #[error("interrupted")]
    Interrupted,
}
