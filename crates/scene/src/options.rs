//! Options of the FDTD solver, and the precision that both solvers can have.

/// Options of the FDTD solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FdtdOptions {
    /// Precision of the fields.
    pub precision: Precision,
    /// Time step as a fraction of the stability limit, in (0, 1].
    pub courant: f64,
    /// In which order cells are updated; the result does not depend on it.
    pub traversal: TraversalChoice,
    /// How surfaces that do not follow the grid are modelled.
    pub surfaces: Surfaces,
}

/// How surfaces that do not follow the grid are modelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surfaces {
    /// As they are: metal cuts cells, and media are averaged over the cells that they share.
    #[default]
    Conformal,
    /// Each cell is filled with what lies in its middle.
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

/// In which order cells are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TraversalChoice {
    /// Tiles where the fields exceed the cache, else the plain sweep.
    Auto,
    /// All E, then all H.
    Sweep,
    /// Several steps at once on tiles that stay in the cache.
    Tiles,
}
