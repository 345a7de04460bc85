//! The GPU engine, here on Mesa's software driver, against the equations.

#![allow(clippy::unwrap_used)]

#[path = "../../../fdtd-core/tests/suite/model.rs"]
mod model;
mod slab;
mod yee;
