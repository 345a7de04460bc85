//! Tests the parts of the time loop against closed forms and against the equations written out.

#![allow(clippy::unwrap_used)]

mod mapping;
mod model;
mod plane_wave;
mod recipe;
mod runs;
mod tuple;
mod wire_section;
mod yee;
