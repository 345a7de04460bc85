//! Where the values of a dataset are, and how many there can be in a file of this size.

use super::header;
use super::sources::{VirtualSource, virtual_sources};
use crate::ResultsError;
use crate::input::damaged;
use crate::manifest::is_plain;
use hdf5::dataset::Layout;
use hdf5::filters::Filter;
use hdf5::types::{FloatSize, TypeDescriptor};
use hdf5::{Dataset, File};
use std::fmt::Display;
use std::path::Path;

/// The most that `deflate` compresses, so that a file of this size cannot hold more (zlib, Technical Details).
const COMPRESSION: u64 = 1032;
/// Bytes of a dataset that are allowed in any file: values that were never written take no place in it.
const SMALL: u64 = 128 << 20;
/// Bytes of a chunk, which the library allocates as a whole; those of a run have at most 2 MiB.
const MOST_OF_A_CHUNK: u64 = 64 << 20;

/// Verifies the datasets of a file.
pub(super) struct Storages<'a> {
    path: &'a Path,
    /// Bytes of the file, and of the files beside it with parts of its data.
    bytes: u64,
    /// Bytes that axes may still take: they are not compressed.
    axes: u64,
}

impl<'a> Storages<'a> {
    pub fn new(path: &'a Path, bytes: u64) -> Self {
        Self {
            path,
            bytes,
            axes: bytes.saturating_mul(2),
        }
    }

    fn fault(&self, object: &str, cause: impl Display) -> ResultsError {
        damaged(self.path, format!("`{object}`"), cause.to_string())
    }

    /// Checks that the values of a dataset can be read without reaching outside the folder or beyond the memory. Returns the size of its numbers; 8 bytes
    /// for texts.
    pub fn check(&mut self, data: &Dataset, name: &str) -> Result<FloatSize, ResultsError> {
        let sources = self.check_creation(data, name)?;
        for source in &sources {
            self.check_source(source, name)?;
        }
        let found = || data.dtype()?.to_descriptor();
        let number = match found().map_err(|e| self.fault(name, e))? {
            TypeDescriptor::Float(size @ (FloatSize::U4 | FloatSize::U8)) => size,
            TypeDescriptor::VarLenUnicode | TypeDescriptor::VarLenAscii => FloatSize::U8,
            other => {
                let cause = format!("it has values of the type {other} instead of numbers");
                return Err(self.fault(name, cause));
            }
        };
        let shape = data.get_shape().map_err(|e| self.fault(name, e))?;
        let most = self.bytes.saturating_mul(COMPRESSION).max(SMALL);
        if size_of_shape(&shape).is_none_or(|bytes| bytes > most) {
            let cause = format!("its shape {shape:?} is larger than the file can hold");
            return Err(self.fault(name, cause));
        }
        Ok(number)
    }

    /// Counts the values of an axis, which will all be read.
    pub fn take_axis(&mut self, scale: &Dataset, name: &str) -> Result<(), ResultsError> {
        let shape = scale.get_shape().map_err(|e| self.fault(name, e))?;
        let left = size_of_shape(&shape)
            .filter(|_| shape.len() == 1)
            .and_then(|bytes| self.axes.checked_sub(bytes));
        let too_large =
            || format!("its shape {shape:?} is larger than an axis of this file can be");
        self.axes = left.ok_or_else(|| self.fault(name, too_large()))?;
        Ok(())
    }

    /// Checks how a dataset was made; returns the sources of a virtual one.
    fn check_creation(
        &self,
        data: &Dataset,
        name: &str,
    ) -> Result<Vec<VirtualSource>, ResultsError> {
        let read = || -> hdf5::Result<_> {
            let plist = data.create_plist()?;
            let sources = match plist.get_layout()? {
                Layout::Virtual => virtual_sources(&plist)?,
                // The library reads them beyond their end (HDFGroup/hdf5, issue 5892), and a run writes none.
                Layout::Compact => return Err("it is stored in its header".into()),
                _ => Vec::new(),
            };
            let (filters, chunk) = (plist.get_filters()?, plist.get_chunk()?);
            Ok((plist.get_external()?, filters, chunk, sources))
        };
        let (external, filters, chunk, sources) = read().map_err(|e| self.fault(name, e))?;
        if !external.is_empty() {
            return Err(self.fault(name, "its values are in another file"));
        }
        // The library would load others from shared libraries.
        let is_known =
            |f: &Filter| matches!(f, Filter::Deflate(_) | Filter::Shuffle | Filter::Fletcher32);
        if !filters.iter().all(is_known) {
            return Err(self.fault(name, "it is compressed by an unknown filter"));
        }
        let chunk = chunk.unwrap_or_default();
        if size_of_shape(&chunk).is_none_or(|bytes| bytes > MOST_OF_A_CHUNK) {
            return Err(self.fault(name, format!("its chunks {chunk:?} are too large")));
        }
        Ok(sources)
    }

    /// Parts of a virtual dataset may be in files of the same folder, which are not links, and not in turn elsewhere.
    fn check_source(&mut self, source: &VirtualSource, name: &str) -> Result<(), ResultsError> {
        let file = &source.file;
        let folder = self.path.parent().unwrap_or(Path::new(""));
        let part = folder.join(file);
        if file == "." || !is_plain(file) || part.is_symlink() {
            let cause = format!("part of its values is in `{file}`, outside the results folder");
            return Err(self.fault(name, cause));
        }
        let bytes = header::check(&part)?;
        let data = File::open(&part).and_then(|file| file.dataset(&source.dataset));
        let data =
            data.map_err(|e| damaged(&part, format!("`{}`", source.dataset), e.to_string()))?;
        let inner = Storages::new(&part, bytes);
        if inner.check_creation(&data, &source.dataset)?.is_empty() {
            self.bytes = self.bytes.saturating_add(bytes);
            return Ok(());
        }
        Err(inner.fault(&source.dataset, "its values are in other files again"))
    }
}

/// The number of slices along the first axis whose chunks are in the file.
pub(super) fn complete_rows(data: &Dataset, shape: &[usize]) -> usize {
    let (Some(chunk), Some(chunks)) = (data.chunk(), data.num_chunks()) else {
        return usize::MAX;
    };
    let per_row = shape.iter().zip(&chunk).skip(1);
    let per_row: usize = per_row
        .map(|(n, size)| n.div_ceil((*size).max(1)))
        .product();
    chunks / per_row.max(1) * chunk.first().copied().unwrap_or(1)
}

/// Bytes in double precision; none if they cannot be counted.
fn size_of_shape(shape: &[usize]) -> Option<u64> {
    let multiply = |bytes: u64, n: &usize| bytes.checked_mul(*n as u64);
    shape.iter().try_fold(8, multiply)
}
