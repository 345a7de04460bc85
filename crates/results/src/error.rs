//! Errors of recording, writing, reading and plotting results.

use std::path::{Path, PathBuf};

/// Why results could not be recorded, written, read or drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResultsError {
    /// A name that cannot be a path in the results file.
    #[error("`{name}` is not a valid name of a result: {cause}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// Two quantities would have the same name.
    #[error("a result named `{0}` already exists")]
    NameTaken(String),
    /// A declaration that contradicts itself.
    #[error("the declaration of `{name}` is invalid: {cause}")]
    BadDeclaration {
        /// The quantity.
        name: String,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// There is no quantity with this name.
    #[error("there is no result `{name}`; there are: {}", listed(existing))]
    NoQuantity {
        /// The name.
        name: String,
        /// The names that exist.
        existing: Vec<String>,
    },
    /// An identifier that this recorder did not issue.
    #[error("unknown quantity number {0}")]
    UnknownQuantity(usize),
    /// Data that do not fit the declared axes.
    #[error("`{name}`: expected {expected} values, but got {found}")]
    WrongLength {
        /// The quantity.
        name: String,
        /// How many values the axes require.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// A value that is NaN or infinite.
    #[error(
        "`{name}` is {value} at {place}: the run failed, and none of its results should be used"
    )]
    NotFinite {
        /// The quantity.
        name: String,
        /// Its position along the axes.
        place: String,
        /// The first such value.
        value: f64,
    },
    /// A process that shares the run could not write its part, or found such a value.
    #[error("another process of the run failed, and none of its results should be used")]
    FailedElsewhere,
    /// A quantity that is not streamed received data twice.
    #[error("`{0}` is not streamed and already has its data")]
    AlreadyWritten(String),
    /// An error from the HDF5 library.
    #[cfg(feature = "hdf5")]
    #[error("{path}: {source}")]
    Hdf5 {
        /// The file.
        path: PathBuf,
        /// The library's error.
        source: hdf5::Error,
    },
    /// A file that is damaged, or that the program has not written.
    #[error("{}: {object}: {cause}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The object in it.
        object: String,
        /// What is wrong with it.
        cause: String,
    },
    /// Another program writes into the folder.
    #[error(
        "{}: another run is writing its results here; wait for its end, or choose another folder",
        .0.display()
    )]
    Busy(PathBuf),
    /// An error from the operating system.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The summary could not be written or read.
    #[error("{path}: {source}")]
    Json {
        /// The file.
        path: PathBuf,
        /// The parser's error.
        source: serde_json::Error,
    },
    /// A plot could not be drawn.
    #[cfg(feature = "plot")]
    #[error("{path}: {cause}")]
    Plot {
        /// The plot file.
        path: PathBuf,
        /// The drawing library's error.
        cause: String,
    },
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names.join(", "),
    }
}

impl ResultsError {
    /// For `map_err` on calls of the HDF5 library.
    #[cfg(feature = "hdf5")]
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
