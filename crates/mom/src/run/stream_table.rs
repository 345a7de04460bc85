//! Declaration of streams, and their common coordinates.

use poynting_observe::{Coordinate, Leading, Sink, SinkError, Stream};

/// Values for a stream.
pub type Values = (usize, Vec<f64>);

/// Streams are numbered in the order of declaration.
pub struct StreamTable<'a> {
    /// The number of the next one.
    pub next: usize,
    /// Where they go.
    pub sink: &'a mut dyn Sink,
}

impl StreamTable<'_> {
    fn declare(&mut self, stream: &Stream) -> Result<usize, SinkError> {
        self.sink.declare(stream)?;
        self.next += 1;
        Ok(self.next - 1)
    }

    /// A stream over frequency.
    pub fn add(
        &mut self,
        name: String,
        unit: &'static str,
        description: impl Into<String>,
        coordinates: Vec<Coordinate>,
    ) -> Result<usize, SinkError> {
        self.declare(&Stream {
            name,
            unit,
            description: description.into(),
            leading: Leading::Frequency,
            coordinates,
        })
    }

    /// `name/real` and `name/imag`.
    pub fn complex(
        &mut self,
        name: &str,
        unit: &'static str,
        description: &str,
        coordinates: &[Coordinate],
    ) -> Result<[usize; 2], SinkError> {
        let mut part = |part: &str| {
            let description = format!("{part} part of {description}");
            self.add(
                format!("{name}/{part}"),
                unit,
                description,
                coordinates.to_vec(),
            )
        };
        Ok([part("real")?, part("imag")?])
    }

    /// A quantity that does not depend on frequency.
    pub fn whole(
        &mut self,
        (name, unit, description): (&str, &'static str, &str),
        coordinates: Vec<Coordinate>,
        values: &[f64],
    ) -> Result<(), SinkError> {
        let stream = self.declare(&Stream {
            name: name.to_owned(),
            unit,
            description: description.to_owned(),
            leading: Leading::Nothing,
            coordinates,
        })?;
        self.sink.append(stream, &[], values)
    }
}

/// Numbers from `first` on.
pub fn numbers(name: &'static str, first: usize, count: usize) -> Coordinate {
    Coordinate {
        name,
        unit: "1",
        values: (first..first + count).map(|n| n as f64).collect(),
    }
}

/// All pairs of angles, phi fastest.
pub fn directions([theta, phi]: [&[f64]; 2]) -> Vec<[f64; 2]> {
    let pairs = theta.iter().flat_map(|&t| phi.iter().map(move |&p| [t, p]));
    pairs.collect()
}
