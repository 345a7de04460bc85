//! The GPU engine, here on Mesa's software driver, against the equations.

#![allow(clippy::unwrap_used)]

mod model;
mod slab;
mod yee;
