//! Files and folders that tasks create, with the path in every error message.

use crate::Error;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A smaller picture is empty.
const LEAST_PICTURE: u64 = 10_000;

/// Converts an I/O error to one with a path.
pub fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    |source| Error::File { path, source }
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(failed(path))
}

/// Writes a file, creating its folders.
pub fn put(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        make(folder)?;
    }
    std::fs::write(path, bytes).map_err(failed(path))
}

/// Copies a file, creating the target folders.
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    if let Some(folder) = to.parent() {
        make(folder)?;
    }
    std::fs::copy(from, to).map(drop).map_err(failed(from))
}

/// Creates a folder if necessary.
pub fn make(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(failed(folder))
}

/// Removes a folder if it exists.
pub fn remove(folder: &Path) -> Result<(), Error> {
    match std::fs::remove_dir_all(folder) {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(failed(folder)(source)),
        _ => Ok(()),
    }
}

/// Removes a file if it exists.
pub fn remove_file(file: &Path) -> Result<(), Error> {
    match std::fs::remove_file(file) {
        Err(source) if source.kind() != ErrorKind::NotFound => Err(failed(file)(source)),
        _ => Ok(()),
    }
}

/// Creates an empty folder: files of an earlier run must not be taken for those of this one.
pub fn remake(folder: &Path) -> Result<(), Error> {
    remove(folder)?;
    make(folder)
}

/// The file in a folder whose name ends like this.
pub fn find(folder: &Path, ending: &str) -> Result<PathBuf, Error> {
    let entries = std::fs::read_dir(folder).map_err(failed(folder))?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths
        .find(|path| path.to_string_lossy().ends_with(ending))
        .ok_or_else(|| Error::Unexpected(format!("no {ending} file in {}", folder.display())))
}

/// Whether a file has an extension such as `md`.
pub fn has_ending(file: impl AsRef<Path>, ending: &str) -> bool {
    file.as_ref()
        .extension()
        .is_some_and(|found| found == ending)
}

/// Checks that a script has drawn a non-empty picture.
pub fn is_drawn(picture: &Path) -> Result<(), Error> {
    let size = std::fs::metadata(picture).map_or(0, |data| data.len());
    if size >= LEAST_PICTURE {
        return Ok(());
    }
    let message = format!("{} was not drawn", picture.display());
    Err(Error::Unexpected(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_empty_again_and_nothing_is_drawn_in_it() {
        let folder = std::env::temp_dir().join(format!("poynting-files-{}", std::process::id()));
        put(&folder.join("deep/horn.png"), "small").unwrap();
        remake(&folder).unwrap();
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
        put(&folder.join("horn.png"), "small").unwrap();
        is_drawn(&folder.join("horn.png")).unwrap_err();
        put(&folder.join("horn.png"), vec![0; 10_000]).unwrap();
        is_drawn(&folder.join("horn.png")).unwrap();
        remove(&folder).unwrap();
        remove(&folder).unwrap();
        assert!(read(&folder.join("horn.png")).is_err());
    }
}
