//! From shapes and materials to update coefficients: cells are painted, averaged around each node, and cut where metal or a
//! surface crosses them.

mod average;
mod beyond;
mod build;
mod cell_bound;
mod conformal;
mod inputs;
mod metal;
mod overrides;
mod paint;
mod plasma;
mod shaped;
mod sight;
mod skin;
mod subpixel;
#[cfg(test)]
mod tests;

pub use average::NodeCells;
pub use build::{Lookup, build};
pub use cell_bound::CellShape;
pub use conformal::Cuts;
pub use inputs::{CoefficientInputs, Columns};
pub use overrides::Overrides;
pub use paint::Painter;
pub use plasma::{LEAST as LEAST_OUTSIDE_PLASMA, is_rough as is_rough_plasma};
pub use shaped::ShapedRow;
pub use skin::{Sheets, Skins};
