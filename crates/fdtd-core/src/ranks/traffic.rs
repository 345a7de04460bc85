//! What ranks exchange, counted from the division of a grid alone: nothing is set up.

use crate::cpml::Profile;
use crate::dispersion::DispersiveNodes;
use poynting_grid::{Division, HalfStep, overlap};
use std::ops::{Add, Range};

/// Messages and what they contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Number of messages.
    pub messages: u64,
    /// Values in them.
    pub values: u64,
}

impl Add for Traffic {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            messages: self.messages + other.messages,
            values: self.values + other.values,
        }
    }
}

/// What a model stores per node.
#[derive(Debug, Clone, Copy)]
pub struct NodeState<'a> {
    /// Offsets within a row of the parts of the fields.
    pub parts: &'a [usize],
    /// PMLs.
    pub profiles: &'a [Profile],
    /// Dispersive media.
    pub dispersive: &'a DispersiveNodes,
}

impl NodeState<'_> {
    /// Values of the nodes of a box of the scene, in the real part.
    pub fn values(&self, nodes: &[Range<usize>; 3]) -> u64 {
        let lengths = nodes.each_ref().map(|range| range.len() as u64);
        let volume: u64 = lengths.iter().product();
        let psi = |profile: &Profile, half: HalfStep| {
            let inside = |(node, _): &&(usize, _)| nodes[profile.axis].contains(node);
            let planes = profile.of(half).iter().filter(inside).count() as u64;
            2 * planes * volume / lengths[profile.axis].max(1)
        };
        let halves = [HalfStep::E, HalfStep::H];
        let of_layers = self
            .profiles
            .iter()
            .flat_map(|profile| halves.map(|half| psi(profile, half)));
        let of_part = 6 * volume + of_layers.sum::<u64>();
        of_part * self.parts.len() as u64 + self.dispersive_values(nodes)
    }

    fn dispersive_values(&self, [x, y, z]: &[Range<usize>; 3]) -> u64 {
        let segments = self.dispersive.halves.iter().flatten();
        let of_segment = segments.map(|segment| {
            let [i, j] = segment.row.map(|n| n as usize);
            if !x.contains(&i) || !y.contains(&j) {
                return 0;
            }
            let own = segment.z.start as usize..segment.z.end as usize;
            let inside = self.parts.iter().map(|part| {
                let within = z.start + part..z.end + part;
                overlap(&own, &within).len() as u64
            });
            inside.sum::<u64>() * self.dispersive.recipes[segment.recipe as usize].values() as u64
        });
        of_segment.sum()
    }

    /// What a rank receives in one exchange.
    pub fn received(&self, division: &Division, rank: usize) -> Traffic {
        let from = division.halo_boxes(rank).map(|(_, boxes)| Traffic {
            messages: 1,
            values: boxes.iter().map(|nodes| self.values(nodes)).sum(),
        });
        from.fold(Traffic::default(), Add::add)
    }
}
