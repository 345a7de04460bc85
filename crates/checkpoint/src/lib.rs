//! Files that survive the end of a process at any moment.
//!
//! A folder contains a journal, to which a run appends what it observes, and generations: the state of the run after some number of steps, in one sealed
//! file per rank, and a manifest that names them. A sealed file is written aside and has a checksum; it gets its name only when all of it is on the disk. The manifest
//! is the last to be written, so that a generation is complete or does not exist. Two generations are kept: if one is damaged, the other one
//! remains. Data that does not fit into memory lies beside them in pieces. (The order of writing, syncing and renaming is that of T. S. Pillai et al., Proc. OSDI 2014, 433.)

mod folder;
mod journal;
mod pieces;
mod sealed;

pub use folder::{CheckpointError, Folder, Generation, Segment};
pub use journal::{Entries, Journal};
pub use pieces::{Note, Pieces};
pub use sealed::{SealedReader, SealedWriter};
