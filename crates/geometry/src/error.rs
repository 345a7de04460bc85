//! What can go wrong with a shape or a mesh file.

use std::io;
use std::path::PathBuf;

use poynting_scene::Point;

/// Why a shape cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum GeometryError {
    /// The file is missing or unreadable.
    #[error("cannot read the mesh file `{}`: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write the mesh file `{}`: {source}", file.display())]
    Write {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file is not a sound STL file.
    #[error("`{}` is not a valid STL file: {cause}", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        cause: String,
    },
    /// The file holds no triangles.
    #[error("`{}` holds no triangles", file.display())]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// The surface has holes, so that it has no inside.
    #[error(
        "the surface in `{}` is not closed: {edges} edges belong to an odd number of triangles, \
         one of them from {from:?} to {to:?} (in metres); repair the mesh, \
         for example by filling its holes and merging equal vertices",
        file.display()
    )]
    NotClosed {
        /// The file.
        file: PathBuf,
        /// How many edges are open.
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
    #[error("a {shape} from {from:?} to {to:?} has no length")]
    NoLength {
        /// `cylinder` or `cone`.
        shape: &'static str,
        /// Its first end.
        from: Point,
        /// Its second end.
        to: Point,
    },
}
