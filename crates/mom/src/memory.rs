//! Memory of a compressed matrix, known before it is built.

/// Bytes by use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatrixMemory {
    /// Near blocks, from which preconditioners are built.
    pub near: u64,
    /// The part of them on the diagonal.
    pub diagonal: u64,
    /// Everything else a product needs.
    pub rest: u64,
}

impl MatrixMemory {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.near + self.rest
    }

    /// Field-wise maximum.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        Self {
            near: self.near.max(other.near),
            diagonal: self.diagonal.max(other.diagonal),
            rest: self.rest.max(other.rest),
        }
    }
}
