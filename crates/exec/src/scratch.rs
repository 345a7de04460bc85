//! Out-of-core arrays: written to disk once in slices, read back slice by slice as often as needed.
//!
//! The file has no name and disappears with the process, however that ends. It is in the system's folder for temporary files (set by `TMPDIR`).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::arena::{Element, bytes_of};

/// Why an array cannot be stored on disk.
#[derive(Debug, thiserror::Error)]
#[error("{error} (in {}; set TMPDIR to a folder with enough disk space)", folder.display())]
pub struct ScratchError {
    /// The folder of the file.
    pub folder: PathBuf,
    /// The system error.
    #[source]
    pub error: io::Error,
}

impl From<io::Error> for ScratchError {
    fn from(error: io::Error) -> Self {
        Self {
            folder: std::env::temp_dir(),
            error,
        }
    }
}

/// Slices of an array on disk.
#[derive(Debug)]
pub struct Scratch<T> {
    file: Mutex<File>,
    /// End of each slice, in bytes.
    ends: Vec<u64>,
    numbers: PhantomData<T>,
}

impl<T: Element> Scratch<T> {
    /// Empty.
    pub fn new() -> Result<Self, ScratchError> {
        Ok(Self {
            file: Mutex::new(tempfile::tempfile()?),
            ends: Vec::new(),
            numbers: PhantomData,
        })
    }

    /// Appends a slice.
    pub fn append(&mut self, slice: &[T]) -> Result<(), ScratchError> {
        let bytes = bytes_of(slice);
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::End(0))?;
        file.write_all(bytes)?;
        self.ends.push(self.bytes() + bytes.len() as u64);
        Ok(())
    }

    /// Number of slices.
    pub fn slices(&self) -> usize {
        self.ends.len()
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Passes every slice in turn to `work` while the next one is read: two of them are in memory at a time.
    pub fn for_each(&self, mut work: impl FnMut(usize, &[T])) -> Result<(), ScratchError> {
        let (mut here, mut next) = (Vec::new(), Vec::new());
        if !self.ends.is_empty() {
            self.read(0, &mut here)?;
        }
        for number in 0..self.ends.len() {
            let ahead = number + 1 < self.ends.len();
            let is_read = thread::scope(|scope| {
                let read = || self.read(number + 1, &mut next);
                let reader = ahead.then(|| thread::Builder::new().spawn_scoped(scope, read));
                work(number, &here);
                // Without another thread it is read afterwards.
                let reader = reader.and_then(Result::ok);
                let read = reader.map(|reader| {
                    reader
                        .join()
                        .unwrap_or_else(|cause| std::panic::resume_unwind(cause))
                });
                read.transpose()
            })?;
            if ahead && is_read.is_none() {
                self.read(number + 1, &mut next)?;
            }
            std::mem::swap(&mut here, &mut next);
        }
        Ok(())
    }

    fn read(&self, number: usize, into: &mut Vec<T>) -> io::Result<()> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let count = (self.ends[number] - start) as usize / size_of::<T>();
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        into.clear();
        into.reserve_exact(count);
        let place = into.spare_capacity_mut();
        // SAFETY: any bytes are a valid `Element`, there is capacity for `count` of them, and the length is set when all have been read.
        unsafe {
            let bytes = place.as_mut_ptr().cast::<u8>();
            bytes.write_bytes(0, count * size_of::<T>());
            file.read_exact(std::slice::from_raw_parts_mut(
                bytes,
                count * size_of::<T>(),
            ))?;
            into.set_len(count);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_come_back_in_order_as_often_as_asked() {
        let mut scratch = Scratch::<f32>::new().unwrap();
        let slices: Vec<Vec<f32>> = [3, 0, 1000, 7]
            .iter()
            .zip(0_u8..)
            .map(|(&count, n)| (0..count).map(|i| i as f32 + 1e4 * f32::from(n)).collect())
            .collect();
        for slice in &slices {
            scratch.append(slice).unwrap();
        }
        assert_eq!((scratch.slices(), scratch.bytes()), (4, 4 * 1010));
        for _ in 0..2 {
            let mut seen = Vec::new();
            let order = |number, slice: &[f32]| seen.push((number, slice.to_vec()));
            scratch.for_each(order).unwrap();
            assert_eq!(seen, slices.iter().cloned().enumerate().collect::<Vec<_>>());
        }
    }

    #[test]
    fn nothing_is_handed_over_where_nothing_is_kept() {
        let scratch = Scratch::<f64>::new().unwrap();
        scratch.for_each(|_, _| panic!("a slice")).unwrap();
    }
}
