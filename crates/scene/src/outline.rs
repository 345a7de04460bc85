//! Two dimensions: bodies of infinite length along z, given by their outlines in the xy plane.

/// The number of dimensions of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// Nothing depends on z.
    Two,
    /// Space.
    Three,
}

/// x and y in metres.
pub type PlanePoint = [f64; 2];

/// An outline in the xy plane.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Centre.
        center: PlanePoint,
        /// Radius.
        radius: f64,
    },
    /// A closed polygon; its last corner is joined to the first.
    Polygon {
        /// The corners in their order, three or more.
        corners: Vec<PlanePoint>,
    },
    /// An open strip of zero thickness along straight lines.
    Strip {
        /// Its points in their order, two or more.
        points: Vec<PlanePoint>,
    },
}

/// A perfect conductor of infinite length.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// A name for messages and results; generated (`structure 3`) if the file gives none.
    pub name: String,
    /// Its outline.
    pub outline: Outline,
}
