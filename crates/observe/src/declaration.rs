//! A recorded quantity, with a name, a unit, and coordinates along all of its axes.

use crate::{Leading, Stream};

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

/// Declares what a solver will record.
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
    /// A time series in double precision.
    pub fn series(name: &str, unit: &str, description: &str) -> Self {
        Self {
            name: name.to_owned(),
            unit: unit.to_owned(),
            axes: vec![Axis::time()],
            streamed: Streamed::Yes,
            storage: Storage::F64,
            description: description.to_owned(),
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

impl From<&Stream> for Declaration {
    fn from(stream: &Stream) -> Self {
        let leading = match stream.leading {
            Leading::Time => Some(Axis::time()),
            Leading::Frequency => Some(Axis::new("frequency", "Hz", Vec::new())),
            Leading::Nothing => None,
        };
        let after = stream.coordinates.iter();
        let after = after.map(|c| Axis::new(c.name, c.unit, c.values.clone()));
        Self {
            name: stream.name.clone(),
            unit: stream.unit.to_owned(),
            streamed: match leading {
                Some(_) => Streamed::Yes,
                None => Streamed::No,
            },
            axes: leading.into_iter().chain(after).collect(),
            storage: if stream.leading == Leading::Time && !stream.coordinates.is_empty() {
                Storage::F32
            } else {
                Storage::F64
            },
            description: stream.description.clone(),
        }
    }
}
