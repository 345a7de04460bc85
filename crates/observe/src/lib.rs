//! What is observed: quantities with coordinates and units, and the way from whoever computes them to whoever keeps them.
//!
//! A solver announces each quantity as a [`Stream`] and hands its values to a [`Sink`], slice by slice. What is kept of
//! the announcement is a [`Declaration`], which also describes quantities that no solver announced.
#![forbid(unsafe_code)]

mod declaration;
mod sink;
mod stream;

pub use declaration::{Axis, Declaration, Storage, Streamed};
pub use sink::{Sink, SinkError};
pub use stream::{Coordinate, Leading, Stream, angles};
