//! A matrix of low-rank blocks.
//!
//! ```text
//! A[t, s] ~ U V^T      for clusters t, s that are apart
//! ```
//!
//! with a total error of at most eps |A| in the Frobenius norm (`tolerance`); other blocks are stored dense
//! (W. Hackbusch, Hierarchical Matrices, Springer 2015). Clusters (`cluster`) are paired (`partition`), admissible pairs are
//! approximated by crosses (`aca`, `probe`), and these are truncated by an SVD (`recompression`).
//!
//! Tested against dense products of the EFIE and the CFIE in both precisions.

pub(crate) mod aca;
pub(crate) mod cluster;
mod content;
mod estimate;
pub(crate) mod panel;
pub(crate) mod part;
pub(crate) mod partition;
mod probe;
mod product;
pub(crate) mod recompression;
pub(crate) mod tolerance;

pub use estimate::{forecast, memory};

use std::io::{self, Read, Write};

use poynting_checkpoint::CheckpointError;
use poynting_linalg::{Complex, MatRef};
use rayon::prelude::*;

use crate::block_sparse::BlockSparse;
use crate::block_sparse::Layout;
use crate::state::State;
use cluster::Clusters;
use panel::{Content, Panel};
use part::part;
use partition::{Kind, Pairing, partition};
use poynting_mom_core::entries::Entries;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::space::RwgSpace;
use tolerance::Tolerance;

/// Parameters of an H-matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Error of the matrix over its Frobenius norm, at most.
    pub eps: f64,
    /// Maximum number of functions per leaf.
    pub leaf: usize,
    /// Clusters are admissible when the diameter of the smaller one is at most this many times their distance.
    pub admissibility: f64,
}

impl Options {
    /// Cluster parameters that take little memory: for a sphere of 4320 unknowns and a radius of 1.1 wavelengths, compression to 1e-3 left 0.48, 0.37
    /// and 0.32 of the dense matrix for admissibilities of 1.5, 3 and 5, and products with small leaves took longer.
    pub fn new(eps: f64) -> Self {
        Self {
            eps,
            leaf: 64,
            admissibility: 5.0,
        }
    }

    fn check(&self) -> Result<(), MomError> {
        let demand = |holds: bool, name, value, demand| {
            let error = MomError::Number {
                name,
                value,
                demand,
            };
            if holds { Ok(()) } else { Err(error) }
        };
        let (eps, eta) = (self.eps, self.admissibility);
        demand(
            eps > 0.0 && eps < 1.0,
            "the H-matrix tolerance",
            eps,
            "must lie between 0 and 1",
        )?;
        demand(
            self.leaf > 0,
            "the leaf size",
            self.leaf as f64,
            "must be positive",
        )?;
        demand(
            eta.is_finite() && eta > 0.0,
            "the admissibility",
            eta,
            "must be positive",
        )
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Block<T> {
    pairing: Pairing,
    content: Content<T>,
}

/// A matrix of dense and low-rank blocks.
#[derive(Debug, Clone, PartialEq)]
pub struct HMatrix<T> {
    clusters: Clusters,
    blocks: Vec<Block<T>>,
    /// For each leaf, the blocks that contain its rows.
    above: Vec<Vec<u32>>,
}

/// A dense block.
#[derive(Debug, Clone, Copy)]
pub struct DenseBlock<'a, T> {
    /// Their rows.
    pub rows: &'a [u32],
    /// Their columns.
    pub columns: &'a [u32],
    /// Their values.
    pub values: MatRef<'a, Complex<T>>,
}

/// What an H-matrix consists of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statistics {
    /// Low-rank blocks.
    pub low_rank: usize,
    /// Dense blocks, near or not compressible.
    pub full: usize,
    /// Share of the entries that these hold.
    pub full_share: f64,
    /// Mean rank.
    pub mean_rank: f64,
    /// Largest rank.
    pub largest_rank: usize,
    /// Size relative to the dense matrix.
    pub compression: f64,
}

impl<T: Precision> HMatrix<T> {
    /// Compresses the matrix of an RWG space.
    pub fn new(
        entries: &dyn Entries<T>,
        space: &RwgSpace,
        options: &Options,
    ) -> Result<Self, MomError> {
        if entries.size() != space.len() {
            return Err(MomError::Rows {
                expected: entries.size(),
                found: space.len(),
            });
        }
        Self::of_contents(space, options, |clusters, pairings| {
            let tolerance = Tolerance::new(entries, clusters, options.eps)?;
            let contents = pairings.par_iter().with_max_len(1).map(|pairing| {
                let part = part(entries, clusters, pairing);
                match pairing.kind {
                    Kind::Admissible => part.compressed(tolerance),
                    Kind::Inadmissible => part.full(),
                }
            });
            contents.collect()
        })
    }

    /// A matrix of these options as `State::save` has written it.
    pub fn read(
        space: &RwgSpace,
        options: &Options,
        from: &mut dyn Read,
    ) -> Result<Self, MomError> {
        Self::of_contents(space, options, |clusters, pairings| {
            let content = |pairing: &Pairing| {
                let shape = [pairing.rows, pairing.columns].map(|c| clusters.functions(c).len());
                Content::read(shape, from)
            };
            let contents = pairings.iter().map(content).collect::<io::Result<_>>();
            Ok(contents.map_err(CheckpointError::State)?)
        })
    }

