//! The parts of every check: a row, what it requires of a backend, and how the two are compared.

use poynting_exec::Real;
use poynting_exec::conformance::{Feature, Judgement};
use poynting_scene::Precision;
use std::fmt::Display;

/// Capabilities that not every backend has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Fields split into several pieces.
    Slabs,
    /// Energies summed in single precision.
    SingleSums,
    /// Several models at once.
    Stack,
    /// The processor's update orders.
    Traversal,
    /// The update orders of a GPU.
    Mapping,
}

/// Compares a backend with the processor within a tolerance.
pub type Compare<B> = dyn Fn(&B, f64) -> Judgement;

/// A row with its check.
pub struct Check<B> {
    /// Its row in the matrix.
    pub feature: Feature,
    /// What a backend must support for it.
    pub needs: Option<Part>,
    /// How a backend is compared.
    pub compare: Box<Compare<B>>,
}

/// The precision of this type.
pub fn precision<T: Real>() -> Precision {
    if T::BYTES == 4 {
        Precision::F32
    } else {
        Precision::F64
    }
}

/// An error as text.
pub fn text_of(error: impl Display) -> String {
    error.to_string()
}
