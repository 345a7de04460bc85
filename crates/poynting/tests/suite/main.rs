//! Scenes in, results out: by the method of moments, as networks, and in batches.
#![allow(clippy::unwrap_used)] // A failing helper fails its test.

mod devices;
#[cfg(feature = "hdf5")]
mod divided;
mod grating;
mod moments;
mod network;
mod out_of_core;
mod plane;
mod stack;
mod trouble_far;
mod trouble_monopole;
mod trouble_walls;
