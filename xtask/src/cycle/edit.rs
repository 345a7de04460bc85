//! A change to a file that is reverted whatever happens in between.

use crate::Error;
use crate::files::{failed, read};
use std::path::{Path, PathBuf};

/// A file with an extra first line, until this is dropped.
pub struct Edit {
    path: PathBuf,
    text: String,
}

impl Edit {
    /// Inserts the line. At the top it moves all others, so everything that depends on line numbers is recompiled.
    pub fn make(path: &Path, line: &str) -> Result<Self, Error> {
        let text = read(path)?;
        // A killed run may have left it.
        let text = text.strip_prefix(line).unwrap_or(&text).to_owned();
        let edit = Self {
            path: path.to_owned(),
            text,
        };
        std::fs::write(path, format!("{line}{}", edit.text)).map_err(failed(path))?;
        Ok(edit)
    }
}

impl Drop for Edit {
    fn drop(&mut self) {
        if let Err(error) = std::fs::write(&self.path, &self.text) {
            eprintln!(
                "error: {} still has an extra line: {error}",
                self.path.display()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{put, remove_file};

    #[test]
    fn a_file_is_as_it_was() {
        let path = std::env::temp_dir().join(format!("poynting-edit-{}.rs", std::process::id()));
        put(&path, "fn f() {}\n").unwrap();
        let edit = Edit::make(&path, "// More.\n").unwrap();
        assert_eq!(read(&path).unwrap(), "// More.\nfn f() {}\n");
        // As after a killed run.
        std::mem::forget(edit);
        let edit = Edit::make(&path, "// More.\n").unwrap();
        drop(edit);
        assert_eq!(read(&path).unwrap(), "fn f() {}\n");
        remove_file(&path).unwrap();
    }
}
