//! How a scene is run: everything that does not change its result.

use crate::Solver;
use poynting_exec::{Budget, DeviceChoice};
use poynting_fdtd::Mapping;
use poynting_scene::{Precision, TraversalChoice};

/// How to run a scene. What is `None` is taken from the scene or the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunOptions {
    /// By which solver; the one that the scene is made for when not given.
    pub solver: Option<Solver>,
    /// Where.
    pub device: DeviceChoice,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Precision of the fields, over the scene's.
    pub precision: Option<Precision>,
    /// Order of updates, over the scene's; it does not change the result.
    pub traversal: Option<TraversalChoice>,
    /// How threads of a GPU lie over cells; what was measured to be fastest when not given.
    pub mapping: Option<Mapping>,
    /// Memory that may be used; what is free on the device when not given.
    pub budget: Option<Budget>,
}
