//! Black-box tests of the solver.
#![allow(clippy::unwrap_used)]

mod absorption;
mod behaviour;
mod bloch;
mod capabilities;
mod checkpoint;
mod circuits;
mod common;
mod conductors;
#[cfg(feature = "gpu")]
mod devices;
mod dispersion;
mod dispersive_slab;
mod elements;
mod ending;
mod gain;
mod identity;
mod mirrored;
mod plane_wave;
mod plasma;
mod ranks;
mod ring_down;
mod scale;
mod spectra;
mod thin;
mod trouble_discs;
#[cfg(feature = "gpu")]
mod tuning;
mod wire;
