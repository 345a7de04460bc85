//! A file to which entries are appended. Each has its length and its CRC-32 before it, 8 bytes.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A journal being written.
#[derive(Debug)]
pub struct Journal {
    file: BufWriter<File>,
    len: u64,
}

impl Journal {
    /// A new journal.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = BufWriter::new(File::create(path)?);
        Ok(Self { file, len: 0 })
    }

    /// Continues a journal after its first `len` bytes; the rest is dropped.
    pub fn resume(path: &Path, len: u64) -> io::Result<Self> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(len)?;
        file.seek(SeekFrom::End(0))?;
        let file = BufWriter::new(file);
        Ok(Self { file, len })
    }

    /// Appends an entry.
    pub fn append(&mut self, entry: &[u8]) -> io::Result<()> {
        let len = u32::try_from(entry.len()).map_err(|_| ErrorKind::FileTooLarge)?;
        self.file.write_all(&len.to_le_bytes())?;
        self.file.write_all(&crc32fast::hash(entry).to_le_bytes())?;
        self.file.write_all(entry)?;
        self.len += 8 + u64::from(len);
        Ok(())
    }

    /// Brings all entries to the disk; returns the number of bytes.
    pub fn sync(&mut self) -> io::Result<u64> {
        self.file.flush()?;
        self.file.get_ref().sync_data()?;
        Ok(self.len)
    }
}

/// The entries in the first bytes of a journal.
#[derive(Debug)]
pub struct Entries {
    file: BufReader<File>,
    left: u64,
}

impl Entries {
    /// Opens a journal of which `len` bytes count.
    pub fn open(path: &Path, len: u64) -> io::Result<Self> {
        let file = BufReader::with_capacity(1 << 20, File::open(path)?);
        Ok(Self { file, left: len })
    }

    fn read(&mut self) -> io::Result<Vec<u8>> {
        let mut head = [0; 8];
        self.file.read_exact(&mut head)?;
        let [a, b, c, d, rest @ ..] = head;
        let len = u32::from_le_bytes([a, b, c, d]);
        let left = self.left.checked_sub(8 + u64::from(len));
        self.left = left.ok_or_else(damaged)?;
        // Not allocated before it is there: the file may claim any length.
        let mut entry = Vec::new();
        let mut body = (&mut self.file).take(len.into());
        if body.read_to_end(&mut entry)? < len as usize {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if crc32fast::hash(&entry) == u32::from_le_bytes(rest) {
            Ok(entry)
        } else {
            Err(damaged())
        }
    }
}

fn damaged() -> Error {
    Error::new(ErrorKind::InvalidData, "the journal is damaged")
}

impl Iterator for Entries {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        (self.left > 0).then(|| {
            let entry = self.read();
            if entry.is_err() {
                self.left = 0;
            }
            entry
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_goes_on_where_it_was_synced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::create(&path).unwrap();
        journal.append(b"one").unwrap();
        let len = journal.sync().unwrap();
        journal.append(b"lost").unwrap();
        drop(journal);
        let mut journal = Journal::resume(&path, len).unwrap();
        journal.append(b"").unwrap();
        journal.append(b"two").unwrap();
        let len = journal.sync().unwrap();
        let all: Vec<Vec<u8>> = Entries::open(&path, len)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        assert_eq!(all, [&b"one"[..], b"", b"two"]);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[9] ^= 4;
        std::fs::write(&path, bytes).unwrap();
        assert!(
            Entries::open(&path, len)
                .unwrap()
                .any(|entry| entry.is_err())
        );
    }
}
