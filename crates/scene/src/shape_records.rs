//! The format of shapes that are targets, of surfaces from files, and of outlines.

use crate::decode::record;
use crate::lists::List;
use crate::measures::{PlanePoint, Position, PositiveLength};
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

record! {
    /// Centre and radius of a round cylinder along z.
    CircleRecord as "a circle" {
        /// Centre.
        center: PlanePoint = ["0 mm", "0 mm"],
        /// Radius.
        radius: PositiveLength,
    }
}

record! {
    /// Corners of a rectangular cylinder along z.
    RectangleRecord as "a rectangle" {
        /// Corner with the smallest coordinates.
        from: PlanePoint,
        /// Corner with the largest coordinates.
        to: PlanePoint,
    }
}

record! {
    /// Corners in the plane.
    PointsRecord as "an outline of straight lines" {
        /// The corners in their order.
        points: List<PlanePoint>,
    }
}
