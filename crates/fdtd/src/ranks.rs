//! What each rank stores of the model of a plan, and what it exchanges.

use crate::error::FdtdError;
use crate::job::Job;
use crate::plan::Plan;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::ranks::{NodeState, RankPlan, SceneMonitors, field_values};
use poynting_grid::{Division, Ends, Span, Undivided};
use poynting_scene::{Precision, Wall};

/// The division that a configuration asks for.
pub fn rank_plan(plan: &Plan, config: &Config) -> Result<RankPlan, FdtdError> {
    let division = divide(plan, config)?;
    let scene = match plan.precision {
        Precision::F32 => plan.arrangement::<f32>().scene,
        Precision::F64 => plan.arrangement::<f64>().scene,
    };
    let state = NodeState {
        parts: &scene.parts().collect::<Vec<_>>(),
        profiles: &plan.profiles(),
        dispersive: &plan.dispersive,
    };
    let nodes = (scene.nodes(), plan.turn);
    let mut shared = RankPlan::new(&division, nodes, &state);
    for (load, spans) in shared.loads.iter_mut().zip(&division.spans) {
        load.fields = plan.field_values(Some(spans));
    }
    Ok(shared)
}

/// Whether the fields that are recorded, snapshots and transforms, stay on their ranks: if all of them together are too large to be gathered on every
/// process, and go where they can be received in parts.
#[derive(Debug, Clone, Copy)]
pub struct FieldsStay(pub bool);

impl FieldsStay {
    /// The rule.
    pub fn of(job: &mut Job<'_>, config: &Config, ranks: usize) -> Self {
        let are_large = job.plan.fields_are_divided(ranks, config.gathered_bytes);
        Self(are_large && job.sink.parts().is_some())
    }
}

impl Plan {
    /// Whether the recorded fields are too large to be gathered from so many ranks.
    pub fn fields_are_divided(&self, ranks: usize, gathered_bytes: u64) -> bool {
        ranks > 1 && self.gathered_bytes() > gathered_bytes
    }

    /// Bytes of the recorded fields that would be gathered at a time: the snapshots of a block of steps, and all transforms.
    pub fn gathered_bytes(&self) -> u64 {
        let bytes = match self.precision {
            Precision::F32 => 4,
            Precision::F64 => 8,
        };
        bytes * self.field_values(None)
    }

    fn field_values(&self, owned: Option<&[Span; 3]>) -> u64 {
        field_values(&self.binding.captures, &self.binding.spectra, owned)
    }

    /// The monitors; with a division, those of fields stay on their ranks.
    pub fn monitors(&self, divided: Option<&Division>) -> SceneMonitors {
        let transforms = self.binding.spectra.transforms().iter();
        let transforms = transforms.map(|transform| &transform.of);
        SceneMonitors::new(self.binding.captures.iter(), transforms, divided)
    }
}

/// What each rank stores of the grid of a plan.
pub fn divide(plan: &Plan, config: &Config) -> Result<Division, FdtdError> {
    check_processes(config)?;
    Ok(undivided(plan).divide(config.ranks, config.halo.min(BLOCK))?)
}

/// The grid of a plan.
pub fn undivided(plan: &Plan) -> Undivided {
    // Complex fields pass all joined ends with a phase.
    let is_complex = plan.walls.as_flattened().contains(&Wall::Bloch);
    Undivided {
        cells: plan.meshed.grid.cells(),
        ends: plan.walls.map(|[wall, _]| match wall.is_joined() {
            false => Ends::Walls,
            true if is_complex => Ends::Bloch,
            true => Ends::Periodic,
        }),
        layers: plan.meshed.layers,
        turn: plan.turn,
    }
}

/// Every process has one rank.
fn check_processes(config: &Config) -> Result<(), FdtdError> {
    let ranks = config.ranks.ranks();
    match config.processes.map(|p| p.0.processes()) {
        Some(processes) if processes != ranks => {
            Err(FdtdError::RanksOfProcesses { ranks, processes })
        }
        _ => Ok(()),
    }
}
