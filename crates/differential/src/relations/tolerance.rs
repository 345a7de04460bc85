//! Differences explained by rounding.

/// Rounding in double precision. Over a run of a few hundred steps, differences of one unit in the last place (1e-16) grow with the number of steps
/// and the condition of the quantities derived from the fields; 1e-9 leaves four digits for both and is far below any discretisation error.
pub(crate) const ROUNDING: f64 = 1e-9;
