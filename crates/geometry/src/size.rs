//! How fine a surface mesh is to be, and how large it may become.

/// More triangles could not be numbered: the indices of their corners have 32 bits.
pub const MOST_TRIANGLES: u64 = 1_400_000_000;

/// The edges of a surface mesh, and a limit on its triangles, which is checked before any are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeshSize {
    /// Length of the edges, in metres.
    pub edge: f64,
    /// The triangles that it may have.
    pub most: u64,
}

impl From<f64> for MeshSize {
    fn from(edge: f64) -> Self {
        Self {
            edge,
            most: MOST_TRIANGLES,
        }
    }
}
