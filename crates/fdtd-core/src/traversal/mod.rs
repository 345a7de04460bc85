//! The order in which boxes are updated. The result does not depend on it, bit for bit.

mod sweep;
mod tiles;

use crate::block::Block;
use crate::operator::Operators;
use poynting_exec::{Pool, Real};
use poynting_grid::Layout;
use sweep::sweep;
pub use tiles::TileShape;
use tiles::tiles;

/// The available orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traversal {
    /// All E, then all H, step by step.
    Sweep,
    /// A block of steps at once on tiles that stay in the cache.
    Tiles(TileShape),
}

impl Traversal {
    /// `sweep` or `tiles`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Tiles(_) => "tiles",
        }
    }

    /// The fastest order on this many threads. A model that fits in the cache gains nothing from tiles. Along a periodic x axis tiles take one step
    /// at a time, for which threads would wait for each other longer than they gain.
    pub fn fastest<T: Real>(layout: &Layout, threads: usize) -> Self {
        let bytes = 6 * layout.len() * size_of::<T>();
        let fits = bytes < poynting_exec::l2_bytes().unwrap_or(1 << 20) as usize;
        if fits || (layout.periodic[0] && threads > 1) {
            Self::Sweep
        } else {
            Self::Tiles(TileShape::for_layout::<T>(layout, threads))
        }
    }
}

/// Advances the fields by a block of steps.
///
/// # Safety
/// Nothing else reads or writes the data of the operators until this returns.
pub unsafe fn advance(
    traversal: Traversal,
    layout: &Layout,
    operators: &Operators<'_>,
    block: Block,
    pool: &Pool,
) {
    match traversal {
        // SAFETY: passed on to the caller.
        Traversal::Sweep => unsafe { sweep(layout, operators, block, pool) },
        // SAFETY: passed on to the caller.
        Traversal::Tiles(shape) => unsafe { tiles(shape, layout, operators, block, pool) },
    }
}
