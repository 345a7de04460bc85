//! What rounding explains.

/// Rounding in double precision. A run of some hundred steps grows differences of one unit in the last place (1e-16) by the number of steps and by the
/// condition of what is derived from the fields; 1e-9 leaves four digits for both and is far below any error of a scheme.
pub(crate) const ROUNDING: f64 = 1e-9;
