//! The unit in which time steps are taken.

/// Number of steps that every traversal takes at once; stop and energy checks fall on multiples of it.
pub const BLOCK: usize = 8;

/// The time steps of a block.
#[derive(Debug, Clone, Copy)]
pub struct Block {
    /// The first step.
    pub first_step: u64,
    /// Number of steps, at most [`BLOCK`].
    pub steps: usize,
}
