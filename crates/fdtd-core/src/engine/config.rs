//! Configuration of a CPU run.

use crate::coefficients::Storage;
use crate::traversal::TileShape;
use poynting_exec::SimdLevel;
use poynting_scene::TraversalChoice;

/// Configuration of a run.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// The order in which cells are updated.
    pub traversal: TraversalChoice,
    /// Rows of a tile; chosen to suit the cache if not given.
    pub tile: Option<TileShape>,
    /// How coefficients are stored.
    pub storage: Storage,
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
            simd: SimdLevel::detect(),
            profile: false,
        }
    }
}
