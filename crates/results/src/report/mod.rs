//! The report: one HTML file without any network access that shows a run and says how far to trust it.
//!
//! The page is the files of the folder `page`, one after another, and the data as JSON; large arrays are base64 of
//! little-endian numbers (`packed.rs`). What becomes a figure is decided here (`figures.rs`), how it is drawn there.

mod curves;
mod figure;
mod figures;
mod html;
mod maps;
mod packed;

pub use html::{Check, Grade, Report, Verdict};
