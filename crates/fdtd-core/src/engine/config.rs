//! Configuration of a CPU run.

use crate::block::BLOCK;
use crate::coefficients::Storage;
use crate::traversal::TileShape;
use poynting_exec::{Processes, RankChoice, SimdLevel};
use poynting_scene::TraversalChoice;

/// Bytes of fields that are gathered on every process, by default. They are little next to the gibibyte that a core of a cluster has, and enough for
/// planes of a large model, whose results are then one file; a volume of more than 100 nodes along each axis is beyond.
pub const GATHERED_BYTES: u64 = 64 << 20;

/// Configuration of a run.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// The order in which cells are updated.
    pub traversal: TraversalChoice,
    /// Rows of a tile; chosen to suit the cache if not given.
    pub tile: Option<TileShape>,
    /// How coefficients are stored.
    pub storage: Storage,
    /// The ranks that share the grid.
    pub ranks: RankChoice,
    /// Layers of nodes that a rank stores of its neighbours, at most; so many steps pass between exchanges.
    pub halo: usize,
    /// The processes that have a rank each, if there are several.
    pub processes: Option<Processes>,
    /// Bytes of fields from which on monitors stay on their ranks.
    pub gathered_bytes: u64,
    /// Instructions to use.
    pub simd: SimdLevel,
    /// Whether to measure the time of each operator, which slows small models down.
    pub profile: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            traversal: TraversalChoice::Auto,
            tile: None,
            storage: Storage::Auto,
            ranks: RankChoice::default(),
            halo: BLOCK,
            processes: None,
            gathered_bytes: GATHERED_BYTES,
            simd: SimdLevel::detect(),
            profile: false,
        }
    }
}
