//! Options of the FDTD solver, and the precision, which applies to both solvers.

/// Options of the FDTD solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FdtdOptions {
    /// Precision of the fields.
    pub precision: Precision,
    /// Time step as a fraction of the stability limit, in (0, 1].
    pub courant: f64,
    /// The order in which cells are updated; it does not affect the result.
    pub traversal: TraversalChoice,
    /// How to model surfaces that do not follow the grid.
    pub surfaces: Surfaces,
}

/// How to model surfaces that do not follow the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surfaces {
    /// Conformal: metal cuts cells, and media are averaged over the cells they share.
    #[default]
    Conformal,
    /// Each cell is filled with the material at its centre.
    Staircase,
}

/// Precision of the fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// Single.
    F32,
    /// Double.
    F64,
}

impl Precision {
    /// `f32` or `f64`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// The order in which cells are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraversalChoice {
    /// Tiles if the fields exceed the cache, otherwise the plain sweep.
    Auto,
    /// All E, then all H.
    Sweep,
    /// Several steps at once on tiles that stay in the cache.
    Tiles,
}
