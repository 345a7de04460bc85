//! The report: one self-contained HTML file, without network access, that shows a run and assesses how far to trust it.
//!
//! The same page without results shows a scene before it is run (`view.rs`).
//!
//! The page consists of the files of the folder `page`, concatenated, and the data as JSON; large arrays are base64 of
//! little-endian numbers (`packed.rs`). This module selects the figures (`figures.rs`); the page draws them.

mod curves;
mod figure;
mod figures;
mod html;
mod maps;
mod packed;
mod template;
mod view;

pub use html::{Check, Grade, Report, Verdict};
pub use view::View;
