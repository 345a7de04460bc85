//! A scene for both solvers: each uses the monitors it supports.

use crate::{Simulation, Solver};
use poynting_scene::{MonitorKind, Scene};

impl Simulation {
    /// The same scene with the monitors that a solver supports, and the names of those left to the other one. If only such
    /// monitors drive the scene, none is dropped, and planning reports why the scene cannot run.
    pub fn for_solver(&self, solver: Solver) -> (Self, Vec<String>) {
        let mut scene = self.scene().clone();
        let (kept, left): (Vec<_>, Vec<_>) = scene
            .monitors
            .into_iter()
            .partition(|monitor| has(solver, &monitor.kind));
        scene.monitors = kept;
        if !is_driven(&scene) {
            return (self.clone(), Vec::new());
        }
        let names = left.into_iter().map(|monitor| monitor.name).collect();
        (self.with_scene(scene), names)
    }
}

fn has(solver: Solver, kind: &MonitorKind) -> bool {
    match kind {
        MonitorKind::Field { .. } | MonitorKind::FarField { .. } => true,
        MonitorKind::Monostatic { .. }
        | MonitorKind::Bistatic { .. }
        | MonitorKind::SurfaceCurrent { .. } => solver == Solver::Mom,
        MonitorKind::Probe { .. }
        | MonitorKind::Snapshot { .. }
        | MonitorKind::FarPulse { .. }
        | MonitorKind::Flux { .. }
        | MonitorKind::Absorption { .. } => solver == Solver::Fdtd,
    }
}

/// By a source, a driven port, a network, or a monitor that emits waves.
fn is_driven(scene: &Scene) -> bool {
    let sends = |kind: &MonitorKind| {
        matches!(
            kind,
            MonitorKind::Monostatic { .. } | MonitorKind::Bistatic { .. }
        )
    };
    !scene.sources.is_empty()
        || scene.network.is_some()
        || scene.excitations().any(|(_, waveform)| waveform.is_some())
        || scene.monitors.iter().any(|monitor| sends(&monitor.kind))
}
