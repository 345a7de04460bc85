//! Post-processing of FDTD recordings: far fields, power, gains, port spectra.

pub mod far_field;
pub mod postprocess;
pub mod taps;
