//! The format of shapes that are targets, and of surfaces from files.

use crate::decode::record;
use crate::measures::{Position, PositiveLength};
use crate::quantity::{Quantity, kind};
use crate::values::{Acute, At, Within};

record! {
    /// A triangle surface.
    FileRecord as "a surface file" {
        /// Mesh file: .stl, .msh (gmsh), .obj or .inp; the path is relative to the folder of the scene.
        file: At<String>,
        /// Length of one unit of the file.
        unit: PositiveLength,
        /// Added to every vertex after scaling.
        offset: Position = ["0 mm", "0 mm", "0 mm"],
    }
}

record! {
    /// Length and place.
    AlmondRecord as "an almond" {
        /// From end to end.
        length: PositiveLength,
        /// The point on its axis where it is widest, 7/12 of the length behind the tip.
        center: Position = ["0 mm", "0 mm", "0 mm"],
    }
}

record! {
    /// Length, radius and place.
    OgiveRecord as "an ogive" {
        /// From tip to tip.
        length: PositiveLength,
        /// Radius in the middle; at most half of the length.
        radius: PositiveLength,
        /// The middle.
        center: Position = ["0 mm", "0 mm", "0 mm"],
    }
}

record! {
    /// Radius, angle and place.
    ConeSphereRecord as "a cone-sphere" {
        /// Radius of the sphere.
        radius: PositiveLength,
        /// Angle between the axis and the cone.
        half_angle: Within<Acute, Quantity<kind::Angle>>,
        /// The point on its axis where the cone ends and the sphere begins.
        center: Position = ["0 mm", "0 mm", "0 mm"],
    }
}
