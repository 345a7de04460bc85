//! Interface for sharing an LU decomposition with a device other than the CPU, such as a GPU.
//!
//! The device eliminates factored columns from those to the right; the CPU factors them and eliminates them from some of the others
//! (`poynting_linalg::SharedElimination`). This crate has no device code: the caller passes in an [`Eliminator`].

use poynting_linalg::{Split, Strips};

use crate::error::MomError;

/// The rest of a factorisation, once a device takes columns.
pub type Factorisation<'a, T> =
    &'a mut dyn FnMut(&mut dyn Strips<T, Error = MomError>) -> Result<(), MomError>;

/// Takes columns of a matrix in either precision.
pub trait Eliminator: Sync {
    /// How many columns it takes.
    fn split(&self) -> Split;
    /// Prepares for a matrix with this many rows and continues with the factorisation.
    fn with_f32(&self, size: usize, work: Factorisation<'_, f32>) -> Result<(), MomError>;
    /// The same in double precision.
    fn with_f64(&self, size: usize, work: Factorisation<'_, f64>) -> Result<(), MomError>;
}
