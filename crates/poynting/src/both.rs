//! A scene for several solvers: each uses the monitors it supports.

use crate::{Simulation, Solver};
use poynting_scene::{Monitor, MonitorKind};

impl Simulation {
    /// The same scene with the monitors that a solver supports, and the names of those left to others. If only such
    /// monitors drive the scene, none is dropped, and planning reports why the scene cannot run.
    pub fn for_solver(&self, solver: Solver) -> (Self, Vec<String>) {
        let is_kept = |monitor: &Monitor| has(solver, &monitor.kind);
        let Some(scene) = self.scene().keeping_monitors(is_kept) else {
            return (self.clone(), Vec::new());
        };
        let left = self.scene().monitors.iter().filter(|m| !is_kept(m));
        let names = left.map(|monitor| monitor.name.clone()).collect();
        (self.with_scene(scene), names)
    }
}

fn has(solver: Solver, kind: &MonitorKind) -> bool {
    match kind {
        MonitorKind::Field { .. } => true,
        MonitorKind::FarField { .. } => solver != Solver::Rcwa,
        MonitorKind::Flux { .. } => solver != Solver::Mom,
        MonitorKind::Monostatic { .. }
        | MonitorKind::Bistatic { .. }
        | MonitorKind::SurfaceCurrent { .. } => solver == Solver::Mom,
        MonitorKind::Probe { .. }
        | MonitorKind::Snapshot { .. }
        | MonitorKind::FarPulse { .. }
        | MonitorKind::Absorption { .. } => solver == Solver::Fdtd,
    }
}
