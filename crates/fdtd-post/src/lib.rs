//! Post-processing of FDTD recordings: far fields, power, gains, port spectra.

pub mod demand;
pub mod far_field;
pub mod port_spectra;
pub mod postprocess;
pub mod ring_down;
