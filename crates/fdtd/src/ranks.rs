//! What each rank stores of the grid of a plan.
//!
//! The cuts balance the cost of the nodes: one for the update, and in a PML what its psi add, as measured on one core (`docs/performance.md`).

use crate::error::FdtdError;
use crate::plan::Plan;
use poynting_exec::{RankChoice, Real};
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_grid::{Arrangement, Ends, Partition, Span};
use poynting_scene::Wall;

/// The cost of the psi of a node, where that of its update is 1.
const PSI: f64 = 0.4;
const AXES: [&str; 3] = ["x", "y", "z"];

/// The division of a grid.
#[derive(Debug)]
pub struct Division {
    /// What each rank stores.
    pub parts: Vec<Arrangement>,
    /// Layers of the halo.
    pub halo: usize,
}

/// Divides the grid of a plan, with halos of at most this many layers.
pub fn divide<T: Real>(
    plan: &Plan,
    choice: RankChoice,
    halo: usize,
) -> Result<Division, FdtdError> {
    let cells = plan.meshed.grid.cells();
    let periodic = plan.walls.map(|walls| walls[0].is_joined());
    // The last node of a periodic axis is the first one.
    let nodes: [usize; 3] = std::array::from_fn(|a| cells[a] + usize::from(!periodic[a]));
    let costs = std::array::from_fn(|axis| {
        let [below, above] = plan.meshed.layers[axis];
        let in_pml = |i: usize| i < below || i >= nodes[axis] - above;
        let cost = |i: usize| 1.0 + if in_pml(i) { PSI } else { 0.0 };
        (0..nodes[axis]).map(cost).collect::<Vec<f64>>()
    });
    let cut = |parts: [usize; 3]| {
        for axis in (0..3).filter(|axis| parts[*axis] > 1) {
            if let Some(reason) = obstacle(plan, axis, parts[axis], nodes[axis]) {
                return Err(FdtdError::Cut {
                    parts: parts[axis],
                    axis: AXES[axis],
                    reason,
                });
            }
        }
        Ok(Partition::new(parts, &costs))
    };
    let partition = match choice {
        RankChoice::Parts(parts) => cut(parts)?,
        RankChoice::Number(ranks) => {
            let possible = divisions(ranks).filter(|parts| cut(*parts).is_ok());
            let least = possible.min_by_key(|parts| surface(*parts, nodes));
            cut(least.ok_or(FdtdError::TooManyRanks { ranks, cells })?)?
        }
    };
    let parts = partition.parts();
    // Around a periodic axis the halos of a rank must not meet.
    let closed = (0..3).filter(|a| periodic[*a] && parts[*a] > 1);
    let room = closed.map(|a| (nodes[a] - partition.longest(a)) / 2);
    let halo = room.fold(halo.clamp(1, BLOCK), usize::min);
    // Complex fields pass all joined ends with a phase.
    let is_complex = plan.walls.as_flattened().contains(&Wall::Bloch);
    let ends = periodic.map(|is_periodic| match (is_periodic, is_complex) {
        (false, _) => Ends::Walls,
        (true, false) => Ends::Periodic,
        (true, true) => Ends::Bloch,
    });
    let arrangement = |rank: usize| {
        let own = partition.own(rank);
        let spans = std::array::from_fn(|a| match parts[a] {
            1 => Span {
                own: own[a].clone(),
                ..Span::whole(cells[a] + 1)
            },
            _ => Span::with_halo(own[a].clone(), halo, nodes[a], ends[a]),
        });
        plan.arrangement_of::<T>(spans)
    };
    Ok(Division {
        parts: (0..partition.ranks()).map(arrangement).collect(),
        halo,
    })
}

/// What a process stores of the grid of a plan, as a share of its nodes; the largest of all processes.
pub fn share_of_process(plan: &Plan, config: &Config) -> Result<f64, FdtdError> {
    check_processes(config)?;
    let nodes = |arrangement: &Arrangement| -> f64 {
        let lengths = arrangement.spans.each_ref().map(|span| span.len as f64);
        lengths.iter().product()
    };
    let whole = nodes(&plan.arrangement::<f32>());
    let parts = divide::<f32>(plan, config.ranks, config.halo)?.parts;
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

/// All ways to cut a grid into so many parts.
fn divisions(ranks: usize) -> impl Iterator<Item = [usize; 3]> {
    let divisors = move |n: usize| (1..=n).filter(move |d| n.is_multiple_of(*d));
    divisors(ranks).flat_map(move |x| {
        let rest = ranks / x;
        divisors(rest).map(move |y| [x, y, rest / y])
    })
}

/// Nodes of the cuts.
fn surface(parts: [usize; 3], [x, y, z]: [usize; 3]) -> usize {
    let planes = [y * z, z * x, x * y];
    (0..3).map(|a| (parts[a] - 1) * planes[a]).sum()
}

/// Why an axis cannot be cut.
fn obstacle(plan: &Plan, axis: usize, parts: usize, nodes: usize) -> Option<String> {
    let [wall, _] = plan.walls[axis];
    if parts > nodes {
        return Some(format!("it has {nodes} nodes"));
    }
    // A part and a layer of halo on either side. No PML lies along a periodic axis, so parts are equal.
    (wall.is_joined() && nodes.div_ceil(parts) + 2 > nodes)
        .then(|| format!("it has only {nodes} periodic nodes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_cut_where_the_least_is_exchanged() {
        let best = |ranks: usize, nodes: [usize; 3]| {
            divisions(ranks).min_by_key(|parts| surface(*parts, nodes))
        };
        assert_eq!(best(4, [100, 100, 400]), Some([1, 1, 4]));
        assert_eq!(best(8, [100, 100, 100]), Some([2, 2, 2]));
        assert_eq!(best(7, [100, 200, 100]), Some([1, 7, 1]));
        assert_eq!(divisions(8).count(), 10);
    }
}
