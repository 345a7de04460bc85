//! Bytes that a compressed matrix will take, known before it is made.

/// By what becomes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Need {
    /// Blocks of near functions, which preconditioners are made of.
    pub near: u64,
    /// Those of them on the diagonal.
    pub diagonal: u64,
    /// Everything else that a product takes.
    pub rest: u64,
}

impl Need {
    /// All of it.
    pub fn total(&self) -> u64 {
        self.near + self.rest
    }

    /// The larger of each.
    #[must_use]
    pub fn larger(self, other: Self) -> Self {
        Self {
            near: self.near.max(other.near),
            diagonal: self.diagonal.max(other.diagonal),
            rest: self.rest.max(other.rest),
        }
    }
}
