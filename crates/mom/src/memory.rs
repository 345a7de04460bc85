//! Memory of a compressed matrix, known before it is built.

/// Bytes by use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatrixMemory {
    /// Near blocks.
    pub near: u64,
    /// The same in the precision of the matrix, from which preconditioners are built.
    pub unpacked: u64,
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
            unpacked: self.unpacked.max(other.unpacked),
            diagonal: self.diagonal.max(other.diagonal),
            rest: self.rest.max(other.rest),
        }
    }
}
