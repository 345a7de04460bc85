//! Where a matrix out of core is: pieces of a file, and the errors that name its folder.

use std::io;
use std::path::PathBuf;

use poynting_checkpoint::{Folder, Note, Pieces};
use poynting_exec::free_disk;

use poynting_mom_core::error::MomError;

/// Where a matrix and its factors lie.
#[derive(Debug, Clone)]
pub struct Place {
    /// Bytes of both.
    pub needed: u64,
    /// The folder of a checkpoint, and the wave number; otherwise the files have no name and are in the folder for temporary ones.
    pub kept: Option<(Folder, f64)>,
}

impl Place {
    /// The folder of temporary files.
    pub fn temporary(needed: u64) -> Self {
        Self { needed, kept: None }
    }

    /// The folder.
    pub fn folder(&self) -> PathBuf {
        match &self.kept {
            Some((folder, _)) => folder.path().to_owned(),
            None => std::env::temp_dir(),
        }
    }

    /// Rejects a disk that is too small. What earlier runs have left in the folder of a checkpoint is used again or replaced.
    pub fn require_space(&self) -> Result<(), MomError> {
        let folder = self.folder();
        let there = match &self.kept {
            Some((folder, _)) => folder.piece_bytes(),
            None => 0,
        };
        match free_disk(&folder) {
            Some(free) if free + there < self.needed => Err(MomError::DiskSpace {
                folder,
                needed: self.needed,
                available: free + there,
            }),
            _ => Ok(()),
        }
    }

    /// The pieces with a name and these lengths; `form` says what they are.
    pub fn open(
        &self,
        name: &str,
        form: &[u64],
        lengths: &[u64],
    ) -> Result<(Shelf, Vec<Note>), MomError> {
        let opened = match &self.kept {
            Some((folder, wave_number)) => {
                let numbers = [&[wave_number.to_bits()], form].concat();
                let key: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
                Pieces::kept(folder, name, &key, lengths)
            }
            None => Pieces::unnamed(&self.folder(), lengths).map(|pieces| (pieces, Vec::new())),
        };
        let (pieces, notes) = opened.map_err(|source| self.error(source))?;
        let place = self.clone();
        Ok((Shelf { pieces, place }, notes))
    }

    /// An error with the folder and the size.
    pub fn error(&self, source: io::Error) -> MomError {
        MomError::OutOfCore {
            folder: self.folder(),
            needed: self.needed,
            source,
        }
    }
}

/// Pieces on disk.
#[derive(Debug)]
pub struct Shelf {
    pieces: Pieces,
    place: Place,
}

impl Shelf {
    /// Whether a piece is there.
    pub fn has(&self, piece: usize) -> bool {
        self.pieces.has(piece)
    }

    /// Writes a piece.
    pub fn write<'a>(
        &mut self,
        piece: usize,
        parts: impl IntoIterator<Item = &'a [u8]>,
        note: &[u8],
    ) -> Result<(), MomError> {
        let written = self.pieces.write(piece, parts, note);
        written.map_err(|source| self.place.error(source))
    }

    /// Completes what has been written.
    pub fn complete(&mut self) -> Result<(), MomError> {
        let completed = self.pieces.complete();
        completed.map_err(|source| self.place.error(source))
    }

    /// An error with the folder and the size.
    pub fn error(&self, source: io::Error) -> MomError {
        self.place.error(source)
    }

    /// Reads a piece.
    pub fn read(&self, piece: usize, into: &mut [u8]) -> Result<(), MomError> {
        let read = self.pieces.read(piece, into);
        read.map_err(|source| self.place.error(source))
    }
}
