//! Both orders of pairs of separated triangles under the MFIE or the CFIE, one pair per SIMD lane.
//!
//! Exchanging test and trial triangle transposes the entries of the EFIE and reverses grad G, so one evaluation of the Green function for each pair of
//! points serves both orders: in the other order grad G is summed over the points of the test triangle, and the points of the trial triangle are the
//! outer ones.

use poynting_exec::{Kernel, Real};

use crate::formula::{Block, magnetic_inner};
use crate::integrand::{Combined, Integrand, LANES};
use crate::lanes::Lanes;
use crate::regular::{Batch, LaneShapes, lane, place, set_lane};

/// Entries of a pair of triangles, and of the same pair with test and trial triangle exchanged.
pub type Mutual<T> = [Block<T>; 2];

/// Nine complex numbers for each lane.
pub type LaneBlock<T> = [[[Lanes<T>; 2]; 3]; 3];
/// Three complex numbers for each lane.
pub type LaneInner<T> = [[Lanes<T>; 2]; 3];

/// The entries of each pair, in both orders.
pub struct MutualBlocks<'a, 'o, T> {
    /// The pairs.
    pub batch: Batch<'a, T, Combined<T>>,
    /// The entries of each.
    pub out: &'o mut [Mutual<T>],
}

impl<T: Real> Kernel for MutualBlocks<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { batch, out } = self;
        let integrand = batch.integrand;
        let mut sources = Vec::with_capacity(batch.rule.points.len());
        for (pairs, out) in batch.pairs.chunks(LANES).zip(out.chunks_mut(LANES)) {
            let mut exchanged = [[0; 2]; LANES];
            for l in 0..pairs.len() {
                exchanged[l] = [pairs[l][1], pairs[l][0]];
            }
            let shapes = batch.shapes(pairs);
            let others = batch.shapes(&exchanged[..pairs.len()]);
            sources.clear();
            for &(mu, weight) in &batch.rule.points {
                sources.push(Source {
                    at: place(&shapes.trial, mu),
                    mu,
                    weight,
                    gradient: [[[T::of(0.0); LANES]; 2]; 3],
                });
            }
            let sums = sums(integrand, &batch.rule.points, &mut sources, &shapes);
            let other = exchanged_sums(integrand, &sources, &others);
            let mut blocks = [[[[[T::of(0.0); LANES]; 2]; 3]; 3]; 2];
            // Three short loops: the compiler would not vectorise a single one.
            for l in 0..LANES {
                let block = integrand
                    .magnetic
                    .finish(lane(&sums[1], l), &shapes.lane(l));
                set_lane(&mut blocks[0], l, &block);
            }
            for l in 0..LANES {
                let block = integrand.magnetic.finish(lane(&other, l), &others.lane(l));
                set_lane(&mut blocks[1], l, &block);
            }
            for l in 0..LANES {
                let block = integrand
                    .electric
                    .finish(lane(&sums[0], l), &shapes.lane(l));
                add_lane(&mut blocks[0], l, &block);
                add_lane(&mut blocks[1], l, &transposed(&block));
            }
            for l in 0..pairs.len() {
                out[l] = [lane(&blocks[0], l), lane(&blocks[1], l)];
            }
        }
    }
}

/// The same entries with the triangles exchanged.
#[inline(always)]
pub fn transposed<T: Real>(block: &Block<T>) -> Block<T> {
    let [p, q, r] = block;
    [[p[0], q[0], r[0]], [p[1], q[1], r[1]], [p[2], q[2], r[2]]]
}

/// A point of the trial triangles.
struct Source<T> {
    at: [Lanes<T>; 3],
    mu: [T; 3],
    weight: T,
    /// The sum of grad G over the points of the test triangle.
    gradient: LaneInner<T>,
}

