//! What each rank stores of the model of a plan, and what it exchanges.

use crate::error::FdtdError;
use crate::plan::Plan;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::ranks::{NodeState, RankPlan};
use poynting_grid::{Division, Ends, Undivided};
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
    Ok(RankPlan::new(&division, nodes, &state))
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
