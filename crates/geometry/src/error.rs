//! Errors of shapes and mesh files.

use std::io;
use std::path::PathBuf;

use poynting_scene::Point;

use crate::formats::Place;
use crate::surface::Finding;

/// Why a shape cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GeometryError {
    /// The file is missing or unreadable.
    #[error("cannot read the mesh file `{}`: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write the mesh file `{}`: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// The system error.
        source: io::Error,
    },
    /// The file violates its format.
    #[error("`{}` is not a valid {format} file{place}: {cause}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// `STL`, `msh`, `OBJ` or `INP`.
        format: &'static str,
        /// Location in the file.
        place: Place,
        /// What is wrong.
        cause: String,
    },
    /// The file name has no known mesh extension.
    #[error(
        "`{}` is not a known mesh format: the file name must end in .stl, .msh, .obj or .inp",
        file.display()
    )]
    UnknownFormat {
        /// The file.
        file: PathBuf,
    },
    /// A format that can only be read.
    #[error("cannot write `{}`: {format} can only be read; use .msh, .stl or .obj", file.display())]
    ReadOnly {
        /// The file.
        file: PathBuf,
        /// `INP`.
        format: &'static str,
    },
    /// The file contains no triangles.
    #[error("`{}` contains no triangles", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// The surface has holes, so it has no inside.
    #[error(
        "the surface in `{}` is not closed: {edges} edges belong to an odd number of triangles, \
         one of them from {from:?} to {to:?} (in metres); repair the mesh, \
         for example by filling holes and merging coincident vertices",
        file.display()
    )]
    NotClosed {
        /// The file.
        file: PathBuf,
        /// Number of open edges.
        edges: usize,
        /// One end of one of them.
        from: Point,
        /// Its other end.
        to: Point,
    },
    /// The surface encloses nothing.
    #[error("the surface in `{}` encloses no volume", file.display())]
    NoVolume {
        /// The file.
        file: PathBuf,
    },
    /// A primitive without extent.
    #[error("a {shape} from {from:?} to {to:?} has zero length")]
    NoLength {
        /// `cylinder` or `cone`.
        shape: &'static str,
        /// Its first end.
        from: Point,
        /// Its second end.
        to: Point,
    },
    /// An invalid length, radius or angle of a body.
    #[error("{value} is not a valid {quantity} for the body `{body}`")]
    BadSize {
        /// The kind of body.
        body: &'static str,
        /// The invalid quantity.
        quantity: &'static str,
        /// Its value in SI units.
        value: f64,
    },
    /// More rings of triangles than a slender body may have.
    #[error(
        "the body `{body}` is too large or too slender for edges of {edge} m: it would need more than a hundred thousand \
         rings of triangles; use longer edges or a shorter body"
    )]
    TooFine {
        /// The kind of body.
        body: &'static str,
        /// The requested edge length.
        edge: f64,
    },
    /// More triangles than the mesh may have.
    #[error(
        "a mesh with edges of {edge} m would have {triangles:.3e} triangles or more, but at most {most} are possible; \
         use longer edges or a smaller shape"
    )]
    TooManyTriangles {
        /// Index of the shape that is too large, from one.
        shape: usize,
        /// The requested edge length.
        edge: f64,
        /// Triangles needed at least.
        triangles: f64,
        /// Triangles possible.
        most: u64,
    },
    /// A shape without a surface mesher.
    #[error(
        "a {shape} cannot be meshed: only boxes, sheets, spheres, cylinders, cones, almonds, ogives, cone-spheres and triangle \
         surfaces can; {cure}"
    )]
    NoMesher {
        /// The kind of shape.
        shape: &'static str,
        /// What to do instead.
        cure: &'static str,
    },
    /// The surface has defects that make it unusable as the boundary of a body.
    #[error("the surface in `{}` has {finding}; repair the mesh", file.display())]
    Unfit {
        /// The file.
        file: PathBuf,
        /// The worst defect.
        finding: Finding,
    },
    /// One of several shapes cannot be meshed.
    #[error("shape {shape}: {cause}")]
    OfShape {
        /// Its index, from one.
        shape: usize,
        /// Why.
        cause: Box<GeometryError>,
    },
    /// Two shapes meet where their meshes do not.
    #[error(
        "shapes {first} and {second} meet at {at:?} m, where their meshes do not share vertices; move them apart, or \
         put both into one mesh file"
    )]
    Collision {
        /// Index of the first shape, from one.
        first: usize,
        /// Index of the second.
        second: usize,
        /// Location.
        at: Point,
    },
}
