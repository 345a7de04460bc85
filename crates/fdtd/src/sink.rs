//! How observations leave the solver: declared once, then in chunks along time.

/// A coordinate of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Coordinate {
    /// `x`, `y` or `z`.
    pub name: &'static str,
    /// Positions in metres.
    pub values: Vec<f64>,
}

/// Something recorded along time, perhaps at many places.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    /// A path such as `probe/centre/Ez`.
    pub name: String,
    /// Unit of the values.
    pub unit: &'static str,
    /// One line for people.
    pub description: String,
    /// Coordinates after time; empty for a plain series.
    pub coordinates: Vec<Coordinate>,
}

/// A sink could not take a chunk.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct SinkError(#[from] pub Box<dyn std::error::Error + Send + Sync>);

/// Takes observations. Streams are numbered in the order of their declaration.
pub trait Sink {
    /// Announces a stream.
    fn declare(&mut self, stream: &Stream) -> Result<(), SinkError>;

    /// Takes values at `times`, all coordinates of the first time first.
    fn append(&mut self, stream: usize, times: &[f64], values: &[f64]) -> Result<(), SinkError>;
}
