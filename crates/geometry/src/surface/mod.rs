//! Triangle surfaces: the triangles, their measures, and their preparation for a solver.

mod edges;
mod health;
mod inside;
mod orient;
mod refine;
mod triangles;
mod weld;

pub use edges::{Edge, Edges, Side};
pub use health::{Component, Defect, Finding, Health, Lengths, Role};
pub(crate) use inside::require_inside;
pub use orient::Orientation;
pub use triangles::Surface;
pub(crate) use triangles::has_three_corners;
pub use weld::Welded;
