//! What each rank stores of a grid.
//!
//! The cuts balance the cost of the nodes: one for the update, and in a PML what its psi add, as measured on one core (`docs/performance.md`).

use crate::arrangement::Turn;
use crate::partition::Partition;
use crate::span::{Ends, Span};
use poynting_exec::RankChoice;
use std::ops::Range;

/// The cost of the psi of a node, where that of its update is 1.
const PSI: f64 = 0.4;
const AXES: [&str; 3] = ["x", "y", "z"];

/// A grid to be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undivided {
    /// Cells per axis.
    pub cells: [usize; 3],
    /// What lies at the ends of each axis.
    pub ends: [Ends; 3],
    /// Cells of the PMLs at the lower and upper end of each axis.
    pub layers: [[usize; 2]; 3],
    /// How its axes lie in memory.
    pub turn: Turn,
}

/// The division of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// Parts along each axis. Ranks are numbered with z fastest.
    pub parts: [usize; 3],
    /// What each rank stores along each axis.
    pub spans: Vec<[Span; 3]>,
    /// Layers of the halos.
    pub halo: usize,
}

/// A grid that cannot be divided so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DivisionError {
    /// An axis cannot be cut into so many parts.
    #[error("the grid cannot be cut into {parts} parts along {axis}: {reason}")]
    Cut {
        /// Number of parts.
        parts: usize,
        /// The axis.
        axis: &'static str,
        /// Why.
        reason: String,
    },
    /// The grid has no room for so many ranks.
    #[error(
        "a grid of {} x {} x {} cells cannot be cut into {ranks} parts; fewer ranks can share it",
        .cells[0], .cells[1], .cells[2]
    )]
    TooManyRanks {
        /// Number of ranks.
        ranks: usize,
        /// Cells of the grid.
        cells: [usize; 3],
    },
}

/// Boxes of nodes of the scene.
type Boxes = Vec<[Range<usize>; 3]>;

impl Division {
    /// The halo of a rank: the ranks that own some of it, with the boxes of their nodes.
    pub fn halo_boxes(&self, rank: usize) -> impl Iterator<Item = (usize, Boxes)> {
        let [_, py, pz] = self.parts;
        // A rank with the n-th part of an axis: all of them have the same one.
        let strides = [py * pz, pz, 1];
        let near: [Vec<(usize, Vec<Range<usize>>)>; 3] = std::array::from_fn(|axis| {
            let part = |n: usize| {
                let own = &self.spans[n * strides[axis]][axis].own;
                let pieces = self.spans[rank][axis].pieces(own).into_iter();
                (n, pieces.map(|(nodes, _)| nodes).collect::<Vec<_>>())
            };
            let parts = (0..self.parts[axis]).map(part);
            parts.filter(|(_, pieces)| !pieces.is_empty()).collect()
        });
        let mut owners = Vec::new();
        for (i, xs) in &near[0] {
            for (j, ys) in &near[1] {
                for (k, zs) in &near[2] {
                    let boxes = xs.iter().flat_map(|x| {
                        ys.iter().flat_map(move |y| {
                            zs.iter().map(move |z| [x.clone(), y.clone(), z.clone()])
                        })
                    });
                    owners.push((i * strides[0] + j * strides[1] + k, boxes.collect()));
                }
            }
        }
        owners.into_iter().filter(move |(owner, _)| *owner != rank)
    }
}

impl Undivided {
    /// Divides the grid, with halos of at most this many layers.
    pub fn divide(&self, choice: RankChoice, halo: usize) -> Result<Division, DivisionError> {
        Ok(self.stored(&self.partition(choice)?, halo))
    }

