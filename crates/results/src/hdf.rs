//! `results.h5`: the layout of the file, its writer and its reader.
//!
//! - A quantity `probe/center/Ez` is the dataset of that path, with the attributes `unit`,
//!   `description`, `axes` (the names of its axes, slowest first) and `streamed` (1 or 0).
//! - The values of its axis `time` are the dataset `probe/center/Ez_time` with the attribute
//!   `unit`, attached as an HDF5 dimension scale (attributes `CLASS`, `NAME`, `DIMENSION_LIST` of
//!   the HDF5 Dimension Scale Specification), so that h5py finds it as `dims[0]`.
//! - A quantity that the ranks of a run have written is a virtual dataset: its values are in the datasets of the same path in
//!   `results-rank-0.h5`, `results-rank-1.h5` and so on, which its attribute `files` lists.
//! - The dataset `scene` is the text of the scene, with the attributes `format` and `file`.
//! - The root has the attributes `generator`, `version`, `convention`, and `summary` (JSON) once
//!   the run has ended.

mod catalogue;
mod header;
mod heaps;
mod parts;
mod reader;
mod sources;
mod storage;
mod writer;

pub(crate) use parts::PartFiles;
pub(crate) use reader::Reader;
pub(crate) use writer::{Writer, held_bytes};

/// The conventions of the numbers in the file, for readers without the program.
pub(crate) const CONVENTION: &str = "SI units; exp(+j omega t); peak values";

/// The path of the coordinates of one axis of a quantity.
fn axis_path(quantity: &str, axis: &str) -> String {
    format!("{quantity}_{axis}")
}
