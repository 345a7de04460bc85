//! Mesh files. The name of a file says what it holds.
//!
//! Each format has a parser from bytes to a surface in the units of the file. What it cannot take, it names with the
//! line (or, in binary data, the byte) at which it stands.

mod cursor;
mod fault;
mod file;
mod inp;
mod msh;
mod obj;
mod stl;

pub use fault::Place;
