//! What each rank of a division has to do.

use crate::ranks::{NodeState, Traffic};
use poynting_grid::{Division, HalfStep, Span, Turn};

/// What a rank has to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Load {
    /// Nodes that it owns.
    pub own: u64,
    /// Nodes that it stores: its own and its halo.
    pub stored: u64,
    /// Updates of E and of H between two exchanges, in nodes: of its own ones, and of those of the halo that are still known.
    pub updates: u64,
    /// What it receives in an exchange.
    pub received: Traffic,
    /// Values of its own nodes in snapshots and field monitors, in a block of steps.
    pub fields: u64,
}

/// A plan for several ranks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankPlan {
    /// Parts along each axis.
    pub parts: [usize; 3],
    /// Layers of the halos; so many steps pass between exchanges.
    pub halo: usize,
    /// Nodes of the grid.
    pub nodes: u64,
    /// What each rank has to do.
    pub loads: Vec<Load>,
}

impl RankPlan {
    /// The plan of a division of a grid with this many nodes per axis, which are turned in memory.
    pub fn new(
        division: &Division,
        (nodes, turn): ([usize; 3], Turn),
        state: &NodeState<'_>,
    ) -> Self {
        let product = |spans: &[Span; 3], of: fn(&Span) -> usize| -> u64 {
            spans.iter().map(|span| of(span) as u64).product()
        };
        let updates = |spans: &[Span; 3]| -> u64 {
            let known = |half: HalfStep, steps: usize| -> u64 {
                let lengths = (0..3).map(|a| match turn.axis(a) {
                    2 => spans[a].len,
                    _ => half
                        .known(0..spans[a].len, spans[a].cuts(nodes[a]), steps)
                        .len(),
                });
                lengths.map(|len| len as u64).product()
            };
            let steps = 0..division.halo;
            let halves = steps.flat_map(|t| [(HalfStep::E, t), (HalfStep::H, t)]);
            halves.map(|(half, t)| known(half, t)).sum()
        };
        let load = |(rank, spans)| Load {
            updates: updates(spans),
            own: product(spans, |span| span.own.len()),
            stored: product(spans, |span| span.len),
            received: state.received(division, rank),
            fields: 0,
        };
        Self {
            parts: division.parts,
            halo: division.halo,
            nodes: nodes.iter().map(|n| *n as u64).product(),
            loads: division.spans.iter().enumerate().map(load).collect(),
        }
    }

    /// The most that a rank has of something.
    pub fn most(&self, of: impl Fn(&Load) -> u64) -> u64 {
        self.loads.iter().map(of).max().unwrap_or(0)
    }

    /// What all ranks receive in an exchange.
    pub fn traffic(&self) -> Traffic {
        let received = self.loads.iter().map(|load| load.received);
        received.fold(Traffic::default(), |a, b| a + b)
    }

    /// What is stored of the grid, as a share of its nodes: by the rank that stores most, and by all of them.
    pub fn stored(&self) -> [f64; 2] {
        let all: u64 = self.loads.iter().map(|load| load.stored).sum();
        [self.most(|load| load.stored), all].map(|stored| stored as f64 / self.nodes as f64)
    }
}
