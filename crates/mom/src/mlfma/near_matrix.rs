//! The near-field matrix: entries between functions of adjacent leaves, integrated like those of a dense matrix.
//!
//! Leaves are processed in groups. Within a group each test triangle is integrated once with all triangles that interact with any of its functions,
//! and the entries go to the rows of the group; a pair is integrated twice only where groups meet. The values are kept in memory, or on disk where
//! memory is short.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::time::Instant;

use poynting_checkpoint::CheckpointError;
use poynting_linalg::{Complex, MatMut, MatRef};
use rayon::prelude::*;

use super::octree::Octree;
use crate::block_sparse::BlockRow;
use crate::block_sparse::BlockSparse;
use crate::block_sparse::Layout;
use crate::block_sparse::Sliced;
use crate::state::{put_values, take_values};
use poynting_mom_core::error::MomError;
use poynting_mom_core::forecast::middles;
use poynting_mom_core::formula::Block;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;
use poynting_mom_core::rounded::Rounded;
use poynting_mom_core::space::RwgSpace;

/// Leaves per group: enough that few triangles belong to two groups, and few enough to balance the threads.
const GROUP: usize = 128;
/// Groups, and the sampling stride of their triangles, that are integrated to estimate the total time.
const SAMPLED_GROUPS: usize = 16;
const SAMPLED_TRIANGLES: usize = 32;
/// Not among the integrated triangles.
const NONE: u32 = u32::MAX;

/// The near-field matrix of an operator on a tree; row and column indices follow the order of the tree.
#[derive(Debug)]
pub enum NearMatrix<T> {
    /// In memory.
    Held(BlockSparse<T>),
    /// On disk.
    OnDisk(Sliced<T>),
}

impl<T: Precision> NearMatrix<T> {
    /// Integrates it. If the bytes of a `slice` are given, it is stored on disk in slices of about that size.
    pub(super) fn new(
        tree: &Octree,
        rounded: &Rounded<'_, T>,
        slice: Option<u64>,
    ) -> Result<Self, MomError> {
        let work = Work::new(tree, rounded);
        let layout = Layout::new(tree.starts.clone(), &tree.near);
        if let Some(slice) = slice {
            let fill = |layout: &Layout, rows: Range<usize>, values: &mut [_]| {
                work.fill_all(&mut layout.rows_mut(rows, values))
            };
            return Ok(Self::OnDisk(Sliced::new(layout, slice, fill)?));
        }
        let mut held = BlockSparse::new(layout);
        work.fill_all(&mut held.rows_mut())?;
        Ok(Self::Held(held))
    }

    /// One as [`NearMatrix::save`] has written it, kept where [`NearMatrix::new`] would.
    pub(super) fn read(
        tree: &Octree,
        slice: Option<u64>,
        from: &mut dyn Read,
    ) -> Result<Self, MomError> {
        let layout = Layout::new(tree.starts.clone(), &tree.near);
        let mut take =
            |values: &mut [Complex<T>]| take_values(from, values).map_err(CheckpointError::State);
        if let Some(slice) = slice {
            let fill = |_: &Layout, _, values: &mut [_]| Ok::<_, MomError>(take(values)?);
            return Ok(Self::OnDisk(Sliced::new(layout, slice, fill)?));
        }
        let mut held = BlockSparse::new(layout);
        take(held.values_mut())?;
        Ok(Self::Held(held))
    }

