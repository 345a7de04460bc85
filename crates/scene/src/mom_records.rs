//! The format of the options of the method of moments.

use crate::decode::{record, words};
use crate::measures::{PositiveLength, Ratio};
use crate::mom::{EquationChoice, MethodChoice, PreconditionerChoice};
use crate::options::Precision;
use crate::sweep::Frequencies;
use crate::values::{At, FromTwoToSix, FromZeroToOne, QuadratureError, Residual, Within};

words! { EquationChoice {
    "auto" => Self::Auto, "efie" => Self::Electric, "mfie" => Self::Magnetic, "cfie" => Self::Combined,
} }

words! { MethodChoice {
    "auto" => Self::Auto, "dense" => Self::Dense, "hmatrix" => Self::HMatrix, "mlfma" => Self::Mlfma,
} }

words! { PreconditionerChoice {
    "auto" => Self::Auto, "none" => Self::None, "block" => Self::Block, "sai" => Self::SparseInverse, "ilu" => Self::Ilu,
} }

record! {
    /// Options of the method of moments, which takes metal surfaces in open space, in frequency.
    MomRecord as "the MoM options" {
        /// Integral equation: `auto` is `cfie` on closed bodies and `efie` on open surfaces.
        equation: EquationChoice = "auto",
        /// Weight of the electric equation in `cfie`: alpha EFIE + (1 - alpha) 377 ohm MFIE; 0.5 if absent.
        alpha: Option<Within<FromZeroToOne, At<f64>>>,
        /// Edges of triangles a wavelength, at the highest frequency.
        elements_per_wavelength: Ratio = 10.0,
        /// Edge length of triangles; it wins over `elements_per_wavelength`.
        edge: Option<PositiveLength>,
        /// Precision of the matrix.
        precision: Precision = "f64",
        /// How the matrix is held and the equation solved: `dense` factors, `hmatrix` and `mlfma` compress and iterate; `auto` takes
        /// what suits the unknowns, the memory, the mesh and the frequency.
        method: At<MethodChoice> = "auto",
        /// Decimal digits that compressed products keep; 3 if absent.
        digits: Option<Within<FromTwoToSix, At<u64>>>,
        /// Relative residual at which iterations end; it follows `digits` if absent.
        residual: Option<Within<Residual, At<f64>>>,
        /// What iterations are preconditioned by: factors of blocks on the diagonal, a sparse approximate inverse of the near field
        /// (`sai`), or its incomplete factors (`ilu`).
        preconditioner: At<PreconditionerChoice> = "auto",
        /// Relative error of the integrals over triangles; if absent 1e-3 for a dense matrix and 10^-digits for a compressed one.
        tolerance: Option<Within<QuadratureError, At<f64>>>,
        /// Where ports are solved for: one, a list, or { from, to, count }. Monitors bring their own.
        frequencies: Option<Frequencies>,
    }
}
