//! What is made of what an FDTD run has recorded: far fields, power, gains, spectra of ports.

pub mod far_field;
pub mod reading;
pub mod taps;
