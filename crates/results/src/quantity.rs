//! Quantities with their data, and the trait that records them.

use crate::ResultsError;
use poynting_observe::Declaration;

/// The number of a declared quantity in the recorder that accepted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct QuantityId(pub(crate) usize);

/// Records what a solver observes.
pub trait Recorder {
    /// Declares a quantity.
    fn declare(&mut self, declaration: Declaration) -> Result<QuantityId, ResultsError>;

    /// Appends slices along the streamed first axis: one coordinate per slice, and the slices one after
    /// the other, i.e. `coordinates.len()` times the product of the other axis lengths in values.
    ///
    /// A quantity that is not streamed receives all its data in one call, without coordinates.
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

/// A quantity with its data in memory. Values are real unless stated otherwise: see [`Results::complex`](crate::Results::complex).
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity<T = f64> {
    /// Its declaration; the first axis holds the coordinates that came with the data.
    pub declaration: Declaration,
    /// The values in row-major order.
    pub data: Vec<T>,
}

impl<T> Quantity<T> {
    /// The values of the axis with this name.
    pub fn axis(&self, name: &str) -> Option<&[f64]> {
        self.declaration
            .axes
            .iter()
            .find(|a| a.name == name)
            .map(|a| a.values.as_slice())
    }

    /// The slice at one index of the first axis.
    pub fn slice(&self, index: usize) -> Option<&[T]> {
        let n = self.declaration.slice_len();
        self.data.get(index * n..(index + 1) * n)
    }
}
