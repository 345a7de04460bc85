//! Every kernel of the solvers as CUDA and HIP source, without a device.

#![allow(clippy::unwrap_used)]

mod fdtd;
mod mom;
