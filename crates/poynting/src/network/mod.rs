//! Ports as a network by FDTD: each is driven in its own run, all runs form one stack, and S-parameters follow from the waves.

mod combination;
mod gains;
mod line;
mod matrix;
mod modes;
mod run;
mod scattering;
mod symmetric;
mod waves;

pub(crate) use matrix::{asymmetry, largest_singular_value};
pub(crate) use run::run;
