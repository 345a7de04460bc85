//! How a run is made on the processor.

use crate::coefficients::Storage;
use crate::traversal::TileShape;
use poynting_exec::SimdLevel;
use poynting_scene::TraversalChoice;

/// How a run is made.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// In which order cells are updated.
    pub traversal: TraversalChoice,
    /// Rows of a tile; what suits the cache when not given.
    pub tile: Option<TileShape>,
    /// How coefficients are stored.
    pub storage: Storage,
    /// Instructions to use.
    pub simd: SimdLevel,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            traversal: TraversalChoice::Auto,
            tile: None,
            storage: Storage::Auto,
            simd: SimdLevel::detect(),
        }
    }
}
