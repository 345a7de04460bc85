//! Mesh files. The extension of a file gives its format.
//!
//! Each format has a parser from bytes to a surface in the units of the file. Errors name the
//! line (or, in binary data, the byte) where they occur.

mod cursor;
mod fault;
mod file;
mod inp;
mod msh;
mod obj;
mod stl;

pub use fault::Place;
