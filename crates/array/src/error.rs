//! What is wrong with an array.

use crate::NufftError;

/// Why an array has no result.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ArrayError {
    /// A number outside its range.
    #[error("{name} is {value}, but {demand}")]
    Value {
        /// What it is.
        name: &'static str,
        /// The number.
        value: f64,
        /// What it must be.
        demand: &'static str,
    },
    /// Lists of different lengths.
    #[error("there are {found} {what}, but {expected} are needed")]
    Count {
        /// What the list holds.
        what: &'static str,
        /// Its length.
        found: usize,
        /// The length that it must have.
        expected: usize,
    },
    /// A transform that is not done.
    #[error(transparent)]
    Transform(#[from] NufftError),
}

/// Refuses a number that does not pass a test.
pub(crate) fn demand(
    name: &'static str,
    value: f64,
    demand: &'static str,
    holds: impl Fn(f64) -> bool,
) -> Result<f64, ArrayError> {
    if value.is_finite() && holds(value) {
        Ok(value)
    } else {
        Err(ArrayError::Value {
            name,
            value,
            demand,
        })
    }
}

/// Refuses a list of another length.
pub(crate) fn count(what: &'static str, found: usize, expected: usize) -> Result<(), ArrayError> {
    if found == expected {
        Ok(())
    } else {
        Err(ArrayError::Count {
            what,
            found,
            expected,
        })
    }
}
