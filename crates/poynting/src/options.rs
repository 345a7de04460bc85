//! How to run a scene: everything that does not change its result.

use crate::Solver;
use poynting_exec::{Budget, DeviceChoice, Devices, Effort, Planning, Processes, RankChoice};
use poynting_fdtd::{Config, GATHERED_BYTES, Mapping};
use poynting_scene::{Precision, TraversalChoice};
use std::time::Duration;

/// How to run a scene. `None` means the choice of the scene or the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RunOptions {
    /// The solver; by default the one the scene is made for.
    pub solver: Option<Solver>,
    /// The device.
    pub device: DeviceChoice,
    /// Threads; one per core by default.
    pub threads: Option<usize>,
    /// Precision of the fields; overrides the scene.
    pub precision: Option<Precision>,
    /// Order of updates; overrides the scene and does not change the result.
    pub traversal: Option<TraversalChoice>,
    /// Ranks that share the grid of FDTD on the CPU; one by default. They do not change the result.
    pub ranks: Option<RankChoice>,
    /// The processes that share the run, one rank each, if there are several.
    pub processes: Option<Processes>,
    /// Bytes of recorded fields, snapshots and field monitors together, from which on ranks keep and write their own parts of them instead of gathering
    /// them on every process; 64 MiB by default. They do not change the result.
    pub gathered_bytes: Option<u64>,
    /// How often a run that writes a folder keeps its state in it; by default as the scene says.
    pub checkpoint: Option<Duration>,
    /// Whether to continue such a run.
    pub resume: bool,
    /// Mapping of GPU threads to cells; by default the fastest in measurements.
    pub mapping: Option<Mapping>,
    /// Memory limit; by default what is free on the device.
    pub budget: Option<Budget>,
    /// How much of the model a plan looks at; only a full plan can be run.
    pub effort: Effort,
}

impl RunOptions {
    /// Bytes that a run may use on its devices together; zero if they cannot be used.
    pub fn available_bytes(&self) -> u64 {
        let devices = self.device.resolve_all();
        let free = |devices: Devices| {
            let all = devices.all().iter();
            all.filter_map(|device| device.budget().ok())
                .map(|b| b.bytes)
                .sum()
        };
        match (self.budget, &devices) {
            (Some(budget), Ok(devices)) if devices.one().is_some() => budget.bytes,
            _ => devices.map_or(0, free),
        }
    }

    /// What a plan of FDTD may cost. Processes share a model that may exceed the memory of one, and a plan for ranks is not for this machine.
    pub(crate) fn planning(&self) -> Planning {
        let is_elsewhere = self.ranks.is_some() && self.effort == Effort::Quick;
        let is_shared = self.processes.is_some() || is_elsewhere;
        let budget = (!is_shared).then(|| Budget {
            bytes: self.available_bytes(),
        });
        Planning {
            effort: self.effort,
            budget: budget.filter(|budget| budget.bytes > 0),
        }
    }

    /// The configuration of the ranks: one per process, unless they are given.
    pub(crate) fn rank_config(&self) -> Config {
        let processes = self.processes.map(|p| RankChoice::Number(p.0.processes()));
        Config {
            ranks: self.ranks.or(processes).unwrap_or_default(),
            processes: self.processes,
            gathered_bytes: self.gathered_bytes.unwrap_or(GATHERED_BYTES),
            ..Config::default()
        }
    }
}
