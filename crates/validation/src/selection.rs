//! The user's selection.

use poynting::Device;
use std::path::PathBuf;

/// How much to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Every feature once: at most five minutes on two cores, twelve on a GPU emulated on them by its driver.
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
    /// The device.
    pub device: Device,
    /// Only the case with this name.
    pub case: Option<String>,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Folder for pictures of results over references, if requested.
    pub pictures: Option<PathBuf>,
}