    /// Divides the grid into slabs with these shares, normal to the axis where cuts cost least.
    pub fn share(&self, shares: &[f64], halo: usize) -> Result<Division, DivisionError> {
        let nodes = self.nodes();
        let whole = || vec![1.0];
        let along = |axis: usize| {
            let mut all = [whole(), whole(), whole()];
            all[axis] = shares.to_vec();
            all
        };
        let is_possible = |axis: &usize| {
            let (nodes, is_open) = (nodes[*axis], self.ends[*axis] == Ends::Walls);
            let fits =
                || Partition::shared(&along(*axis), &self.costs()).longest(*axis) + 2 <= nodes;
            shares.len() <= nodes && (is_open || shares.len() == 1 || fits())
        };
        let axes = (0..3).filter(is_possible);
        let cost = |axis: &usize| {
            let mut parts = [1; 3];
            parts[*axis] = shares.len();
            self.cost(parts)
        };
        let axis = axes.min_by_key(cost);
        let axis = axis.ok_or(DivisionError::TooManyRanks {
            ranks: shares.len(),
            cells: self.cells,
        })?;
        let partition = Partition::shared(&along(axis), &self.costs());
        Ok(self.stored(&partition, halo))
    }

    /// What each rank stores, with halos of at most this many layers.
    fn stored(&self, partition: &Partition, halo: usize) -> Division {
        let parts = partition.parts();
        let nodes = self.nodes();
        // Around a joined axis the halos of a rank must not meet.
        let joined = (0..3).filter(|a| self.ends[*a] != Ends::Walls && parts[*a] > 1);
        let room = joined.map(|a| (nodes[a] - partition.longest(a)) / 2);
        let halo = room.fold(halo.max(1), usize::min);
        let spans = |rank: usize| {
            let own = partition.own(rank);
            std::array::from_fn(|a| match parts[a] {
                1 => Span {
                    own: own[a].clone(),
                    ..Span::whole(self.cells[a] + 1)
                },
                _ => Span::with_halo(own[a].clone(), halo, nodes[a], self.ends[a]),
            })
        };
        Division {
            parts,
            spans: (0..partition.ranks()).map(spans).collect(),
            halo,
        }
    }

    /// Nodes per axis: the last one of a joined axis is the first.
    fn nodes(&self) -> [usize; 3] {
        std::array::from_fn(|a| self.cells[a] + usize::from(self.ends[a] == Ends::Walls))
    }

    /// The cuts.
    fn partition(&self, choice: RankChoice) -> Result<Partition, DivisionError> {
        let parts = match choice {
            RankChoice::Parts(parts) => parts,
            RankChoice::Number(ranks) => {
                let possible = divisions(ranks).filter(|parts| self.check(*parts).is_ok());
                let least = possible.min_by_key(|parts| self.cost(*parts));
                let cells = self.cells;
                least.ok_or(DivisionError::TooManyRanks { ranks, cells })?
            }
        };
        self.check(parts)?;
        Ok(Partition::new(parts, &self.costs()))
    }

    /// What cuts cost: the nodes that they pass, and first among equals those that leave rows and planes whole. A cut across rows counts half as much
    /// again: rows become shorter, and what is exchanged lies scattered.
    fn cost(&self, parts: [usize; 3]) -> [usize; 3] {
        let (parts, nodes) = (self.turn.each(parts), self.turn.each(self.nodes()));
        let volume: usize = nodes.iter().product();
        let passed = |axis: usize| (parts[axis] - 1) * volume / nodes[axis];
        [
            2 * passed(0) + 2 * passed(1) + 3 * passed(2),
            parts[2],
            parts[1],
        ]
    }

    /// The cost of the planes of nodes across each axis.
    fn costs(&self) -> [Vec<f64>; 3] {
        std::array::from_fn(|axis| {
            let ([below, above], nodes) = (self.layers[axis], self.nodes()[axis]);
            let in_pml = |i: usize| i < below || i >= nodes - above;
            // At the last wall nothing is updated.
            let is_still = |i: usize| i == self.cells[axis];
            let cost = |i: usize| match i {
                i if is_still(i) => 0.0,
                i if in_pml(i) => 1.0 + PSI,
                _ => 1.0,
            };
            (0..nodes).map(cost).collect()
        })
    }

