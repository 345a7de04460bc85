//! Solids, surfaces and mesh files compared with closed forms and files of other programs.

// Test helpers may panic, and some values are exact.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

mod bodies;
mod files;
mod meshes;
mod shapes;
mod solids;
mod surfaces;
mod targets;
mod trouble_stl;
