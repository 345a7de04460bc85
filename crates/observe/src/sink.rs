//! How observations leave a solver: declared once, then in chunks along time or frequency, or all at once.

use crate::Stream;

/// A sink could not accept a chunk.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SinkError(#[from] pub Box<dyn std::error::Error + Send + Sync>);

/// Receives observations. Streams are numbered in the order of their declaration.
pub trait Sink {
    /// Announces a stream.
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError>;

    /// Receives values at these times or frequencies (none if the stream has no leading axis), all coordinates of the first one first.
    fn append(&mut self, stream: usize, leading: &[f64], values: &[f64]) -> Result<(), SinkError>;
}