/// Outer sums of the EFIE and of the MFIE.
#[inline(always)]
fn sums<T: Real>(
    integrand: Combined<T>,
    points: &[([T; 3], T)],
    sources: &mut [Source<T>],
    shapes: &LaneShapes<T>,
) -> [LaneBlock<T>; 2] {
    let zero = [T::of(0.0); LANES];
    let mut sums = [[[[zero; 2]; 3]; 3]; 2];
    for &(lambda, weight) in points {
        let at = place(&shapes.test, lambda);
        let (mut green, mut gradient) = ([[zero; 2]; 3], [[zero; 2]; 3]);
        for source in &mut *sources {
            let w = source.weight;
            let mu = [source.mu[0] * w, source.mu[1] * w, source.mu[2] * w];
            // A copy, and two short loops: the compiler would not vectorise a single one.
            let there = source.at;
            let (mut g, mut k) = ([[zero; 2]; 3], [[zero; 2]; 3]);
            for l in 0..LANES {
                let separation = [
                    at[0][l] - there[0][l],
                    at[1][l] - there[1][l],
                    at[2][l] - there[2][l],
                ];
                let green = integrand.electric.inner(separation, mu, w);
                let gradient = magnetic_inner(integrand.magnetic.k, separation, T::of(1.0));
                for d in 0..3 {
                    for part in 0..2 {
                        g[d][part][l] = green[d][part];
                        k[d][part][l] = gradient[d][part];
                    }
                }
            }
            for d in 0..3 {
                for part in 0..2 {
                    for l in 0..LANES {
                        green[d][part][l] += g[d][part][l];
                        gradient[d][part][l] += k[d][part][l] * w;
                        source.gradient[d][part][l] += k[d][part][l] * weight;
                    }
                }
            }
        }
        for l in 0..LANES {
            let at = [at[0][l], at[1][l], at[2][l]];
            let green = weighted(&green, l, weight);
            let electric = integrand.electric.outer(at, lambda, &shapes.lane(l), green);
            add_lane(&mut sums[0], l, &electric);
        }
        for l in 0..LANES {
            let at = [at[0][l], at[1][l], at[2][l]];
            let gradient = weighted(&gradient, l, weight);
            let magnetic = integrand
                .magnetic
                .outer(at, lambda, &shapes.lane(l), gradient);
            add_lane(&mut sums[1], l, &magnetic);
        }
    }
    sums
}

/// Outer sums of the MFIE over the trial triangles, which are the test triangles of `shapes`.
#[inline(always)]
fn exchanged_sums<T: Real>(
    integrand: Combined<T>,
    sources: &[Source<T>],
    shapes: &LaneShapes<T>,
) -> LaneBlock<T> {
    let mut sums = [[[[T::of(0.0); LANES]; 2]; 3]; 3];
    for source in sources {
        for l in 0..LANES {
            let at = [source.at[0][l], source.at[1][l], source.at[2][l]];
            // R points the other way.
            let gradient = weighted(&source.gradient, l, T::of(0.0) - source.weight);
            let magnetic = (integrand.magnetic).outer(at, source.mu, &shapes.lane(l), gradient);
            add_lane(&mut sums, l, &magnetic);
        }
    }
    sums
}

/// The values of one lane, times a weight.
#[inline(always)]
pub fn weighted<T: Real>(inner: &LaneInner<T>, l: usize, weight: T) -> [[T; 2]; 3] {
    [
        [inner[0][0][l] * weight, inner[0][1][l] * weight],
        [inner[1][0][l] * weight, inner[1][1][l] * weight],
        [inner[2][0][l] * weight, inner[2][1][l] * weight],
    ]
}

/// Adds to the block of one lane.
#[inline(always)]
pub fn add_lane<T: Real>(sums: &mut LaneBlock<T>, l: usize, block: &Block<T>) {
    for a in 0..3 {
        for b in 0..3 {
            sums[a][b][0][l] += block[a][b][0];
            sums[a][b][1][l] += block[a][b][1];
        }
    }
}
