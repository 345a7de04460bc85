//! What can go wrong with results.

use std::path::{Path, PathBuf};

/// Why results could not be recorded, written, read or drawn.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// A name that cannot be a path in the results file.
    #[error("`{name}` is not a name for a result: {cause}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// Two quantities would have the same name.
    #[error("a result named `{0}` exists already")]
    NameTaken(String),
    /// A declaration that contradicts itself.
    #[error("the declaration of `{name}` is not usable: {cause}")]
    BadDeclaration {
        /// The quantity.
        name: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// An identifier that this recorder did not give out.
    #[error("unknown quantity number {0}")]
    UnknownQuantity(usize),
    /// Data that do not fit the declared axes.
    #[error("`{name}`: {expected} values expected, {found} given")]
    WrongLength {
        /// The quantity.
        name: String,
        /// How many values the axes ask for.
        expected: usize,
        /// How many came.
        found: usize,
    },
    /// Something that is not a number, or infinite.
    #[error(
        "`{name}` is {value} at {place}: this run has failed, and none of its results should be used"
    )]
    NotFinite {
        /// The quantity.
        name: String,
        /// Where, by its axes.
        place: String,
        /// The first such value.
        value: f64,
    },
    /// A quantity that is not streamed was given its data twice.
    #[error("`{0}` is not streamed and has its data already")]
    AlreadyWritten(String),
    /// The HDF5 library refused.
    #[error("{path}: {source}")]
    Hdf5 {
        /// The file.
        path: PathBuf,
        /// What the library said.
        source: hdf5::Error,
    },
    /// The operating system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The summary could not be written or read.
    #[error("{path}: {source}")]
    Json {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        source: serde_json::Error,
    },
    /// A picture could not be drawn.
    #[error("{path}: {cause}")]
    Plot {
        /// The picture.
        path: PathBuf,
        /// What the drawing library said.
        cause: String,
    },
}

impl ResultsError {
    /// For `map_err` on calls of the HDF5 library.
    pub(crate) fn hdf5(path: &Path) -> impl Fn(hdf5::Error) -> Self + '_ {
        |source| Self::Hdf5 {
            path: path.to_owned(),
            source,
        }
    }

    /// For `map_err` on calls of the operating system.
    pub(crate) fn io(path: &Path) -> impl Fn(std::io::Error) -> Self + '_ {
        |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }

    /// For `map_err` on calls of the JSON library.
    pub(crate) fn json(path: &Path) -> impl Fn(serde_json::Error) -> Self + '_ {
        |source| Self::Json {
            path: path.to_owned(),
            source,
        }
    }
}
