//! Regions of space.

use crate::field::Point;
use std::path::PathBuf;

/// A region of space.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Axis-parallel box, `from <= to`; zero extent (a sheet or a wire) only for PEC.
    Box {
        /// Smallest corner.
        from: Point,
        /// Largest corner.
        to: Point,
    },
    /// Sphere.
    Sphere {
        /// Centre.
        center: Point,
        /// Radius.
        radius: f64,
    },
    /// Right circular cylinder between two points on its axis.
    Cylinder {
        /// Centre of the first end.
        from: Point,
        /// Centre of the second end.
        to: Point,
        /// Radius.
        radius: f64,
    },
    /// Right circular cone, truncated unless one radius is zero.
    Cone {
        /// Centre of the first end.
        from: Point,
        /// Centre of the second end.
        to: Point,
        /// Radius at `from`.
        radius_from: f64,
        /// Radius at `to`.
        radius_to: f64,
    },
    /// The inside of a closed triangle surface.
    Polyhedron {
        /// Mesh file (.stl, .msh, .obj or .inp), absolute or relative to [`Model::base_dir`](crate::Model::base_dir).
        file: PathBuf,
        /// Metres per unit of the file.
        unit: f64,
        /// Added to every vertex after scaling.
        offset: Point,
    },
    /// An open triangle surface of zero thickness, PEC only.
    Sheet {
        /// Mesh file (.stl, .msh, .obj or .inp), absolute or relative to [`Model::base_dir`](crate::Model::base_dir).
        file: PathBuf,
        /// Metres per unit of the file.
        unit: f64,
        /// Added to every vertex after scaling.
        offset: Point,
    },
    /// NASA almond: the tip at +x, wide along y and flat along z.
    Almond {
        /// From end to end.
        length: f64,
        /// On its axis, 7/12 of the length behind the tip, where it is widest.
        center: Point,
    },
    /// A circular arc rotated about its chord, which lies along x.
    Ogive {
        /// From tip to tip.
        length: f64,
        /// At the middle.
        radius: f64,
        /// The middle.
        center: Point,
    },
    /// Cone that blends smoothly into a sphere; its axis is x, the tip on the negative side.
    ConeSphere {
        /// Radius of the sphere.
        radius: f64,
        /// Between the axis and the cone, in radians.
        half_angle: f64,
        /// On the axis, where the cone ends and the sphere begins.
        center: Point,
    },
    /// Points in any of them.
    Union(Vec<Shape>),
    /// Points in the first and in none of the others.
    Difference(Vec<Shape>),
    /// Points in all of them.
    Intersection(Vec<Shape>),
}
