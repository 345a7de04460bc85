//! The format of the options of the method of moments.

use crate::decode::{record, words};
use crate::model::Precision;
use crate::mom::EquationChoice;
use crate::records::{PositiveLength, Ratio};
use crate::sweep::Frequencies;
use crate::values::{At, FromZeroToOne, QuadratureError, Within};

words! { EquationChoice {
    "auto" => Self::Auto, "efie" => Self::Electric, "mfie" => Self::Magnetic, "cfie" => Self::Combined,
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
        /// Relative error of the integrals over triangles.
        tolerance: Within<QuadratureError, At<f64>> = 1e-3,
        /// Where ports are solved for: one, a list, or { from, to, count }. Monitors bring their own.
        frequencies: Option<Frequencies>,
    }
}
