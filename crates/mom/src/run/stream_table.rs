//! Declaration of streams, and their common axes.

use poynting_observe::{Axis, Declaration, Sink, SinkError};
use poynting_scene::Component;

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
    fn declare(&mut self, declaration: &Declaration) -> Result<usize, SinkError> {
        self.sink.declare(declaration)?;
        self.next += 1;
        Ok(self.next - 1)
    }

    /// A stream over frequency.
    pub fn add(
        &mut self,
        name: String,
        unit: &str,
        description: impl Into<String>,
        axes: Vec<Axis>,
    ) -> Result<usize, SinkError> {
        self.declare(&Declaration::spectrum(name, unit, description, axes))
    }

    /// `name/real` and `name/imag`.
    pub fn complex(
        &mut self,
        name: &str,
        unit: &str,
        description: &str,
        axes: &[Axis],
    ) -> Result<[usize; 2], SinkError> {
        let mut part = |part: &str| {
            let description = format!("{part} part of {description}");
            self.add(format!("{name}/{part}"), unit, description, axes.to_vec())
        };
        Ok([part("real")?, part("imag")?])
    }

    /// Real and imaginary parts of components of a field at a point, on a line, on a plane or in a box.
    pub fn field(
        &mut self,
        monitor: &str,
        components: &[Component],
        places: &[Vec<f64>; 3],
    ) -> Result<Vec<(Component, [usize; 2])>, SinkError> {
        let is_point = places.iter().all(|p| p.len() == 1);
        let axes: Vec<Axis> = if is_point {
            Vec::new()
        } else {
            let axes = ["x", "y", "z"].iter().zip(places);
            axes.map(|(name, values)| Axis::new(name, "m", values.clone()))
                .collect()
        };
        let mut streams = Vec::new();
        for &component in components {
            let name = format!("field/{monitor}/{}", component.name());
            let description = format!("{} over frequency", component.name());
            let parts = self.complex(&name, component.unit(), &description, &axes)?;
            streams.push((component, parts));
        }
        Ok(streams)
    }

    /// A quantity that does not depend on frequency.
    pub fn whole(
        &mut self,
        (name, unit, description): (&str, &str, &str),
        axes: Vec<Axis>,
        values: &[f64],
    ) -> Result<(), SinkError> {
        let stream = self.declare(&Declaration::complete(name, unit, description, axes))?;
        self.sink.append(stream, &[], values)
    }
}

/// Numbers from `first` on.
pub fn numbers(name: &str, first: usize, count: usize) -> Axis {
    let values = (first..first + count).map(|n| n as f64);
    Axis::new(name, "1", values.collect())
}

/// All pairs of angles, phi fastest.
pub fn directions([theta, phi]: [&[f64]; 2]) -> Vec<[f64; 2]> {
    let pairs = theta.iter().flat_map(|&t| phi.iter().map(move |&p| [t, p]));
    pairs.collect()
}
