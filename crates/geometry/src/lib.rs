//! Shapes and triangle surfaces: where a structure is, and what its surface looks like.
//!
//! [`Solid`] answers the questions of a mesher and a voxeliser: bounds, features to snap to, signed
//! distance, and the intervals that the solid cuts out of a line along an axis. [`Surface`] is a triangle
//! surface with its health; it is read from and written to STL.

mod aabb;
mod error;
mod features;
mod polyhedron;
mod primitive;
mod solid;
mod spans;
mod stl;
mod surface;
mod vector;

pub use aabb::Aabb;
pub use error::GeometryError;
pub use features::{End, Feature, FeatureKind};
pub use solid::{Degeneracy, Solid};
pub use spans::Spans;
pub use surface::{Health, Surface};
