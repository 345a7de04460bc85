//! The size of an H-matrix and its build time, estimated before it is built.
//!
//! Near blocks are counted, and a few of them integrated. On each level a few admissible blocks are compressed, from the nearest pair to the
//! farthest; the others on the level are assumed to take the average bytes and time per row and column. The time of a product is
//! measured with the same blocks, copied until the caches cannot hold them.

use std::time::Instant;

use rayon::prelude::*;

use super::Options;
use super::cluster::Clusters;
use super::panel::Content;
use super::part::{Part, part};
use super::partition::{Kind, Pairing, partition};
use super::product::pass;
use super::tolerance::Tolerance;
use crate::memory::MatrixMemory;
use poynting_mom_core::entries::Entries;
use poynting_mom_core::error::MomError;
use poynting_mom_core::forecast::Forecast;
use poynting_mom_core::forecast::Solution;
use poynting_mom_core::forecast::middles;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::space::RwgSpace;

/// Blocks compressed per level.
const SAMPLES: usize = 8;
/// Near blocks that are integrated: they vary more, since few hold triangles that touch.
const NEAR_SAMPLES: usize = 48;
/// Bytes of blocks that a thread multiplies to measure its speed: more than its share of the caches.
const MULTIPLIED: u64 = 32 << 20;

/// The parts of an H-matrix to be built.
struct Parts<'a, T> {
    entries: &'a dyn Entries<T>,
    clusters: Clusters,
    leaf: usize,
    tolerance: Tolerance,
    near: Vec<Pairing>,
    admissible: Vec<Pairing>,
}

/// Blocks of one kind, extrapolated from some of them.
struct Sampled<T> {
    /// For all of them.
    bytes: f64,
    /// For one thread to build all of them.
    seconds: f64,
    /// The sampled ones.
    blocks: Vec<Content<T>>,
}

/// The bytes that [`super::HMatrix::new`] will take, mostly within a tenth.
pub fn memory<T: Precision>(
    entries: &dyn Entries<T>,
    space: &RwgSpace,
    options: &Options,
) -> Result<MatrixMemory, MomError> {
    let parts = Parts::new(entries, space, options)?;
    let low_rank = parts.low_rank()?;
    Ok(parts.memory(low_rank.iter().map(|level| level.bytes).sum()))
}

/// Its build time on the current number of threads, and the time of a product.
pub fn forecast<T: Precision>(
    entries: &dyn Entries<T>,
    space: &RwgSpace,
    options: &Options,
) -> Result<Forecast, MomError> {
    let parts = Parts::new(entries, space, options)?;
    let mut kinds = parts.low_rank()?;
    kinds.push(parts.near()?);
    let threads = rayon::current_num_threads() as f64;
    let matrix = kinds.iter().map(|kind| kind.seconds).sum::<f64>();
    let product = kinds.iter().map(|kind| kind.multiplied(parts.leaf));
    Ok(Forecast {
        matrix: matrix / threads,
        solution: Solution::Product(product.sum::<f64>() / threads),
    })
}

impl<'a, T: Precision> Parts<'a, T> {
    fn new(
        entries: &'a dyn Entries<T>,
        space: &RwgSpace,
        options: &Options,
    ) -> Result<Self, MomError> {
        options.check()?;
        let clusters = Clusters::new(space, options.leaf);
        let tolerance = Tolerance::new(entries, &clusters, options.eps)?;
        let (admissible, near) = partition(&clusters, options.admissibility)
            .into_iter()
            .partition(|p| p.kind == Kind::Admissible);
        Ok(Self {
            entries,
            clusters,
            leaf: options.leaf,
            tolerance,
            near,
            admissible,
        })
    }

    fn size(&self, pairing: &Pairing) -> [usize; 2] {
        [pairing.rows, pairing.columns].map(|c| self.clusters.all()[c].range.len())
    }

    /// Entries of a block.
    fn entries_of(&self, pairing: &Pairing) -> usize {
        self.size(pairing).iter().product()
    }

    /// Rows and columns of a block.
    fn lines_of(&self, pairing: &Pairing) -> usize {
        self.size(pairing).iter().sum()
    }

