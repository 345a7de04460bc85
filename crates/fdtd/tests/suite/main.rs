//! What the solver must do, seen from outside.
#![allow(clippy::unwrap_used)]

mod absorption;
mod behaviour;
mod bloch;
mod circuits;
mod common;
mod conductors;
mod dispersion;
mod dispersive_slab;
mod elements;
mod ending;
mod fitness;
mod gain;
mod identity;
mod plane_wave;
mod spectra;
mod thin;
#[cfg(feature = "gpu")]
mod tuning;
mod wire;