    /// Writes all values.
    pub(super) fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Held(blocks) => put_values(to, &blocks.values),
            Self::OnDisk(sliced) => sliced.for_each(|values| put_values(to, values)),
        }
    }

    /// Bytes of all values.
    pub(super) fn all_bytes(&self) -> u64 {
        match self {
            Self::Held(blocks) => blocks.bytes(),
            Self::OnDisk(sliced) => sliced.bytes_on_disk(),
        }
    }

    /// All blocks, if they are in memory.
    pub fn held(&self) -> Option<&BlockSparse<T>> {
        match self {
            Self::Held(blocks) => Some(blocks),
            Self::OnDisk(_) => None,
        }
    }

    /// The blocks in memory, which include those on the diagonal.
    pub fn with_diagonal(&self) -> &BlockSparse<T> {
        match self {
            Self::Held(blocks) => blocks,
            Self::OnDisk(sliced) => sliced.diagonal(),
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Held(blocks) => blocks.bytes(),
            Self::OnDisk(sliced) => sliced.bytes(),
        }
    }

    /// y = A x.
    pub fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        match self {
            Self::Held(blocks) => blocks.multiply(x, y),
            Self::OnDisk(sliced) => Ok(sliced.multiply(x, y)?),
        }
    }
}

impl<'a, 'o, T: Precision> Work<'a, 'o, T> {
    fn new(tree: &'a Octree, rounded: &'a Rounded<'o, T>) -> Self {
        let mut leaf_of = vec![0_u32; tree.order.len()];
        let mut place_of = vec![0_u32; tree.order.len()];
        for leaf in 0..tree.leaves() {
            for place in tree.starts[leaf]..tree.starts[leaf + 1] {
                place_of[tree.order[place] as usize] = place as u32;
                leaf_of[place] = leaf as u32;
            }
        }
        Self {
            tree,
            rounded,
            space: rounded.operator.space(),
            place_of,
            leaf_of,
        }
    }

