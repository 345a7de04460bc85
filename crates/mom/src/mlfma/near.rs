//! The near field: entries between functions of leaves that touch, integrated as those of a dense matrix are.
//!
//! Leaves are taken in groups. In a group each test triangle is integrated once with all triangles that any of its functions meets, and the
//! entries go to the rows of the group; only where groups meet a pair is integrated twice.

use rayon::prelude::*;

use faer::complex::Complex;

use super::octree::Octree;
use crate::block_sparse::{BlockRow, BlockSparse};
use crate::error::MomError;
use crate::formula::Block;
use crate::rounded::Rounded;
use crate::solve::Precision;
use crate::space::RwgSpace;

/// Leaves of a group: enough that few triangles belong to two groups, and few enough that threads end together.
const GROUP: usize = 128;
/// Not a triangle of those that are integrated.
const NONE: u32 = u32::MAX;

/// The near field of an operator on a tree; the numbers of rows and columns are places in the order of the tree.
pub fn near_field<T: Precision>(
    tree: &Octree,
    rounded: &Rounded<'_, T>,
) -> Result<BlockSparse<T>, MomError> {
    let mut matrix = BlockSparse::new(tree.starts.clone(), &tree.near);
    let mut leaf_of = vec![0_u32; tree.order.len()];
    let mut place_of = vec![0_u32; tree.order.len()];
    for leaf in 0..tree.leaves() {
        for place in tree.starts[leaf]..tree.starts[leaf + 1] {
            place_of[tree.order[place] as usize] = place as u32;
            leaf_of[place] = leaf as u32;
        }
    }
    let space = rounded.operator.space();
    let work = Work {
        tree,
        rounded,
        space,
        place_of,
        leaf_of,
    };
    let mut rows = matrix.rows_mut();
    let groups = rows.par_chunks_mut(GROUP).enumerate();
    groups.try_for_each_init(
        || Room::new(space.triangles().len()),
        |room, (group, rows)| work.fill(group * GROUP, rows, room),
    )?;
    drop(rows);
    Ok(matrix)
}

struct Work<'a, 'o, T> {
    tree: &'a Octree,
    rounded: &'a Rounded<'o, T>,
    space: &'a RwgSpace,
    place_of: Vec<u32>,
    leaf_of: Vec<u32>,
}

/// Room for a group.
struct Room<T> {
    /// Where each triangle stands among the trial triangles.
    index: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    blocks: Vec<Block<T>>,
}

impl<T> Room<T> {
    fn new(triangles: usize) -> Self {
        Self {
            index: vec![NONE; triangles],
            pairs: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

impl<T: Precision> Work<'_, '_, T> {
    /// Fills the rows of the leaves from `first` on.
    fn fill(
        &self,
        first: usize,
        rows: &mut [BlockRow<'_, T>],
        room: &mut Room<T>,
    ) -> Result<(), MomError> {
        let leaves = first..first + rows.len();
        let places = self.tree.starts[leaves.start]..self.tree.starts[leaves.end];
        let functions = self.tree.order[places.clone()].iter();
        let halves = functions.flat_map(|&f| self.space.functions()[f as usize].halves);
        let mut triangles: Vec<usize> = halves.map(|half| half.triangle).collect();
        triangles.sort_unstable();
        triangles.dedup();
        for test in triangles {
            let shares = self.space.shares(test).iter();
            // Place, leaf, corner and weight of the functions that this group owns.
            let owned: Vec<(usize, usize, usize, f64)> = shares
                .map(|share| (self.place_of[share.function] as usize, share))
                .filter(|(place, _)| places.contains(place))
                .map(|(place, s)| (place, self.leaf_of[place] as usize, s.corner, s.weight))
                .collect();
            self.integrate(test, owned.iter().map(|o| o.1), room)?;
            for &(place, leaf, corner, weight) in &owned {
                let row = place - self.tree.starts[leaf];
                self.scatter(
                    leaf,
                    row,
                    (corner, weight),
                    rows[leaf - first].values(),
                    room,
                );
            }
            for pair in &room.pairs {
                room.index[pair[1] as usize] = NONE;
            }
        }
        Ok(())
    }

    /// All pairs of a test triangle with triangles that leaves near some leaves have.
    fn integrate(
        &self,
        test: usize,
        leaves: impl Iterator<Item = usize>,
        room: &mut Room<T>,
    ) -> Result<(), MomError> {
        room.pairs.clear();
        let mut seen: Vec<u32> = leaves
            .flat_map(|leaf| &self.tree.near[leaf])
            .copied()
            .collect();
        seen.sort_unstable();
        seen.dedup();
        for leaf in seen {
            for &f in self.tree.functions(leaf as usize) {
                for half in self.space.functions()[f as usize].halves {
                    let place = &mut room.index[half.triangle];
                    if *place == NONE {
                        *place = room.pairs.len() as u32;
                        room.pairs.push([test as u32, half.triangle as u32]);
                    }
                }
            }
        }
        self.rounded.blocks(&room.pairs, &mut room.blocks)
    }

    /// Adds what one test function has on the test triangle.
    fn scatter(
        &self,
        leaf: usize,
        row: usize,
        (corner, weight): (usize, f64),
        values: &mut [Complex<T>],
        room: &Room<T>,
    ) {
        let height = self.tree.functions(leaf).len();
        let mut at = row;
        for &other in &self.tree.near[leaf] {
            for &f in self.tree.functions(other as usize) {
                let value = &mut values[at];
                for half in self.space.functions()[f as usize].halves {
                    let block = &room.blocks[room.index[half.triangle] as usize];
                    let [re, im] = block[corner][half.corner];
                    let factor = T::of(weight * half.weight);
                    value.re += re * factor;
                    value.im += im * factor;
                }
                at += height;
            }
        }
    }
}
