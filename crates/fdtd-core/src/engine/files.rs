//! Files that an engine writes its state to, and reads it from.

use std::io::{self, Read, Seek, Write};

/// A file to read from; its end is that of what was written.
pub trait Source: Read + Seek {}

impl<S: Read + Seek> Source for S {}

/// Writes a file of a rank, whose content the function at the end writes.
pub type WritePart<'a> =
    dyn FnMut(usize, &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> + 'a;
