//! An error in a mesh file, and its location.

use std::fmt;

/// Location in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line, counted from one.
    Line(usize),
    /// A byte of binary data, counted from zero.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(n) => write!(f, ", line {n}"),
            Self::Byte(n) => write!(f, ", byte {n}"),
        }
    }
}

/// An error in a file.
#[derive(Debug, PartialEq)]
pub struct Fault {
    pub place: Place,
    pub cause: String,
}

impl Fault {
    pub fn whole(cause: impl Into<String>) -> Self {
        Self {
            place: Place::Whole,
            cause: cause.into(),
        }
    }

    pub fn line(number: usize, cause: impl Into<String>) -> Self {
        Self {
            place: Place::Line(number),
            cause: cause.into(),
        }
    }
}
