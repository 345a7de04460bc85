//! From shapes and materials to update coefficients: cells are filled with materials, averaged around each node, and cut where metal or a
//! surface crosses them.

mod average;
mod build;
mod conformal;
mod extension;
mod inputs;
mod metal;
mod metal_surface;
mod overrides;
mod plasma;
mod shaped;
mod skin;
mod subpixel;
#[cfg(test)]
mod tests;

pub use average::NodeCells;
pub use build::{Lookup, build};
pub use conformal::Cuts;
pub use inputs::{CoefficientInputs, Columns};
pub use metal_surface::metal_surface;
pub use overrides::Overrides;
pub use plasma::{LEAST as LEAST_OUTSIDE_PLASMA, is_rough as is_rough_plasma};
pub use shaped::ShapedRow;
pub use skin::{Sheets, Skins};
