//! Where the state of a run is kept.

use poynting_checkpoint::Folder;
use std::time::Duration;

/// Where and how often checkpoints are written.
#[derive(Debug)]
pub struct Checkpoint {
    /// Where.
    pub folder: Folder,
    /// How often.
    pub every: Duration,
    /// Whether to continue from the latest one, if there is one.
    pub resume: bool,
    /// The number of ranks.
    pub parts: usize,
    /// Whether this is the first of several processes, which writes the journal.
    pub is_first: bool,
}
