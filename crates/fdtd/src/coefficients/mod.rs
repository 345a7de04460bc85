//! From shapes and materials to update coefficients: cells are painted, averaged around each node, and cut where metal or a
//! surface crosses them.

mod average;
mod beyond;
mod build;
mod cell_bound;
mod conformal;
mod medium;
mod metal;
mod metal_surface;
mod overrides;
mod paint;
mod plasma;
mod shaped;
mod sight;
mod skin;
mod subpixel;
#[cfg(test)]
mod tests;

pub use average::Surroundings;
pub use build::{Lookup, build};
pub use cell_bound::CellShape;
pub use conformal::Cuts;
pub use medium::{Columns, Medium};
pub use metal_surface::metal_surface;
pub use overrides::Overrides;
pub use paint::Painter;
pub use plasma::{LEAST as LEAST_OUTSIDE_PLASMA, is_rough as is_rough_plasma};
pub use shaped::ShapedRow;
pub use skin::{Sheets, Skins};