    /// From the contents of its blocks.
    fn of_contents(
        space: &RwgSpace,
        options: &Options,
        contents: impl FnOnce(&Clusters, &[Pairing]) -> Result<Vec<Content<T>>, MomError>,
    ) -> Result<Self, MomError> {
        options.check()?;
        let clusters = Clusters::new(space, options.leaf);
        let pairings = partition(&clusters, options.admissibility);
        let contents = contents(&clusters, &pairings)?;
        let blocks = pairings.into_iter().zip(contents);
        let blocks: Vec<Block<T>> = blocks
            .map(|(pairing, content)| Block { pairing, content })
            .collect();
        let above = above(&clusters, &blocks);
        Ok(Self {
            clusters,
            blocks,
            above,
        })
    }

    /// Size of its values in bytes.
    pub fn bytes(&self) -> u64 {
        self.blocks.iter().map(|b| b.content.bytes()).sum()
    }

    /// The dense blocks on the diagonal; every unknown is in exactly one.
    pub fn diagonal(&self) -> impl Iterator<Item = DenseBlock<'_, T>> {
        let blocks = self.blocks.iter();
        blocks
            .filter(|block| block.pairing.rows == block.pairing.columns)
            .filter_map(|block| self.in_full(block))
    }

    fn in_full<'a>(&'a self, block: &'a Block<T>) -> Option<DenseBlock<'a, T>> {
        let Content::Full(panel) = &block.content else {
            return None;
        };
        let [rows, columns] =
            [block.pairing.rows, block.pairing.columns].map(|c| self.clusters.functions(c));
        Some(DenseBlock {
            rows,
            columns,
            values: panel.view(),
        })
    }

    /// The dense blocks between leaves, with the functions in the order of its rows.
    pub fn near_field(&self) -> (Vec<u32>, BlockSparse<T>) {
        let leaves: Vec<usize> = self
            .clusters
            .leaves()
            .map(|leaf| leaf.range.start)
            .collect();
        let leaf = |cluster: usize| {
            let range = &self.clusters.all()[cluster].range;
            let at = leaves.binary_search(&range.start).ok()?;
            let end = leaves.get(at + 1).copied();
            (end.unwrap_or(self.clusters.order().len()) == range.end).then_some(at)
        };
        let mut rows = vec![Vec::new(); leaves.len()];
        for block in &self.blocks {
            if let (Content::Full(panel), Some(row), Some(column)) = (
                &block.content,
                leaf(block.pairing.rows),
                leaf(block.pairing.columns),
            ) {
                rows[row].push((column as u32, panel));
            }
        }
        for row in &mut rows {
            row.sort_by_key(|(column, _)| *column);
        }
        let columns = |row: &Vec<(u32, &Panel<T>)>| row.iter().map(|(c, _)| *c).collect();
        let pattern: Vec<Vec<u32>> = rows.iter().map(columns).collect();
        let starts = leaves.into_iter().chain([self.clusters.order().len()]);
        let mut near = BlockSparse::new(Layout::new(starts.collect(), &pattern));
        for (mut target, row) in near.rows_mut().into_iter().zip(rows) {
            for ((_, mut place), (_, panel)) in target.blocks().zip(row) {
                place.copy_from(panel.view());
            }
        }
        (self.clusters.order().to_vec(), near)
    }

    /// What it consists of.
    pub fn statistics(&self) -> Statistics {
        let (mut ranks, mut full, mut entries) = (Vec::new(), 0, 0);
        for block in &self.blocks {
            match &block.content {
                Content::LowRank { u, .. } => ranks.push(u.columns()),
                Content::Full(panel) => {
                    full += 1;
                    entries += panel.bytes();
                }
            }
        }
        let all = (self.clusters.order().len() as u64).pow(2) * 2 * T::BYTES;
        Statistics {
            low_rank: ranks.len(),
            full,
            full_share: entries as f64 / all as f64,
            mean_rank: ranks.iter().sum::<usize>() as f64 / ranks.len().max(1) as f64,
            largest_rank: ranks.iter().copied().max().unwrap_or(0),
            compression: self.bytes() as f64 / all as f64,
        }
    }
}

impl<T: Precision> State for HMatrix<T> {
    fn bytes(&self) -> u64 {
        HMatrix::bytes(self)
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        (self.blocks.iter()).try_for_each(|block| block.content.save(to))
    }
}

fn above<T>(clusters: &Clusters, blocks: &[Block<T>]) -> Vec<Vec<u32>> {
    let starts: Vec<usize> = clusters.leaves().map(|leaf| leaf.range.start).collect();
    let mut above = vec![Vec::new(); starts.len()];
    for (number, block) in (0_u32..).zip(blocks) {
        let rows = &clusters.all()[block.pairing.rows].range;
        let [first, last] = [rows.start, rows.end].map(|n| starts.partition_point(|&s| s < n));
        for leaf in &mut above[first..last] {
            leaf.push(number);
        }
    }
    above
}
