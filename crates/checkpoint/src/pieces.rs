//! Pieces of data that does not fit into memory, in one file: each is written once, has a CRC-32, and is read as often as needed.
//!
//! A file without a name disappears with the process, however that ends. One in the folder of a checkpoint has a journal beside it, which gets a piece
//! when the piece is on the disk. A process that is killed leaves those, and the next one continues with them.

use std::fs::{File, OpenOptions};
use std::io::{self, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crc32fast::Hasher;

use crate::folder::Folder;
use crate::journal::{Entries, Journal};

/// Bytes of the number and the checksum of a piece in the journal.
const HEAD: usize = 12;
/// Bytes of the length and the checksum of an entry of the journal.
const FRAME: u64 = 8;

/// Pieces on disk.
#[derive(Debug)]
pub struct Pieces {
    file: Mutex<File>,
    /// Where each piece begins, and where the last one ends.
    starts: Vec<u64>,
    sums: Vec<Option<u32>>,
    kept: Option<Kept>,
}

/// The journal of pieces that are kept, and the entries of those that may not be on the disk yet.
#[derive(Debug)]
struct Kept {
    journal: Journal,
    waiting: Vec<Vec<u8>>,
}

/// What was written with a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The number of the piece.
    pub piece: usize,
    /// The note.
    pub content: Vec<u8>,
}

impl Pieces {
    /// In a file without a name in a folder; pieces have these lengths in bytes.
    pub fn unnamed(folder: &Path, lengths: &[u64]) -> io::Result<Self> {
        Ok(Self::over(tempfile::tempfile_in(folder)?, lengths))
    }

    /// In a file of a checkpoint. Pieces that an earlier process has completed under the same name and key are there, and their notes are returned.
    pub fn kept(
        folder: &Folder,
        name: &str,
        key: &[u8],
        lengths: &[u64],
    ) -> io::Result<(Self, Vec<Note>)> {
        let [data, record] = folder.pieces(name);
        let header = [folder.key().as_bytes(), key].concat();
        let mut pieces = Self::over(opened(&data)?, lengths);
        let (len, notes) = pieces.restored(&record, &header).unwrap_or_default();
        let journal = if len > 0 {
            Journal::resume(&record, len)?
        } else {
            pieces.sums.fill(None);
            let mut journal = Journal::create(&record)?;
            journal.append(&header)?;
            journal.sync()?;
            journal
        };
        pieces.kept = Some(Kept {
            journal,
            waiting: Vec::new(),
        });
        Ok((pieces, notes))
    }

    fn over(file: File, lengths: &[u64]) -> Self {
        let mut starts = vec![0];
        for length in lengths {
            starts.push(starts[starts.len() - 1] + length);
        }
        Self {
            file: Mutex::new(file),
            sums: vec![None; lengths.len()],
            starts,
            kept: None,
        }
    }

    /// Takes the pieces of a journal; returns its intact bytes and the notes.
    fn restored(&mut self, record: &Path, header: &[u8]) -> io::Result<(u64, Vec<Note>)> {
        let mut entries = Entries::open(record, u64::MAX)?;
        let (mut len, mut notes) = (0, Vec::new());
        match entries.next() {
            Some(Ok(first)) if first == header => len += FRAME + first.len() as u64,
            _ => return Ok((0, notes)),
        }
        for entry in entries {
            // The last one may not have been completed.
            let Ok(entry) = entry else { break };
            let Some((piece, sum)) = head(&entry).filter(|(n, _)| *n < self.sums.len()) else {
                break;
            };
            self.sums[piece] = Some(sum);
            notes.push(Note {
                piece,
                content: entry[HEAD..].to_vec(),
            });
            len += FRAME + entry.len() as u64;
        }
        Ok((len, notes))
    }

    /// Whether a piece has been written.
    pub fn has(&self, piece: usize) -> bool {
        self.sums[piece].is_some()
    }