    /// Refuses cuts that are impossible.
    fn check(&self, parts: [usize; 3]) -> Result<(), DivisionError> {
        (0..3).try_for_each(|axis| match self.obstacle(axis, parts[axis]) {
            None => Ok(()),
            Some(reason) => Err(DivisionError::Cut {
                parts: parts[axis],
                axis: AXES[axis],
                reason,
            }),
        })
    }

    /// Why an axis cannot be cut.
    fn obstacle(&self, axis: usize, parts: usize) -> Option<String> {
        let nodes = self.nodes()[axis];
        if parts == 1 {
            None
        } else if parts > nodes {
            Some(format!("it has {nodes} nodes"))
        } else {
            // A part and a layer of halo on either side. No PML lies along a joined axis, so parts are equal.
            let is_narrow = self.ends[axis] != Ends::Walls && nodes.div_ceil(parts) + 2 > nodes;
            is_narrow.then(|| format!("it has only {nodes} periodic nodes"))
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(cells: [usize; 3], x: Ends) -> Undivided {
        Undivided {
            cells,
            ends: [x, Ends::Walls, Ends::Walls],
            layers: [[0; 2]; 3],
            turn: Turn::NONE,
        }
    }

    #[test]
    fn grids_are_cut_where_the_least_is_exchanged() {
        let best = |ranks: usize, cells: [usize; 3]| {
            let grid = grid(cells, Ends::Walls);
            let partition = grid.partition(RankChoice::Number(ranks)).unwrap();
            partition.parts()
        };
        assert_eq!(best(4, [100, 100, 400]), [1, 1, 4]);
        assert_eq!(best(8, [100, 100, 100]), [2, 2, 2]);
        assert_eq!(best(7, [100, 200, 100]), [1, 7, 1]);
        // Rows remain whole.
        assert_eq!(best(2, [100, 100, 110]), [2, 1, 1]);
        assert_eq!(best(4, [100, 100, 100]), [2, 2, 1]);
        assert_eq!(best(64, [400, 400, 400]), [4, 4, 4]);
        assert_eq!(divisions(8).count(), 10);
    }

    #[test]
    fn shares_are_those_asked_for() {
        let own = |grid: Undivided, shares: &[f64], axis: usize| {
            let division = grid.share(shares, 8).unwrap();
            let spans = division.spans.iter();
            spans.map(|span| span[axis].own.len()).collect::<Vec<_>>()
        };
        // At the last node, on the wall, nothing is to be done.
        let open = grid([29, 80, 20], Ends::Walls);
        assert_eq!(own(open, &[3.0, 1.0], 1), [60, 21]);
        assert_eq!(own(open, &[1.0, 1.0, 2.0], 1), [20, 20, 41]);
        // Along x the halos would meet.
        let ring = grid([40, 9, 9], Ends::Periodic);
        assert_eq!(own(ring, &[1.0, 1.0], 0), [20, 20]);
        assert_eq!(own(ring, &[39.0, 1.0], 1), [9, 1]);
    }

    #[test]
    fn halos_around_a_joined_axis_do_not_meet() {
        let grid = grid([20, 30, 30], Ends::Bloch);
        let halo = |parts| grid.divide(RankChoice::Parts(parts), 8).unwrap().halo;
        assert_eq!(halo([2, 1, 1]), 5);
        assert_eq!(halo([4, 1, 1]), 7);
        assert_eq!(halo([1, 2, 2]), 8);
        assert_eq!(halo([20, 1, 1]), 8);
    }

    #[test]
    fn impossible_cuts_are_explained() {
        let message = |grid: Undivided, choice: &str| {
            let error = grid.divide(choice.parse().unwrap(), 8).unwrap_err();
            error.to_string()
        };
        let open = grid([9, 9, 9], Ends::Walls);
        assert!(message(open, "1000x1x1").contains("10 nodes"));
        assert!(message(open, "1009").contains("fewer ranks"));
        let narrow = grid([3, 9, 9], Ends::Periodic);
        assert!(message(narrow, "2x1x1").contains("3 periodic nodes"));
    }
}
