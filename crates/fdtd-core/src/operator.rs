//! Local operators, and the orders in which a traversal may apply them.
//!
//! An operator works on any box of whole rows at a given step, independently of the order: no operator may assume
//! that the whole grid is at one time. A traversal need only guarantee that when a half step is applied to a
//! box, every value within the operator's reach is at the time that this half step needs.

use poynting_grid::{HalfStep, Region};

/// A local update.
///
/// # Safety
/// Traversals apply an operator to several boxes at once on different threads, relying on this contract. An implementation guarantees:
/// - The E half writes components of E and buffers that belong to this operator alone, the H half components of H and such buffers.
/// - `apply` writes only what belongs to rows of `region`, their padding and the ghosts of their nodes on a periodic axis included, and of its
///   own buffers only the part that belongs to those rows at that step.
/// - `apply` reads, besides what it writes, only values of the other field within `reach` rows and planes of `region`: behind it in the E half,
///   ahead of it in the H half, around a periodic axis; along z it may read the whole row and its padding.
/// - Buffers that it holds stay valid and are not resized for as long as it lives.
pub unsafe trait Operator: Sync {
    /// How many rows away along x and y it reads; E halves look back, H halves look ahead, around
    /// a periodic axis.
    fn reach(&self) -> usize;

    /// Whether it has anything to do in this block of steps.
    fn is_needed(&self) -> bool {
        true
    }

    /// Applies one half of time step `step` to the nodes of `region`, which consists of whole rows.
    ///
    /// # Safety
    /// The caller orders calls so that no other thread writes what this call reads, or reads or writes what
    /// it writes: the region itself, and `reach` rows next to it for reading.
    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64);
}

/// The operators of a run in the order in which they act on a box.
pub type Operators<'a> = [&'a dyn Operator];

/// Applies all operators to a box. Callers flush denormals to zero around it.
///
/// # Safety
/// As [`Operator::apply`].
#[inline]
pub unsafe fn apply_all(operators: &Operators<'_>, half: HalfStep, region: &Region, step: u64) {
    for operator in operators {
        // SAFETY: passed on to the caller.
        unsafe { operator.apply(half, region, step) };
    }
}