    /// Bytes of all pieces.
    pub fn bytes(&self) -> u64 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Writes a piece, given in parts, and a note.
    pub fn write<'a>(
        &mut self,
        piece: usize,
        parts: impl IntoIterator<Item = &'a [u8]>,
        note: &[u8],
    ) -> io::Result<()> {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.starts[piece]))?;
        let (mut hasher, mut len) = (Hasher::new(), 0);
        for part in parts {
            file.write_all(part)?;
            hasher.update(part);
            len += part.len() as u64;
        }
        if len != self.starts[piece + 1] - self.starts[piece] {
            return Err(ErrorKind::InvalidInput.into());
        }
        let sum = hasher.finalize();
        self.sums[piece] = Some(sum);
        if let Some(kept) = &mut self.kept {
            let number = (piece as u64).to_le_bytes();
            (kept.waiting).push([&number[..], &sum.to_le_bytes(), note].concat());
        }
        Ok(())
    }

    /// Completes what has been written: if it is kept, it is on the disk.
    pub fn complete(&mut self) -> io::Result<()> {
        let Some(kept) = &mut self.kept else {
            return Ok(());
        };
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.sync_data()?;
        for entry in kept.waiting.drain(..) {
            kept.journal.append(&entry)?;
        }
        kept.journal.sync()?;
        Ok(())
    }

    /// Reads a piece and verifies it.
    pub fn read(&self, piece: usize, into: &mut [u8]) -> io::Result<()> {
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.starts[piece]))?;
            file.read_exact(into)?;
        }
        if Some(crc32fast::hash(into)) == self.sums[piece] {
            return Ok(());
        }
        let at = self.starts[piece];
        let message = format!("the data at byte {at} is damaged: its checksum is wrong");
        Err(Error::new(ErrorKind::InvalidData, message))
    }
}

fn opened(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path)
}

/// The number and the checksum of a piece.
fn head(entry: &[u8]) -> Option<(usize, u32)> {
    let (number, rest) = entry.split_first_chunk()?;
    let (sum, _) = rest.split_first_chunk()?;
    let number = usize::try_from(u64::from_le_bytes(*number)).ok()?;
    Some((number, u32::from_le_bytes(*sum)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTHS: [u64; 3] = [5, 0, 3];

    fn read(pieces: &Pieces, piece: usize) -> io::Result<Vec<u8>> {
        let mut into = vec![0; LENGTHS[piece] as usize];
        pieces.read(piece, &mut into).map(|()| into)
    }

    #[test]
    fn pieces_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let mut pieces = Pieces::unnamed(folder.path(), &LENGTHS).unwrap();
        assert!(!pieces.has(2) && pieces.bytes() == 8);
        pieces.write(2, [&b"xyz"[..]], b"").unwrap();
        pieces.write(0, [&b"ab"[..], b"cde"], b"").unwrap();
        pieces.write(1, [], b"").unwrap();
        pieces.complete().unwrap();
        assert_eq!(read(&pieces, 0).unwrap(), b"abcde");
        assert_eq!(read(&pieces, 2).unwrap(), b"xyz");
        assert!(pieces.write(2, [&b"four"[..]], b"").is_err());
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn pieces_that_are_complete_are_kept_and_damage_is_noticed() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::new(place.path(), "key");
        drop(folder.clear().unwrap());
        let open = |key: &[u8]| Pieces::kept(&folder, "matrix", key, &LENGTHS).unwrap();
        let (mut pieces, notes) = open(b"one");
        assert!(notes.is_empty());
        pieces.write(2, [&b"xyz"[..]], b"note").unwrap();
        pieces.complete().unwrap();
        pieces.write(0, [&b"abcde"[..]], b"lost").unwrap();
        drop(pieces);
        let (pieces, notes) = open(b"one");
        let note = Note {
            piece: 2,
            content: b"note".to_vec(),
        };
        assert_eq!(notes, [note]);
        assert!(!pieces.has(0) && read(&pieces, 0).is_err());
        assert_eq!(read(&pieces, 2).unwrap(), b"xyz");
        let [data, record] = folder.pieces("matrix");
        let mut bytes = std::fs::read(&data).unwrap();
        bytes[6] ^= 1;
        std::fs::write(&data, bytes).unwrap();
        let damaged = read(&pieces, 2).unwrap_err();
        assert!(damaged.to_string().contains("byte 5"), "{damaged}");
        drop(pieces);
        drop(folder.restart().unwrap());
        assert_eq!(open(b"one").1.len(), 1);
        let (pieces, notes) = open(b"another");
        assert!(notes.is_empty() && !pieces.has(2));
        drop(pieces);
        drop(folder.clear().unwrap());
        assert!(!data.exists() && !record.exists());
    }
}
