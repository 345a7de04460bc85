//! What the user asks for.

use poynting::Device;
use std::path::PathBuf;

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Every feature once: at most five minutes on two cores, twelve on a GPU that a driver plays on them.
    Quick,
    /// Everything.
    Full,
}

/// What to run, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// How much.
    pub effort: Effort,
    /// Only this solver.
    pub solver: Option<String>,
    /// Where.
    pub device: Device,
    /// Only the case of this name.
    pub case: Option<String>,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Where pictures of results over references go, if they are asked for.
    pub pictures: Option<PathBuf>,
}
