//! Options of rigorous coupled-wave analysis.

/// Options of rigorous coupled-wave analysis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RcwaOptions {
    /// Orders that are kept on either side of order zero, along x, y and z; selected by the cell and its materials if not given.
    pub orders: Option<[u64; 3]>,
    /// Frequencies in hertz, increasing, besides those of the monitors.
    pub frequencies: Vec<f64>,
    /// What the waves of all frequencies have in common.
    pub fixed: Fixed,
}

/// What oblique waves of all frequencies have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fixed {
    /// The wave vector along the Bloch boundaries, as in the time domain.
    #[default]
    WaveVector,
    /// The direction of propagation.
    Angle,
}
