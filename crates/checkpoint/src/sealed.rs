//! Files that are complete or do not exist.
//!
//! The content is followed by its length and its CRC-32, 12 bytes.

use crc32fast::Hasher;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const SEAL: u64 = 12;

/// A file being written.
#[derive(Debug)]
pub struct SealedWriter {
    file: BufWriter<File>,
    aside: PathBuf,
    path: PathBuf,
    hasher: Hasher,
    len: u64,
}

impl SealedWriter {
    /// Begins a file, under another name.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut aside = path.as_os_str().to_owned();
        aside.push(".part");
        let aside = PathBuf::from(aside);
        Ok(Self {
            file: BufWriter::with_capacity(1 << 20, File::create(&aside)?),
            aside,
            path: path.to_owned(),
            hasher: Hasher::new(),
            len: 0,
        })
    }

    /// Seals the file and gives it its name.
    pub fn finish(self) -> io::Result<()> {
        let Self {
            mut file,
            aside,
            path,
            hasher,
            len,
        } = self;
        file.write_all(&len.to_le_bytes())?;
        file.write_all(&hasher.finalize().to_le_bytes())?;
        let file = file.into_inner()?;
        file.sync_all()?;
        std::fs::rename(aside, &path)?;
        sync_folder(&path)
    }
}

impl Write for SealedWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.len += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The new name is on the disk once the folder is.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}

/// A file whose seal is intact.
#[derive(Debug)]
pub struct SealedReader {
    file: BufReader<File>,
    /// Bytes of the content.
    len: u64,
    /// Where the next byte is read.
    at: u64,
}

impl SealedReader {
    /// Opens a file and verifies it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
        let damaged = || {
            Error::new(
                ErrorKind::InvalidData,
                format!("{} is damaged", path.display()),
            )
        };
        let all = file.get_ref().metadata()?.len();
        let len = all.checked_sub(SEAL).ok_or_else(damaged)?;
        let mut hasher = Hasher::new();
        let mut rest = len;
        let mut buffer = vec![0; 1 << 20];
        while rest > 0 {
            let part = rest.min(buffer.len() as u64) as usize;
            file.read_exact(&mut buffer[..part])?;
            hasher.update(&buffer[..part]);
            rest -= part as u64;
        }
        let mut seal = [0; SEAL as usize];
        file.read_exact(&mut seal)?;
        let expected = [&len.to_le_bytes()[..], &hasher.finalize().to_le_bytes()].concat();
        if seal[..] != expected {
            return Err(damaged());
        }
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, len, at: 0 })
    }
}

impl Read for SealedReader {
    /// The seal does not belong to the content.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.len.saturating_sub(self.at);
        let most = buffer
            .len()
            .min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.file.read(&mut buffer[..most])?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for SealedReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::End(offset) => SeekFrom::Start(self.len.saturating_add_signed(offset)),
            other => other,
        };
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let content: Vec<u8> = (0..3_000_000u32).map(|n| (n * 7) as u8).collect();
        let mut writer = SealedWriter::create(&path).unwrap();
        writer.write_all(&content).unwrap();
        assert!(!path.exists());
        writer.finish().unwrap();
        let mut read = Vec::new();
        let mut reader = SealedReader::open(&path).unwrap();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(read, content);
        reader.seek(SeekFrom::End(-3)).unwrap();
        read.clear();
        reader.read_to_end(&mut read).unwrap();
        assert_eq!(read, content[content.len() - 3..]);
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[1_234_567] ^= 1;
        for damaged in [&flipped[..], &whole[..whole.len() - 1], &whole[..5], &[]] {
            std::fs::write(&path, damaged).unwrap();
            assert!(SealedReader::open(&path).is_err());
        }
    }
}
