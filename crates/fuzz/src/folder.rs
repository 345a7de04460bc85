//! A temporary folder for targets whose readers open files.

use poynting_checkpoint::{Journal, SealedWriter};
use std::cell::OnceCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder that is removed at the end.
#[derive(Debug)]
pub struct Folder(TempDir);

impl Folder {
    /// Preferably in memory: `TMPDIR` says where.
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns where it is.
    pub fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.file(name);
        std::fs::write(&path, bytes).expect("a temporary file");
        path
    }

    /// Removes everything in it.
    pub fn clear(&self) {
        for entry in std::fs::read_dir(self.path()).expect("the temporary folder") {
            let path = entry.expect("a temporary file").path();
            let removed = if path.is_dir() {
                std::fs::remove_dir_all(&path)
            } else {
                std::fs::remove_file(&path)
            };
            removed.expect("a temporary file can be removed");
        }
    }
}

/// Acts in the folder of this thread, which is empty.
pub fn in_folder(act: impl FnOnce(&Folder)) {
    thread_local!(static FOLDER: OnceCell<Folder> = const { OnceCell::new() });
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(Folder::new);
        folder.clear();
        act(folder);
    });
}

/// Writes a file of a checkpoint with its checksum.
pub fn write_sealed(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = SealedWriter::create(path)?;
    file.write_all(content)?;
    file.finish()
}

/// Writes a journal of a checkpoint with the checksums of its entries.
pub fn write_journal<'a>(
    path: &Path,
    entries: impl IntoIterator<Item = &'a [u8]>,
) -> io::Result<()> {
    let mut journal = Journal::create(path)?;
    for entry in entries {
        journal.append(entry)?;
    }
    journal.sync().map(drop)
}
