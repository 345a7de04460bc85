//! The steps that are taken at once.

/// Steps that every traversal takes at once; stop and energy checks fall on multiples of it.
pub const BLOCK: usize = 8;

/// The time steps of a block.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// The first.
    pub first_step: u64,
    /// How many, at most [`BLOCK`].
    pub steps: usize,
}
