//! Post-processing of FDTD recordings: far fields, power, gains, port spectra.

pub mod far_field;
pub mod reading;
pub mod taps;
