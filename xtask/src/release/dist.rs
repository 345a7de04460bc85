//! The files for upload.

use crate::Error;
use crate::files::copy;
use crate::repository::Repository;
use std::path::{Path, PathBuf};

/// Their folder.
pub fn folder(repository: &Repository) -> PathBuf {
    repository.target_dir().join("dist")
}

/// Adds a file.
pub fn keep(repository: &Repository, file: &Path) -> Result<(), Error> {
    let name = file.file_name().unwrap_or_default();
    copy(file, &folder(repository).join(name))
}
