//! Shapes and triangle surfaces: where a structure is, and what its surface looks like.
//!
//! [`Solid`] answers the questions of a mesher and a voxeliser: bounds, features to snap to, signed
//! distance, and the intervals that the solid cuts out of a line along an axis. [`Surface`] is a triangle
//! surface: read from and written to mesh files, welded, oriented, refined, and judged by its [`Health`].
//! [`Body`] makes surfaces of given bodies at a given edge length, [`surface_of`] one of a
//! shape of a scene and [`surface_of_all`] one of several, [`outline`] one to look at.
#![forbid(unsafe_code)]

mod aabb;
mod error;
mod features;
mod formats;
mod mesher;
mod outline;
mod polyhedron;
mod primitive;
mod solid;
mod spans;
mod surface;
pub mod vector;

pub use aabb::Aabb;
pub use error::GeometryError;
pub use features::{End, Feature, FeatureKind};
pub use formats::Place;
pub use mesher::{Body, surface_of, surface_of_all};
pub use outline::outline;
pub use solid::{Degeneracy, Solid};
pub use spans::Spans;
pub use surface::{
    Component, Defect, Edge, Edges, Finding, Health, Lengths, Orientation, Role, Side, Surface,
    Welded,
};