    /// From the bytes of all low-rank blocks.
    fn memory(&self, low_rank: f64) -> MatrixMemory {
        let bytes = |entries: usize| entries as u64 * 2 * T::BYTES;
        let near = self.near.iter();
        let diagonal = near.clone().filter(|p| p.rows == p.columns);
        MatrixMemory {
            near: bytes(near.map(|p| self.entries_of(p)).sum()),
            diagonal: bytes(diagonal.map(|p| self.entries_of(p)).sum()),
            rest: low_rank as u64,
        }
    }

    /// Low-rank blocks, one entry per level.
    fn low_rank(&self) -> Result<Vec<Sampled<T>>, MomError> {
        let levels = levels(&self.clusters, &self.admissible);
        let sampled = levels.iter().map(|level| {
            self.sampled(level, SAMPLES, Self::lines_of, |part| {
                part.compressed(self.tolerance)
            })
        });
        sampled.collect()
    }

    /// Near blocks.
    fn near(&self) -> Result<Sampled<T>, MomError> {
        self.sampled(&self.near, NEAR_SAMPLES, Self::entries_of, |part| {
            part.full()
        })
    }

    /// Cost is proportional to a measure of block size.
    fn sampled(
        &self,
        blocks: &[Pairing],
        most: usize,
        measure: impl Fn(&Self, &Pairing) -> usize + Sync,
        make: impl Fn(&Part<'_, T>) -> Result<Content<T>, MomError> + Sync,
    ) -> Result<Sampled<T>, MomError> {
        let chosen: Vec<usize> = middles(blocks.len(), most).collect();
        let made = chosen.par_iter().map(|&n| {
            let start = Instant::now();
            let content = make(&part(self.entries, &self.clusters, &blocks[n]))?;
            let seconds = start.elapsed().as_secs_f64();
            Ok((seconds / measure(self, &blocks[n]) as f64, content))
        });
        let made: Vec<(f64, Content<T>)> = made.collect::<Result<_, MomError>>()?;
        let of_one = |block: usize| {
            made[block].1.bytes() as f64 / measure(self, &blocks[chosen[block]]) as f64
        };
        let all: usize = blocks.iter().map(|block| measure(self, block)).sum();
        let times = all as f64 / made.len().max(1) as f64;
        Ok(Sampled {
            bytes: times * (0..made.len()).map(of_one).sum::<f64>(),
            seconds: times * made.iter().map(|(seconds, _)| seconds).sum::<f64>(),
            blocks: made.into_iter().map(|(_, content)| content).collect(),
        })
    }
}

impl<T: Precision> Sampled<T> {
    /// Seconds of one thread for all of them in a product, with all threads equally busy.
    fn multiplied(&self, leaf: usize) -> f64 {
        let bytes: u64 = self.blocks.iter().map(Content::bytes).sum();
        if bytes == 0 {
            return 0.0;
        }
        let copies = MULTIPLIED.div_ceil(bytes);
        let seconds = rayon::broadcast(|_| {
            let copies: Vec<Vec<Content<T>>> = (0..copies).map(|_| self.blocks.clone()).collect();
            let start = Instant::now();
            copies.iter().flatten().for_each(|block| pass(block, leaf));
            start.elapsed().as_secs_f64()
        });
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        mean * self.bytes / (copies * bytes) as f64
    }
}

/// Blocks by the level of their row cluster, each level from near to far.
fn levels(clusters: &Clusters, blocks: &[Pairing]) -> Vec<Vec<Pairing>> {
    let mut levels: Vec<Vec<(f64, Pairing)>> = Vec::new();
    for &pairing in blocks {
        let [t, s] = [pairing.rows, pairing.columns].map(|c| &clusters.all()[c]);
        levels.resize_with(levels.len().max(t.level + 1), Vec::new);
        levels[t.level].push((t.distance(s), pairing));
    }
    let sorted = levels.into_iter().map(|mut level| {
        level.sort_by(|a, b| a.0.total_cmp(&b.0));
        level.into_iter().map(|(_, pairing)| pairing).collect()
    });
    sorted.filter(|level: &Vec<_>| !level.is_empty()).collect()
}
