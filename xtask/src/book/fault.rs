//! What is wrong with the documentation.

use std::fmt;

/// Something in the documentation that is not so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// File, or file and line.
    pub place: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}
