//! The native format of gmsh, version 4.1, as described in the chapter on file formats of its reference manual.
//!
//! First-order triangles are read from text and binary files, with the first physical group of their entity as tag;
//! points, lines and volume elements are skipped, other surface elements rejected. Output is text. Tested with
//! files written by gmsh in `tests/data`.

mod read;
mod write;

pub use read::parse;
pub use write::format;
