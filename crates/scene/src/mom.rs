//! Options of the method of moments.

use crate::options::Precision;

/// Options of the method of moments.
#[derive(Debug, Clone, PartialEq)]
pub struct MomOptions {
    /// Which integral equation is solved.
    pub equation: EquationChoice,
    /// Weight of the electric equation in the combined one, from 0 to 1.
    pub alpha: f64,
    /// Edges of triangles a wavelength, at the highest frequency.
    pub elements_per_wavelength: f64,
    /// Edge length in metres; it wins over `elements_per_wavelength`.
    pub edge: Option<f64>,
    /// Precision of the matrix.
    pub precision: Precision,
    /// How the matrix is held and the equation solved.
    pub method: MethodChoice,
    /// Decimal digits that compressed products keep, from 2 to 6.
    pub digits: u8,
    /// Relative residual at which iterations end; it follows `digits` where it is not given.
    pub residual: Option<f64>,
    /// What iterations are preconditioned by.
    pub preconditioner: PreconditionerChoice,
    /// Relative error of the integrals over triangles. Where it is not given it follows the method: 1e-3 with a dense matrix,
    /// 10^-digits with a compressed one.
    pub tolerance: Option<f64>,
    /// In hertz, rising: where ports are solved for. Monitors bring their own.
    pub frequencies: Vec<f64>,
}

impl Default for MomOptions {
    fn default() -> Self {
        Self {
            equation: EquationChoice::Auto,
            alpha: 0.5,
            elements_per_wavelength: 10.0,
            edge: None,
            precision: Precision::F64,
            method: MethodChoice::Auto,
            digits: 3,
            residual: None,
            preconditioner: PreconditionerChoice::Auto,
            tolerance: None,
            frequencies: Vec::new(),
        }
    }
}

/// Which integral equation is solved on the surface of the metal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EquationChoice {
    /// The combined one on closed bodies, the electric one on open surfaces.
    Auto,
    /// EFIE: tangential E is zero.
    Electric,
    /// MFIE: the current is the jump of tangential H; closed bodies only.
    Magnetic,
    /// CFIE: alpha EFIE + (1 - alpha) eta MFIE; closed bodies only.
    Combined,
}

/// How the matrix of the method of moments is held, and so how its equation is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodChoice {
    /// What suits the unknowns, the memory, the mesh and the frequency.
    Auto,
    /// Every entry is stored; the matrix is factored.
    Dense,
    /// Blocks of clusters that are apart are of low rank, found by adaptive cross approximation; iterations.
    HMatrix,
    /// The multilevel fast multipole algorithm: plane waves between boxes that are apart; iterations.
    Mlfma,
}

impl MethodChoice {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Dense, Self::HMatrix, Self::Mlfma];

    /// As scenes have it: `auto`, `dense`, `hmatrix` or `mlfma`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::HMatrix => "hmatrix",
            Self::Mlfma => "mlfma",
        }
    }
}

/// What the iterations of the method of moments are preconditioned by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreconditionerChoice {
    /// What suits the equation and the mesh.
    Auto,
    /// Nothing.
    None,
    /// Factors of the blocks on the diagonal.
    Block,
    /// A sparse approximate inverse of the near field.
    SparseInverse,
    /// Incomplete factors of the near field.
    Ilu,
}

impl PreconditionerChoice {
    /// As scenes have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::None => "none",
            Self::Block => "block",
            Self::SparseInverse => "sai",
            Self::Ilu => "ilu",
        }
    }
}
