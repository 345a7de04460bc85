//! A named quantity with coordinates and units, and the way by which solvers deliver it.

use crate::ResultsError;

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
    /// All axes are complete, and the data come at once.
    No,
}

/// How numbers are kept in the file. In memory they are always `f64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Four bytes a value and compressed: for snapshots.
    F32,
    /// Eight bytes a value: for everything that is compared or post-processed.
    F64,
}

/// What a solver promises to record.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    /// A path such as `probe/center/Ez`; quantities with one parent are shown together.
    pub name: String,
    /// SI unit of the data.
    pub unit: String,
    /// The axes, slowest first; the data are in row-major order.
    pub axes: Vec<Axis>,
    /// Whether the first axis grows.
    pub streamed: Streamed,
    /// How numbers are kept in the file.
    pub storage: Storage,
    /// One line for people.
    pub description: String,
}

impl Declaration {
    /// A series in time, kept in double precision.
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
    pub(crate) fn parent_and_leaf(&self) -> (&str, &str) {
        self.name.rsplit_once('/').unwrap_or(("", &self.name))
    }

    pub(crate) fn check(&self) -> Result<(), ResultsError> {
        check_name(&self.name)?;
        let bad = |cause| {
            Err(ResultsError::BadDeclaration {
                name: self.name.clone(),
                cause,
            })
        };
        if self.axes.is_empty() {
            return bad("it has no axis");
        }
        for (i, axis) in self.axes.iter().enumerate() {
            let grows = i == 0 && self.streamed == Streamed::Yes;
            if grows != axis.values.is_empty() {
                return bad(if grows {
                    "a streamed axis starts empty"
                } else {
                    "an axis that is not streamed needs values"
                });
            }
            if axis.name.is_empty() || axis.name.contains(['/', '\0', '.']) {
                return bad("an axis needs a plain name");
            }
            if self.axes[..i].iter().any(|a| a.name == axis.name) {
                return bad("two axes have the same name");
            }
        }
        Ok(())
    }

    /// Checks one delivery; `done` slices are there already.
    pub(crate) fn check_append(
        &self,
        done: usize,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError> {
        let rows = match self.streamed {
            Streamed::Yes => coordinates.len(),
            Streamed::No if done > 0 => {
                return Err(ResultsError::AlreadyWritten(self.name.clone()));
            }
            Streamed::No => self.axes[0].values.len(),
        };
        let expected = rows * self.slice_len();
        if expected == data.len() {
            Ok(())
        } else {
            Err(ResultsError::WrongLength {
                name: self.name.clone(),
                expected,
                found: data.len(),
            })
        }
    }
}

fn check_name(name: &str) -> Result<(), ResultsError> {
    let bad = |cause| {
        Err(ResultsError::BadName {
            name: name.to_owned(),
            cause,
        })
    };
    if name.contains('\0') {
        return bad("it holds a NUL character");
    }
    if name == "scene" || name.starts_with("scene/") {
        return bad("`scene` holds the text of the scene");
    }
    if name
        .split('/')
        .any(|part| part.is_empty() || part == "." || part == "..")
    {
        return bad("each part between `/` needs at least one character other than dots");
    }
    Ok(())
}

/// The number of a declared quantity in the recorder that accepted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QuantityId(pub(crate) usize);

/// Takes what a solver observes.
pub trait Recorder {
    /// Announces a quantity.
    fn declare(&mut self, declaration: Declaration) -> Result<QuantityId, ResultsError>;

    /// Appends slices along the streamed first axis: one coordinate for each slice, and the slices
    /// one after the other, so `coordinates.len()` times the lengths of the other axes values.
    ///
    /// A quantity that is not streamed gets all its data in one call, without coordinates.
    fn append(
        &mut self,
        id: QuantityId,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError>;
}

impl<R: Recorder + ?Sized> Recorder for &mut R {
    fn declare(&mut self, declaration: Declaration) -> Result<QuantityId, ResultsError> {
        (**self).declare(declaration)
    }

    fn append(
        &mut self,
        id: QuantityId,
        coordinates: &[f64],
        data: &[f64],
    ) -> Result<(), ResultsError> {
        (**self).append(id, coordinates, data)
    }
}

/// A quantity with its data in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// What it is; the first axis holds the coordinates that came with the data.
    pub declaration: Declaration,
    /// The values in row-major order.
    pub data: Vec<f64>,
}

impl Quantity {
    /// The values of the axis with this name.
    pub fn axis(&self, name: &str) -> Option<&[f64]> {
        self.declaration
            .axes
            .iter()
            .find(|a| a.name == name)
            .map(|a| a.values.as_slice())
    }

    /// The slice at one index of the first axis.
    pub fn slice(&self, index: usize) -> Option<&[f64]> {
        let n = self.declaration.slice_len();
        self.data.get(index * n..(index + 1) * n)
    }
}
