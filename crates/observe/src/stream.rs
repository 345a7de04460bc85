//! A quantity as a solver announces it.

/// A coordinate of a stream.
#[derive(Debug, Clone, PartialEq)]
pub struct Coordinate {
    /// `x`, `theta`, `triangle` and the like.
    pub name: &'static str,
    /// `m`, `deg`, or `1` for numbers.
    pub unit: &'static str,
    /// Its values.
    pub values: Vec<f64>,
}

/// The coordinates of directions, theta before phi, from angles in radians.
pub fn angles([theta, phi]: [&[f64]; 2]) -> Vec<Coordinate> {
    let axes = [("theta", theta), ("phi", phi)];
    axes.map(|(name, values)| Coordinate {
        name,
        unit: "deg",
        values: values.iter().map(|a| a.to_degrees()).collect(),
    })
    .to_vec()
}

/// The leading axis of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leading {
    /// Time in seconds.
    Time,
    /// Frequency in hertz.
    Frequency,
    /// None: all values are written at once, and all coordinates are declared.
    Nothing,
}

/// A quantity recorded along time or frequency, possibly at many points.
#[derive(Debug, Clone, PartialEq)]
pub struct Stream {
    /// A path such as `probe/centre/Ez`.
    pub name: String,
    /// Unit of the values.
    pub unit: &'static str,
    /// One-line description.
    pub description: String,
    /// Its first coordinate, whose values come with the data.
    pub leading: Leading,
    /// Coordinates after it; empty for a plain series.
    pub coordinates: Vec<Coordinate>,
}

impl Stream {
    /// The imaginary part of it, if fields are complex: `probe/centre/Ez_imag`.
    #[must_use]
    pub fn imaginary(&self) -> Self {
        Self {
            name: format!("{}_imag", self.name),
            description: format!("imaginary part of {}", self.description),
            ..self.clone()
        }
    }
}
