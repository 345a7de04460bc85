//! A recorded quantity, with a name, a unit, and coordinates along all of its axes.

/// A coordinate of a quantity.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Its name: `time`, `x`, `frequency`.
    pub name: String,
    /// Its SI unit: `s`, `m`, `Hz`.
    pub unit: String,
    /// Its values, increasing.
    pub values: Vec<f64>,
}

impl Axis {
    /// An axis with all its values.
    pub fn new(name: &str, unit: &str, values: Vec<f64>) -> Self {
        Self {
            name: name.to_owned(),
            unit: unit.to_owned(),
            values,
        }
    }

    /// A time axis in seconds whose values come with the data.
    pub fn time() -> Self {
        Self::new("time", "s", Vec::new())
    }

    /// A frequency axis in hertz whose values come with the data.
    pub fn frequency() -> Self {
        Self::new("frequency", "Hz", Vec::new())
    }
}

/// The axes of directions, theta before phi, from angles in radians.
pub fn angles([theta, phi]: [&[f64]; 2]) -> Vec<Axis> {
    let axis = |name, values: &[f64]| {
        let degrees = values.iter().map(|a| a.to_degrees());
        Axis::new(name, "deg", degrees.collect())
    };
    vec![axis("theta", theta), axis("phi", phi)]
}

/// Whether the first axis grows while the solver runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Streamed {
    /// Its values come with the data; they are empty in the declaration.
    Yes,
    /// All axes are complete, and the data are written at once.
    No,
}

/// Number format in the file. In memory values are always `f64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Four bytes per value and compressed: for snapshots.
    F32,
    /// Eight bytes per value: for everything that is compared or post-processed.
    F64,
}

/// Declares a recorded quantity: as a solver announces it, and as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// A path such as `probe/center/Ez`; quantities with the same parent are shown together.
    pub name: String,
    /// SI unit of the data.
    pub unit: String,
    /// The axes, slowest first; the data are in row-major order.
    pub axes: Vec<Axis>,
    /// Whether the first axis grows.
    pub streamed: Streamed,
    /// Number format in the file.
    pub storage: Storage,
    /// One-line description.
    pub description: String,
}

impl Declaration {
    /// A series over time.
    pub fn series(name: impl Into<String>, unit: &str, description: impl Into<String>) -> Self {
        Self::complete(name, unit, description, Vec::new()).over(Axis::time())
    }

    /// Samples over time at each point of these axes, such as snapshots; in single precision, since they are many.
    pub fn samples(
        name: impl Into<String>,
        unit: &str,
        description: impl Into<String>,
        axes: Vec<Axis>,
    ) -> Self {
        Self {
            storage: Storage::F32,
            ..Self::complete(name, unit, description, axes).over(Axis::time())
        }
    }

    /// A spectrum over frequency, at each point of these axes if there are any.
    pub fn spectrum(
        name: impl Into<String>,
        unit: &str,
        description: impl Into<String>,
        axes: Vec<Axis>,
    ) -> Self {
        Self::complete(name, unit, description, axes).over(Axis::frequency())
    }

    /// Data that are written at once.
    pub fn complete(
        name: impl Into<String>,
        unit: &str,
        description: impl Into<String>,
        axes: Vec<Axis>,
    ) -> Self {
        Self {
            name: name.into(),
            unit: unit.to_owned(),
            axes,
            streamed: Streamed::No,
            storage: Storage::F64,
            description: description.into(),
        }
    }

    /// The same along a first axis that grows.
    fn over(mut self, first: Axis) -> Self {
        self.axes.insert(0, first);
        self.streamed = Streamed::Yes;
        self
    }

    /// The imaginary part of it, if fields are complex: `probe/center/Ez_imag`.
    #[must_use]
    pub fn imaginary(&self) -> Self {
        Self {
            name: format!("{}_imag", self.name),
            description: format!("imaginary part of {}", self.description),
            ..self.clone()
        }
    }

    /// Number of values along each axis.
    pub fn shape(&self) -> Vec<usize> {
        self.axes.iter().map(|a| a.values.len()).collect()
    }

    /// Number of values in one slice across the first axis.
    pub fn slice_len(&self) -> usize {
        self.axes.iter().skip(1).map(|a| a.values.len()).product()
    }

    /// The name without its last part, and the last part.
    pub fn parent_and_leaf(&self) -> (&str, &str) {
        self.name.rsplit_once('/').unwrap_or(("", &self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(declaration: &Declaration) -> Vec<&str> {
        declaration.axes.iter().map(|a| a.name.as_str()).collect()
    }

    /// Single precision would lose what spectra and series are post-processed for; snapshots would be twice as large in double.
    #[test]
    fn only_samples_over_time_are_in_single_precision() {
        let axes = || angles([&[0.0, 1.0], &[0.0]]);
        let all = [
            Declaration::series("a", "V", ""),
            Declaration::samples("b", "V", "", axes()),
            Declaration::spectrum("c", "V", "", axes()),
            Declaration::complete("d", "V", "", axes()),
        ];
        let single = all.each_ref().map(|d| d.storage == Storage::F32);
        assert_eq!(single, [false, true, false, false]);
        let grows = all.each_ref().map(|d| d.streamed == Streamed::Yes);
        assert_eq!(grows, [true, true, true, false]);
        let [series, samples, spectrum, complete] = &all;
        assert_eq!(names(series), ["time"]);
        assert_eq!(names(samples), ["time", "theta", "phi"]);
        assert_eq!(names(spectrum), ["frequency", "theta", "phi"]);
        assert_eq!(names(complete), ["theta", "phi"]);
        assert_eq!(samples.shape(), [0, 2, 1]);
    }

    #[test]
    fn the_imaginary_part_differs_in_its_name_and_description() {
        let real = Declaration::samples("field/Ez", "V/m", "Ez", angles([&[0.0], &[0.0]]));
        let expected = Declaration {
            name: "field/Ez_imag".to_owned(),
            description: "imaginary part of Ez".to_owned(),
            ..real.clone()
        };
        assert_eq!(real.imaginary(), expected);
    }
}
