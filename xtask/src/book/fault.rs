//! A fault in the documentation.

use std::fmt;

/// A false statement in the documentation.
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