    /// Fills consecutive rows.
    fn fill_all(&self, rows: &mut [BlockRow<'_, T>]) -> Result<(), MomError> {
        let groups = rows.par_chunks_mut(GROUP);
        groups.try_for_each_init(
            || Workspace::new(self.space.triangles().len()),
            |work, rows| {
                let triangles = self.triangles(&leaves_of(rows));
                self.fill(rows, &triangles, work)
            },
        )
    }

    /// Seconds of one thread for all groups, extrapolated from some test triangles of some groups.
    fn sampled_seconds(&self) -> Result<f64, MomError> {
        let layout = Layout::new(self.tree.starts.clone(), &self.tree.near);
        let groups: Vec<Range<usize>> = (0..self.tree.leaves())
            .step_by(GROUP)
            .map(|first| first..self.tree.leaves().min(first + GROUP))
            .collect();
        let all: usize = groups.par_iter().map(|g| self.triangles(g).len()).sum();
        let sampled: Vec<usize> = middles(groups.len(), SAMPLED_GROUPS).collect();
        let measured = sampled.par_iter().with_max_len(1).map(|&group| {
            let leaves = &groups[group];
            let mut values =
                vec![Complex::new(T::of(0.0), T::of(0.0)); layout.values(leaves).len()];
            let mut rows = layout.rows_mut(leaves.clone(), &mut values);
            let mut work = Workspace::new(self.space.triangles().len());
            let triangles = self.triangles(leaves).into_iter();
            let some: Vec<usize> = triangles.step_by(SAMPLED_TRIANGLES).collect();
            let start = Instant::now();
            self.fill(&mut rows, &some, &mut work)?;
            Ok((start.elapsed().as_secs_f64(), some.len()))
        });
        let measured: Vec<(f64, usize)> = measured.collect::<Result<_, MomError>>()?;
        let seconds: f64 = measured.iter().map(|m| m.0).sum();
        let integrated: usize = measured.iter().map(|m| m.1).sum();
        Ok(seconds * all as f64 / integrated as f64)
    }
}

/// Seconds of one thread for the near field, from a sample.
pub(super) fn sampled_seconds<T: Precision>(
    tree: &Octree,
    rounded: &Rounded<'_, T>,
) -> Result<f64, MomError> {
    Work::new(tree, rounded).sampled_seconds()
}

/// The leaves that rows belong to.
fn leaves_of<T>(rows: &[BlockRow<'_, T>]) -> Range<usize> {
    let first = rows.first().map_or(0, |row| row.row);
    first..first + rows.len()
}

struct Work<'a, 'o, T> {
    tree: &'a Octree,
    rounded: &'a Rounded<'o, T>,
    space: &'a RwgSpace,
    place_of: Vec<u32>,
    leaf_of: Vec<u32>,
}

/// Work arrays of a group.
struct Workspace<T> {
    /// Index of each triangle among the trial triangles.
    index: Vec<u32>,
    pairs: Vec<[u32; 2]>,
    blocks: Vec<Block<T>>,
}

impl<T> Workspace<T> {
    fn new(triangles: usize) -> Self {
        Self {
            index: vec![NONE; triangles],
            pairs: Vec::new(),
            blocks: Vec::new(),
        }
    }
}

impl<T: Precision> Work<'_, '_, T> {
    /// The triangles of a group, each once.
    fn triangles(&self, leaves: &Range<usize>) -> Vec<usize> {
        let places = self.tree.starts[leaves.start]..self.tree.starts[leaves.end];
        let functions = self.tree.order[places].iter();
        let halves = functions.flat_map(|&f| self.space.functions()[f as usize].halves);
        let mut triangles: Vec<usize> = halves.map(|half| half.triangle).collect();
        triangles.sort_unstable();
        triangles.dedup();
        triangles
    }

    /// Adds the contributions of some triangles of a group to its rows.
    fn fill(
        &self,
        rows: &mut [BlockRow<'_, T>],
        triangles: &[usize],
        work: &mut Workspace<T>,
    ) -> Result<(), MomError> {
        let leaves = leaves_of(rows);
        let (first, places) = (
            leaves.start,
            self.tree.starts[leaves.start]..self.tree.starts[leaves.end],
        );
        for &test in triangles {
            let shares = self.space.shares(test).iter();
            // Index, leaf, corner and weight of the functions that this group owns.
            let owned: Vec<(usize, usize, usize, f64)> = shares
                .map(|share| (self.place_of[share.function] as usize, share))
                .filter(|(place, _)| places.contains(place))
                .map(|(place, s)| (place, self.leaf_of[place] as usize, s.corner, s.weight))
                .collect();
            self.integrate(test, owned.iter().map(|o| o.1), work)?;
            for &(place, leaf, corner, weight) in &owned {
                let row = place - self.tree.starts[leaf];
                self.scatter(
                    leaf,
                    row,
                    (corner, weight),
                    rows[leaf - first].values(),
                    work,
                );
            }
            for pair in &work.pairs {
                work.index[pair[1] as usize] = NONE;
            }
        }
        Ok(())
    }

    /// All pairs of a test triangle with the triangles of leaves near the given leaves.
    fn integrate(
        &self,
        test: usize,
        leaves: impl Iterator<Item = usize>,
        work: &mut Workspace<T>,
    ) -> Result<(), MomError> {
        work.pairs.clear();
        let mut seen: Vec<u32> = leaves
            .flat_map(|leaf| &self.tree.near[leaf][..])
            .copied()
            .collect();
        seen.sort_unstable();
        seen.dedup();
        for leaf in seen {
            for &f in self.tree.functions(leaf as usize) {
                for half in self.space.functions()[f as usize].halves {
                    let place = &mut work.index[half.triangle];
                    if *place == NONE {
                        *place = work.pairs.len() as u32;
                        work.pairs.push([test as u32, half.triangle as u32]);
                    }
                }
            }
        }
        self.rounded.blocks(&work.pairs, &mut work.blocks)
    }

    /// Adds the contribution of one test function on the test triangle.
    fn scatter(
        &self,
        leaf: usize,
        row: usize,
        (corner, weight): (usize, f64),
        values: &mut [Complex<T>],
        work: &Workspace<T>,
    ) {
        let height = self.tree.functions(leaf).len();
        let mut at = row;
        for &other in &self.tree.near[leaf] {
            for &f in self.tree.functions(other as usize) {
                let value = &mut values[at];
                for half in self.space.functions()[f as usize].halves {
                    let block = &work.blocks[work.index[half.triangle] as usize];
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
