//! Files that an engine writes its state to, and reads it from.

use crate::ranks::NodeBox;
use std::io::{self, Read, Seek, Write};

/// A file to read from; its end is that of what was written.
pub trait Source: Read + Seek {}

impl<S: Read + Seek> Source for S {}

/// Writes a file of a rank, whose content the function at the end writes.
pub type WritePart<'a> =
    dyn FnMut(usize, &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> + 'a;

/// What a rank of this or an earlier division has captured, as its journal has it.
pub struct SavedBoxes<'a> {
    /// The nodes that it owned.
    pub own: NodeBox,
    /// The boxes, in the order in which [`OwnBoxes::due`](crate::record::OwnBoxes::due) hands them out, block after block.
    pub entries: Box<dyn Iterator<Item = io::Result<Vec<u8>>> + 'a>,
}
