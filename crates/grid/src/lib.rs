//! The graded Yee grid: its lines and the mesher that generates them, boxes of nodes and their memory layout, points and stencils.
//!
//! No fields and no solver: everything here follows from the scene and its geometry alone.

mod absorber;
mod arrangement;
mod auto;
mod checks;
mod crossings;
mod division;
mod edge_box;
mod edges;
mod fill;
mod lengths;
mod lines;
mod mesh;
mod messages;
mod metal;
pub mod mirror;
mod narrow;
mod nearby;
mod partition;
mod points;
mod region;
mod regular;
mod size;
mod snap;
mod span;
pub mod stencil;
mod strips;
#[cfg(test)]
mod tests;
pub mod text;
mod voxels;

pub use arrangement::{Arrangement, Turn};
pub use checks::phase_error_deg;
pub use crossings::crossings;
pub use division::{Division, DivisionError, Undivided};
pub use edge_box::EdgeBox;
pub use lengths::{dual_length, lengths};
pub use lines::{FixedLine, Flattened, Grid, Layers, Meshed, SmallestCell, nearest};
pub use mesh::mesh;
pub use messages::{Cause, GridError, GridWarning, What};
pub use narrow::{Between, Narrow};
pub use nearby::cells_near_bodies;
pub use points::{Spot, SpotMap};
pub use region::{CHUNK, HalfStep, Layout, Region, overlap};
pub use size::index;
pub use span::{Ends, Span};
pub use voxels::Voxels;
