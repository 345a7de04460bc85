//! Observations: quantities with coordinates and units, and their path from the solver to storage.
//!
//! A [`Declaration`] describes a quantity wherever it is: a solver announces it to a [`Sink`] and then passes the values slice by
//! slice, and storage, plots and reports read the same description.
#![forbid(unsafe_code)]

mod declaration;
mod parts;
mod sink;

pub use declaration::{Axis, Declaration, Storage, Streamed, angles};
pub use parts::{Part, Parts};
pub use sink::{Sink, SinkError};
