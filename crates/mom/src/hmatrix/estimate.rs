//! The size of an H-matrix before it is built.
//!
//! Near blocks are counted. Of the admissible blocks of each level a few are compressed, from the nearest pair to the farthest, and the others
//! of the level take as many bytes per row and column as these do on average.

use rayon::prelude::*;

use super::cluster::Clusters;
use super::partition::{Kind, Pairing, partition};
use super::tolerance::Tolerance;
use super::{Options, part};
use crate::entries::Entries;
use crate::error::MomError;
use crate::need::Need;
use crate::solve::Precision;
use crate::space::RwgSpace;

/// Blocks that are compressed on each level.
const SAMPLES: usize = 8;

/// What [`super::HMatrix::new`] will take, mostly within a tenth.
pub fn need<T: Precision>(
    entries: &dyn Entries<T>,
    space: &RwgSpace,
    options: &Options,
) -> Result<Need, MomError> {
    options.check()?;
    let clusters = Clusters::new(space, options.leaf);
    let tolerance = Tolerance::new(entries, &clusters, options.eps)?;
    let (admissible, near): (Vec<Pairing>, Vec<Pairing>) =
        partition(&clusters, options.admissibility)
            .into_iter()
            .partition(|p| p.kind == Kind::Admissible);
    let size = |p: &Pairing| [p.rows, p.columns].map(|c| clusters.all()[c].range.len());
    let bytes = |pairs: &mut dyn Iterator<Item = &Pairing>| {
        let entries: usize = pairs.map(size).map(|[m, n]| m * n).sum();
        entries as u64 * 2 * T::BYTES
    };
    let mut rest = 0.0;
    for level in levels(&clusters, &admissible) {
        let sampled: Result<Vec<f64>, MomError> = samples(&level)
            .par_iter()
            .map(|pairing| {
                let content = part(entries, &clusters, pairing).compressed(tolerance)?;
                let lines: usize = size(pairing).iter().sum();
                Ok(content.bytes() as f64 / lines as f64)
            })
            .collect();
        let sampled = sampled?;
        let lines: usize = level.iter().flat_map(size).sum();
        rest += lines as f64 * sampled.iter().sum::<f64>() / sampled.len() as f64;
    }
    Ok(Need {
        near: bytes(&mut near.iter()),
        diagonal: bytes(&mut near.iter().filter(|p| p.rows == p.columns)),
        rest: rest as u64,
    })
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
fn samples(level: &[Pairing]) -> Vec<Pairing> {
    let count = SAMPLES.min(level.len());
    let middle = |n: usize| level[(2 * n + 1) * level.len() / (2 * count)];
    (0..count).map(middle).collect()
}
