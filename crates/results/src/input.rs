//! Files of a results folder as they are opened: the folder may come from a stranger.
//!
//! Only ordinary files are read, never devices or pipes, which could block or never end; and no more of them than a limit.

use crate::ResultsError;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Bytes of a list of files or of a summary: a hundred times as many as the largest in use.
pub(crate) const MOST_OF_A_LIST: u64 = 16 << 20;
/// Bytes of a model, which holds the triangles of all bodies.
#[cfg(feature = "hdf5")]
pub(crate) const MOST_OF_A_MODEL: u64 = 1 << 30;

/// The size of an ordinary file; none if there is no file.
pub(crate) fn size(path: &Path) -> Result<Option<u64>, ResultsError> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(found.len())),
        Ok(found) => {
            let what = if found.is_dir() {
                "it is a folder"
            } else {
                "it is a device or a pipe"
            };
            Err(damaged(path, "the file", what))
        }
        Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
        Err(e) => Err(ResultsError::io(path)(e)),
    }
}

/// The contents of a JSON file, if it exists and has at most this many bytes.
pub(crate) fn json<T: DeserializeOwned>(path: &Path, most: u64) -> Result<Option<T>, ResultsError> {
    let Some(size) = size(path)? else {
        return Ok(None);
    };
    if size > most {
        let cause = format!("it has {size} bytes, more than {most}");
        return Err(damaged(path, "the file", cause));
    }
    let mut text = Vec::new();
    let file = File::open(path).map_err(ResultsError::io(path))?;
    // The file may grow meanwhile.
    let read = file.take(most).read_to_end(&mut text);
    read.map_err(ResultsError::io(path))?;
    let parsed = serde_json::from_slice(&text);
    parsed
        .map(Some)
        .map_err(|e| damaged(path, "the text", e.to_string()))
}

/// The error for a file that the program cannot have written.
pub(crate) fn damaged(
    path: &Path,
    object: impl Into<String>,
    cause: impl Into<String>,
) -> ResultsError {
    ResultsError::Damaged {
        path: path.to_owned(),
        object: object.into(),
        cause: cause.into(),
    }
}

/// A path that is free for a new file: a link of that name is removed, so that nothing is written to where it points.
pub(crate) fn unlinked(path: PathBuf) -> Result<PathBuf, ResultsError> {
    if path.is_symlink() {
        fs::remove_file(&path).map_err(ResultsError::io(&path))?;
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ordinary_files_of_a_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("files.json");
        assert_eq!(json::<Vec<u8>>(&path, 10).unwrap(), None);
        fs::write(&path, "[1, 2]").unwrap();
        assert_eq!(json(&path, 10).unwrap(), Some(vec![1, 2]));
        let refused = |path: &Path, most| {
            json::<serde_json::Value>(path, most)
                .unwrap_err()
                .to_string()
        };
        assert!(refused(&path, 3).contains("6 bytes, more than 3"));
        assert!(refused(folder.path(), 10).contains("a folder"));
        if cfg!(unix) {
            assert!(refused(Path::new("/dev/zero"), 10).contains("a device or a pipe"));
        }
        fs::write(&path, "[".repeat(100_000)).unwrap();
        assert!(refused(&path, 1 << 20).contains("recursion limit"));
    }
}
