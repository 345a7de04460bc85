//! How a scene is run: everything that does not change its result.

use poynting_exec::Budget;
use poynting_scene::{Precision, TraversalChoice};
use std::str::FromStr;

/// Where a run is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Device {
    /// The processor.
    #[default]
    Cpu,
}

/// A device that this build does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no device `{0}` in this build; write `auto` or `cpu`")]
pub struct UnknownDevice(pub String);

impl FromStr for Device {
    type Err = UnknownDevice;

    fn from_str(name: &str) -> Result<Self, UnknownDevice> {
        match name {
            "auto" | "cpu" => Ok(Self::Cpu),
            other => Err(UnknownDevice(other.to_owned())),
        }
    }
}

impl Device {
    /// `cpu`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
        }
    }
}

/// How to run a scene. What is `None` is taken from the scene or the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunOptions {
    /// Where.
    pub device: Device,
    /// Threads; one per core when not given.
    pub threads: Option<usize>,
    /// Precision of the fields, over the scene's.
    pub precision: Option<Precision>,
    /// Order of updates, over the scene's; it does not change the result.
    pub traversal: Option<TraversalChoice>,
    /// Memory that may be used; what is free when not given.
    pub budget: Option<Budget>,
}
