//! Options of the method of moments.

use crate::model::Precision;

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
    /// Relative error of the integrals over triangles.
    pub tolerance: f64,
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
            tolerance: 1e-3,
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
