//! Observations: quantities with coordinates and units, and their path from the solver to storage.
//!
//! A solver announces each quantity as a [`Stream`] and passes its values to a [`Sink`], slice by slice. The stored form of
//! the announcement is a [`Declaration`], which also describes quantities that no solver announced.
#![forbid(unsafe_code)]

mod declaration;
mod sink;
mod stream;

pub use declaration::{Axis, Declaration, Storage, Streamed};
pub use sink::{Sink, SinkError};
pub use stream::{Coordinate, Leading, Stream, angles};
