//! The format of the options of the method of moments.

use crate::decode::{record, words};
use crate::measures::{PositiveLength, Ratio};
use crate::mom::{EquationChoice, FactorsChoice, MethodChoice, PreconditionerChoice};
use crate::options::Precision;
use crate::sweep::Frequencies;
use crate::values::{At, FromTwoToSix, FromZeroToOne, QuadratureError, Residual, Within};

words! { EquationChoice {
    "auto" => Self::Auto, "efie" => Self::Electric, "mfie" => Self::Magnetic, "cfie" => Self::Combined,
} }

words! { FactorsChoice {
    "auto" => Self::Auto, "f32" => Self::F32, "f64" => Self::F64,
} }

words! { MethodChoice {
    "auto" => Self::Auto, "dense" => Self::Dense, "hmatrix" => Self::HMatrix, "mlfma" => Self::Mlfma,
} }

words! { PreconditionerChoice {
    "auto" => Self::Auto, "none" => Self::None, "block" => Self::Block, "sai" => Self::SparseInverse, "ilu" => Self::Ilu,
} }

record! {
    /// Options of the method of moments, which models metal surfaces in open space in the frequency domain.
    MomRecord as "the MoM options" {
        /// Integral equation: `auto` is `cfie` on closed bodies and `efie` on open surfaces.
        equation: EquationChoice = "auto",
        /// Weight of the electric equation in `cfie`: alpha EFIE + (1 - alpha) 377 ohm MFIE; 0.5 if absent.
        alpha: Option<Within<FromZeroToOne, At<f64>>>,
        /// Triangle edges per wavelength at the highest frequency, 10 if absent; with `dimension = 2` elements of an
        /// outline, 20 if absent.
        elements_per_wavelength: Option<Ratio>,
        /// Edge length of triangles; it overrides `elements_per_wavelength`.
        edge: Option<PositiveLength>,
        /// Precision of the matrix.
        precision: At<Precision> = "f64",
        /// Precision of the factors of a dense matrix: with `f32` under a matrix in `f64` they take half the time and
        /// memory, and the solutions are refined to double precision; `auto` selects that where it is faster.
        factors: At<FactorsChoice> = "auto",
        /// How the matrix is stored and the equation solved: `dense` factors the full matrix, `hmatrix` and `mlfma`
        /// compress it and iterate; `auto` selects the method by the number of unknowns, the memory, the mesh and the
        /// frequency.
        method: At<MethodChoice> = "auto",
        /// Decimal digits of accuracy of compressed products; 3 if absent.
        digits: Option<Within<FromTwoToSix, At<u64>>>,
        /// Relative residual at which iterations end; set by `digits` if absent.
        residual: Option<Within<Residual, At<f64>>>,
        /// Preconditioner of the iterations: factors of blocks on the diagonal (`block`), a sparse approximate
        /// inverse of the near field (`sai`), or its incomplete factors (`ilu`).
        preconditioner: At<PreconditionerChoice> = "auto",
        /// Relative error of the integrals over triangles; if absent 1e-3 for a dense matrix and 10^-digits for a compressed one.
        tolerance: Option<Within<QuadratureError, At<f64>>>,
        /// Frequencies of the ports: one, a list, or { from, to, count }. Monitors have their own.
        frequencies: Option<Frequencies>,
    }
}
