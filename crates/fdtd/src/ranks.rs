//! What each rank stores of the model of a plan, and what it exchanges.

use crate::error::FdtdError;
use crate::plan::Plan;
use poynting_fdtd_core::block::BLOCK;
use poynting_fdtd_core::engine::Config;
use poynting_fdtd_core::ranks::{NodeState, Traffic};
use poynting_grid::{Division, Ends, Span, Undivided};
use poynting_scene::{Precision, Wall};

/// A plan for several ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankPlan {
    /// Parts along each axis.
    pub parts: [usize; 3],
    /// Layers of the halos; so many steps pass between exchanges.
    pub halo: usize,
    /// Nodes that a rank owns: the fewest and the most.
    pub own: [u64; 2],
    /// What is stored of the grid, as a share of its nodes: by the rank that stores most, and by all of them.
    pub stored: [f64; 2],
    /// What a rank receives in an exchange: the most messages, and the most values.
    pub most: Traffic,
    /// What all ranks receive in an exchange.
    pub all: Traffic,
}

impl RankPlan {
    /// The division that a configuration asks for.
    pub fn new(plan: &Plan, config: &Config) -> Result<Self, FdtdError> {
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
        let size = |spans: &[Span; 3], of: fn(&Span) -> usize| -> u64 {
            spans.iter().map(|span| of(span) as u64).product()
        };
        let own = || {
            division
                .spans
                .iter()
                .map(|s| size(s, |span| span.own.len()))
        };
        let nodes = scene.nodes().map(|n| n as f64);
        let grid: f64 = nodes.iter().product();
        let stored = || {
            let spans = division.spans.iter();
            spans.map(|s| size(s, |span| span.len) as f64 / grid)
        };
        let received = (0..division.spans.len()).map(|rank| state.received(&division, rank));
        let received: Vec<Traffic> = received.collect();
        Ok(Self {
            parts: division.parts,
            halo: division.halo,
            own: [own().min().unwrap_or(0), own().max().unwrap_or(0)],
            stored: [stored().fold(0.0, f64::max), stored().sum()],
            most: Traffic {
                messages: received.iter().map(|t| t.messages).max().unwrap_or(0),
                values: received.iter().map(|t| t.values).max().unwrap_or(0),
            },
            all: received.into_iter().fold(Traffic::default(), |a, b| a + b),
        })
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
