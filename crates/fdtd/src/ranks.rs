//! What each rank stores of the model of a plan.

use crate::error::FdtdError;
use crate::plan::Plan;
use poynting_exec::Real;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_grid::{Arrangement, Division, Ends, Undivided};
use poynting_scene::Wall;

/// What each rank stores, and the layers of its halo.
pub fn divide<T: Real>(
    plan: &Plan,
    config: &Config,
) -> Result<(Vec<Arrangement>, usize), FdtdError> {
    // Complex fields pass all joined ends with a phase.
    let is_complex = plan.walls.as_flattened().contains(&Wall::Bloch);
    let grid = Undivided {
        cells: plan.meshed.grid.cells(),
        ends: plan.walls.map(|[wall, _]| match wall.is_joined() {
            false => Ends::Walls,
            true if is_complex => Ends::Bloch,
            true => Ends::Periodic,
        }),
        layers: plan.meshed.layers,
    };
    let Division { spans, halo } = grid.divide(config.ranks, config.halo.min(BLOCK))?;
    let parts = spans.into_iter().map(|s| plan.arrangement_of::<T>(s));
    Ok((parts.collect(), halo))
}

/// What a process stores of the grid of a plan, as a share of its nodes; the largest of all processes.
pub fn share_of_process(plan: &Plan, config: &Config) -> Result<f64, FdtdError> {
    check_processes(config)?;
    let nodes = |arrangement: &Arrangement| -> f64 {
        let lengths = arrangement.spans.each_ref().map(|span| span.len as f64);
        lengths.iter().product()
    };
    let whole = nodes(&plan.arrangement::<f32>());
    let (parts, _) = divide::<f32>(plan, config)?;
    let shares = parts.iter().map(|part| nodes(part) / whole);
    Ok(match config.processes {
        Some(_) => shares.fold(0.0, f64::max),
        None => shares.sum(),
    })
}

/// Every process has one rank.
pub fn check_processes(config: &Config) -> Result<(), FdtdError> {
    let ranks = config.ranks.ranks();
    let processes = config.processes.map(|p| p.0.processes());
    match processes {
        Some(processes) if processes != ranks => {
            Err(FdtdError::RanksOfProcesses { ranks, processes })
        }
        _ => Ok(()),
    }
}
