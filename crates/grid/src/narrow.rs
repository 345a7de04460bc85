//! A strip or a gap that the grid cannot resolve, as reported.

use crate::text::{axis_name, length};
use std::fmt;

/// What is too narrow, and for which cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Narrow {
    /// The strip, or the two around the gap.
    pub between: Between,
    /// The axis across it.
    pub axis: usize,
    /// Its width.
    pub width: f64,
    /// Number of cells across it.
    pub cells: f64,
    /// The largest of these cells.
    pub cell: f64,
    /// The remedy.
    pub cure: &'static str,
}

/// The owners of the metal at a narrow place.
#[derive(Debug, Clone, PartialEq)]
pub enum Between {
    /// The edges of one strip.
    Strip(String),
    /// Two strips.
    Gap([String; 2]),
}

impl fmt::Display for Narrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, axis) = (length(self.width), axis_name(self.axis));
        let (cells, cell) = (self.cells, length(self.cell));
        match &self.between {
            Between::Strip(name) => write!(
                f,
                "the strip `{name}` is {width} wide along {axis}, only {cells:.1} cells of {cell}: its impedance \
                 will be wrong, because both edges share cells; resolve it with at least two cells: {}",
                self.cure
            ),
            Between::Gap([one, other]) => write!(
                f,
                "the gap between `{one}` and `{other}` is {width} wide along {axis}, only {cells:.1} cells of {cell}, \
                 and may be closed on the grid; resolve it with at least one cell: {}",
                self.cure
            ),
        }
    }
}
