//! Scenes in, results out: by the method of moments, as networks, and many at once.
#![allow(clippy::unwrap_used)] // A helper that fails fails its test.

mod moments;
mod network;
mod stack;
mod trouble_far;
mod trouble_monopole;
mod trouble_walls;
