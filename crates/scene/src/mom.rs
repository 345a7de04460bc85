//! Options of the method of moments.

use crate::options::Precision;
use crate::sweep::Adaptive;

/// Options of the method of moments.
#[derive(Debug, Clone, PartialEq)]
pub struct MomOptions {
    /// The integral equation to solve.
    pub equation: EquationChoice,
    /// Weight of the electric field equation in the combined one, from 0 to 1.
    pub alpha: f64,
    /// Triangle edges per wavelength at the highest frequency; elements of an outline in two dimensions.
    pub elements_per_wavelength: f64,
    /// Edge length in metres; overrides `elements_per_wavelength`.
    pub edge: Option<f64>,
    /// Precision of the matrix.
    pub precision: Precision,
    /// Precision of the factors of a dense matrix.
    pub factors: FactorsChoice,
    /// How to store the matrix and solve the equation.
    pub method: MethodChoice,
    /// Decimal digits of compressed products, from 2 to 6.
    pub digits: u8,
    /// Relative residual at which iterations stop; derived from `digits` if not given.
    pub residual: Option<f64>,
    /// The preconditioner of the iterations.
    pub preconditioner: PreconditionerChoice,
    /// Relative error of the integrals over triangles. If not given it depends on the method: 1e-3 with a dense matrix,
    /// 10^-digits with a compressed one.
    pub tolerance: Option<f64>,
    /// Frequencies for ports in hertz, increasing. Monitors have their own.
    pub frequencies: Vec<f64>,
    /// Whether only few of them are solved.
    pub adaptive: Option<Adaptive>,
}

impl Default for MomOptions {
    fn default() -> Self {
        Self {
            equation: EquationChoice::Auto,
            alpha: 0.5,
            elements_per_wavelength: 10.0,
            edge: None,
            precision: Precision::F64,
            factors: FactorsChoice::Auto,
            method: MethodChoice::Auto,
            digits: 3,
            residual: None,
            preconditioner: PreconditionerChoice::Auto,
            tolerance: None,
            frequencies: Vec::new(),
            adaptive: None,
        }
    }
}

/// The integral equation on the surface of the metal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EquationChoice {
    /// The combined equation on closed bodies, the electric one on open surfaces.
    Auto,
    /// EFIE: tangential E is zero.
    Electric,
    /// MFIE: the current is the jump of tangential H; closed bodies only.
    Magnetic,
    /// CFIE: alpha EFIE + (1 - alpha) eta MFIE; closed bodies only.
    Combined,
}

/// Precision of the factors of a dense matrix. Solutions have that of the matrix in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactorsChoice {
    /// Selected by the numbers of unknowns and right-hand sides.
    Auto,
    /// Single precision; with a matrix in double precision the solutions are refined.
    F32,
    /// Double precision.
    F64,
}

/// How the matrix of the method of moments is stored, which determines how the equation is solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodChoice {
    /// Selected by the number of unknowns, the memory, the mesh and the frequency.
    Auto,
    /// Every entry is stored; the matrix is factored.
    Dense,
    /// Blocks between separated clusters have low rank, found by adaptive cross approximation; iterative.
    HMatrix,
    /// The multilevel fast multipole algorithm: plane waves between separated boxes; iterative.
    Mlfma,
}

impl MethodChoice {
    /// All methods.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Dense, Self::HMatrix, Self::Mlfma];

    /// Its name in scenes: `auto`, `dense`, `hmatrix` or `mlfma`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Dense => "dense",
            Self::HMatrix => "hmatrix",
            Self::Mlfma => "mlfma",
        }
    }
}

/// The preconditioner of the iterations of the method of moments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PreconditionerChoice {
    /// Selected by the equation and the mesh.
    Auto,
    /// No preconditioner.
    None,
    /// Factors of the diagonal blocks.
    Block,
    /// A sparse approximate inverse of the near field.
    SparseInverse,
    /// Incomplete LU factors of the near field.
    Ilu,
}

impl PreconditionerChoice {
    /// Its name in scenes.
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
