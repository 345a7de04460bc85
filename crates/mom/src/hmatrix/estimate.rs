//! The size of an H-matrix, and the time that it takes, before it is built.
//!
//! Near blocks are counted, and a few of them integrated. Of the admissible blocks of each level a few are compressed, from the nearest pair to the
//! farthest, and the others of the level take as many bytes and as long per row and column as these do on average.

use std::time::Instant;

use rayon::prelude::*;

use super::cluster::Clusters;
use super::partition::{Kind, Pairing, partition};
use super::product::rate;
use super::tolerance::Tolerance;
use super::{Options, part};
use crate::entries::Entries;
use crate::error::MomError;
use crate::forecast::{Forecast, Solution, reading_rate};
use crate::need::Need;
use crate::solve::Precision;
use crate::space::RwgSpace;

/// Blocks that are compressed on each level.
const SAMPLES: usize = 8;
/// Near blocks that are integrated: they differ more, since few hold triangles that touch.
const NEAR_SAMPLES: usize = 48;

/// What an H-matrix takes, mostly within a tenth.
struct Estimate {
    need: Need,
    /// Seconds of one thread.
    seconds: f64,
}

/// The bytes that [`super::HMatrix::new`] will take.
pub fn need<T: Precision>(
    entries: &dyn Entries<T>,
    space: &RwgSpace,
    options: &Options,
) -> Result<Need, MomError> {
    Ok(Estimate::new(entries, space, options)?.need)
}

/// The time that it will take on as many threads as there are now, and that of a product, which is bound by the work of threads or by reading the matrix.
pub fn forecast<T: Precision>(
    entries: &dyn Entries<T>,
    space: &RwgSpace,
    options: &Options,
) -> Result<Forecast, MomError> {
    let Estimate { need, seconds } = Estimate::new(entries, space, options)?;
    let threads = rayon::current_num_threads() as f64;
    let rate = reading_rate().min(threads * rate::<T>(options.leaf));
    Ok(Forecast {
        matrix: seconds / threads,
        solution: Solution::Product(need.total() as f64 / rate),
    })
}

impl Estimate {
    fn new<T: Precision>(
        entries: &dyn Entries<T>,
        space: &RwgSpace,
        options: &Options,
    ) -> Result<Self, MomError> {
        options.check()?;
        let clusters = Clusters::new(space, options.leaf);
        let tolerance = Tolerance::new(entries, &clusters, options.eps)?;
        let (admissible, near): (Vec<Pairing>, Vec<Pairing>) =
            partition(&clusters, options.admissibility)
                .into_iter()
                .partition(|p| p.kind == Kind::Admissible);
        let size = |p: &Pairing| [p.rows, p.columns].map(|c| clusters.all()[c].range.len());
        let counted = |pairs: &mut dyn Iterator<Item = &Pairing>| -> usize {
            pairs.map(size).map(|[m, n]| m * n).sum()
        };
        let near_entries = counted(&mut near.iter());
        let [_, an_entry] = mean_of(&samples(&near, NEAR_SAMPLES), |pairing| {
            let content = part(entries, &clusters, pairing).full()?;
            Ok((content.bytes(), counted(&mut [*pairing].iter())))
        })?;
        let (mut rest, mut seconds) = (0.0, an_entry * near_entries as f64);
        for level in levels(&clusters, &admissible) {
            let lines: usize = level.iter().flat_map(size).sum();
            let [bytes, time] = mean_of(&samples(&level, SAMPLES), |pairing| {
                let content = part(entries, &clusters, pairing).compressed(tolerance)?;
                Ok((content.bytes(), size(pairing).iter().sum()))
            })?;
            rest += bytes * lines as f64;
            seconds += time * lines as f64;
        }
        let bytes = |entries: usize| entries as u64 * 2 * T::BYTES;
        Ok(Self {
            need: Need {
                near: bytes(near_entries),
                diagonal: bytes(counted(&mut near.iter().filter(|p| p.rows == p.columns))),
                rest: rest as u64,
            },
            seconds,
        })
    }
}

/// Bytes and seconds of blocks over a measure of their size, on average; `make` makes one and tells its bytes and its measure.
fn mean_of(
    blocks: &[Pairing],
    make: impl Fn(&Pairing) -> Result<(u64, usize), MomError> + Sync,
) -> Result<[f64; 2], MomError> {
    let made: Result<Vec<[f64; 2]>, MomError> = blocks
        .par_iter()
        .map(|pairing| {
            let start = Instant::now();
            let (bytes, measure) = make(pairing)?;
            let seconds = start.elapsed().as_secs_f64();
            Ok([bytes as f64, seconds].map(|x| x / measure as f64))
        })
        .collect();
    let made = made?;
    let mean = |which: usize| made.iter().map(|m| m[which]).sum::<f64>() / made.len() as f64;
    Ok([mean(0), mean(1)])
}

/// Blocks by the level of their rows, each level from near to far.
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

/// The middles of equal shares.
fn samples(level: &[Pairing], most: usize) -> Vec<Pairing> {
    let count = most.min(level.len());
    let middle = |n: usize| level[(2 * n + 1) * level.len() / (2 * count)];
    (0..count).map(middle).collect()
}
