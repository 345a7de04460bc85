//! The native format of gmsh, version 4.1, as its reference manual describes it in the chapter on file formats.
//!
//! Triangles of the first order are read from text and binary files, with the first physical group of their entity as tag;
//! points, lines and volume elements are passed over, other surface elements refused. Text is written. Tested with
//! files by gmsh in `tests/data`.

mod read;
mod write;

pub use read::parse;
pub use write::format;
