//! Shapes and triangle surfaces.
//!
//! [`Solid`] answers the queries of a mesher and a voxeliser: bounds, features to snap to, signed
//! distance, and the intervals of a line along an axis that lie inside the solid. [`Surface`] is a triangle
//! surface: read from and written to mesh files, welded, oriented, refined, and checked by its [`Health`].
//! [`Body`] meshes given bodies at a given edge length, [`surface_of`] meshes one
//! shape of a scene and [`surface_of_all`] several, [`outline`] makes a surface for display.
#![forbid(unsafe_code)]

mod aabb;
mod error;
mod features;
mod formats;
mod mesher;
mod outline;
mod polyhedron;
mod primitive;
mod ray;
mod size;
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
pub use ray::{ROUNDING, Ray};
pub use size::{MOST_TRIANGLES, MeshSize};
pub use solid::{Degeneracy, Solid};
pub use spans::Spans;
pub use surface::{
    Component, Defect, Edge, Edges, Finding, Health, Lengths, Orientation, Role, Side, Surface,
    Welded,
};
