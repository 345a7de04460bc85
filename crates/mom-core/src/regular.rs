//! Regular pairs: separated triangles, one pair per SIMD lane.

use poynting_exec::{Kernel, Real};

use crate::formula::{Block, Pair};
use crate::integrand::{Integrand, LANES, Shapes};
use crate::lanes::Lanes;
use crate::rule::TriangleRule;
use crate::space::Triangle;

/// Corners and normal in the precision of the matrix.
#[derive(Debug, Clone, Copy)]
pub struct Corners<T> {
    /// The corners.
    pub corners: [[T; 3]; 3],
    /// The unit normal.
    pub normal: [T; 3],
}

impl<T: Real> Corners<T> {
    /// Rounds a triangle to the precision.
    pub fn new(triangle: &Triangle) -> Self {
        Self {
            corners: triangle.corners.map(|c| c.map(T::of)),
            normal: triangle.normal.map(T::of),
        }
    }
}

/// A triangle rule in the precision of the matrix.
#[derive(Debug, Clone)]
pub struct Points<T> {
    /// Barycentric coordinates and weight of each.
    pub points: Vec<([T; 3], T)>,
}

impl<T: Real> Points<T> {
    /// Rounds a rule to the precision.
    pub fn new(rule: &TriangleRule) -> Self {
        let points = rule.points.iter().zip(&rule.weights);
        Self {
            points: points.map(|(p, &w)| (p.map(T::of), T::of(w))).collect(),
        }
    }
}

/// Pairs of triangles that share a rule.
pub struct Batch<'a, T, I> {
    /// The integrand.
    pub integrand: I,
    /// The rule.
    pub rule: &'a Points<T>,
    /// All triangles.
    pub triangles: &'a [Corners<T>],
    /// Test and trial triangle of each pair.
    pub pairs: &'a [[u32; 2]],
}

/// A point of the trial triangles, with weighted barycentric coordinates.
#[derive(Clone, Copy)]
struct Source<T> {
    at: [Lanes<T>; 3],
    mu: [T; 3],
    weight: T,
}

impl<T: Real, I: Integrand<T>> Batch<'_, T, I> {
    /// Passes the entries of every pair to `take`, with the index of the pair.
    #[inline(always)]
    fn each(&self, mut take: impl FnMut(usize, &Block<T>)) {
        let mut sources = Vec::with_capacity(self.rule.points.len());
        for (first, pairs) in self.pairs.chunks(LANES).enumerate() {
            let shapes = self.shapes(pairs);
            sources.clear();
            for &(mu, weight) in &self.rule.points {
                sources.push(Source {
                    at: place(&shapes.trial, mu),
                    mu: [mu[0] * weight, mu[1] * weight, mu[2] * weight],
                    weight,
                });
            }
            let sums = sums(self.integrand, &self.rule.points, &sources, &shapes);
            let mut blocks = [[[[T::of(0.0); LANES]; 2]; 3]; 3];
            for l in 0..LANES {
                let block = self.integrand.finish(lane(&sums, l), &shapes.lane(l));
                set_lane(&mut blocks, l, &block);
            }
            for l in 0..pairs.len() {
                take(first * LANES + l, &lane(&blocks, l));
            }
        }
    }
}

impl<T: Real, I> Batch<'_, T, I> {
    /// The shapes of all lanes; padded with the last pair.
    #[inline(always)]
    pub fn shapes(&self, pairs: &[[u32; 2]]) -> LaneShapes<T> {
        let zero = [T::of(0.0); LANES];
        let mut shapes = LaneShapes {
            test: [[zero; 3]; 3],
            trial: [[zero; 3]; 3],
            normal: [zero; 3],
        };
        for l in 0..LANES {
            let [test, trial] = pairs[l.min(pairs.len() - 1)];
            let (test, trial) = (
                &self.triangles[test as usize],
                &self.triangles[trial as usize],
            );
            for i in 0..3 {
                shapes.normal[i][l] = test.normal[i];
                for c in 0..3 {
                    shapes.test[c][i][l] = test.corners[c][i];
                    shapes.trial[c][i][l] = trial.corners[c][i];
                }
            }
        }
        shapes
    }
}

/// Shapes with lanes last.
pub struct LaneShapes<T> {
    /// Corners of the test triangles.
    pub test: [[Lanes<T>; 3]; 3],
    /// Corners of the trial triangles.
    pub trial: [[Lanes<T>; 3]; 3],
    normal: [Lanes<T>; 3],
}

impl<T: Real> LaneShapes<T> {
    /// The shapes of one lane.
    #[inline(always)]
    pub fn lane(&self, l: usize) -> Shapes<T> {
        Shapes {
            test: corners(&self.test, l),
            trial: corners(&self.trial, l),
            normal: [self.normal[0][l], self.normal[1][l], self.normal[2][l]],
        }
    }
}

#[inline(always)]
fn corners<T: Real>([a, b, c]: &[[Lanes<T>; 3]; 3], l: usize) -> [[T; 3]; 3] {
    [
        [a[0][l], a[1][l], a[2][l]],
        [b[0][l], b[1][l], b[2][l]],
        [c[0][l], c[1][l], c[2][l]],
    ]
}

/// Adds the entries of pairs with one trial triangle; the layout is that of `crate::assembly`.
pub struct Row<'a, 'o, T, I> {
    /// The pairs.
    pub batch: Batch<'a, T, I>,
    /// For each corner of the trial triangle, the entries of all test triangles.
    pub out: &'o mut [[Pair<T>; 3]],
}

impl<T: Real, I: Integrand<T>> Kernel for Row<'_, '_, T, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { batch, out } = self;
        let count = batch.triangles.len();
        batch.each(|n, block| add(out, count, batch.pairs[n][0] as usize, block));
    }
}

/// Adds the entries of each pair to its own block.
pub struct Blocks<'a, 'o, T, I> {
    /// The pairs.
    pub batch: Batch<'a, T, I>,
    /// The entries of each.
    pub out: &'o mut [Block<T>],
}

impl<T: Real, I: Integrand<T>> Kernel for Blocks<'_, '_, T, I> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { batch, out } = self;
        batch.each(|n, block| {
            for a in 0..3 {
                for b in 0..3 {
                    let value = &mut out[n][a][b];
                    *value = [value[0] + block[a][b][0], value[1] + block[a][b][1]];
                }
            }
        });
    }
}

/// The block of one lane.
#[inline(always)]
pub fn lane<T: Real>(lanes: &[[[Lanes<T>; 2]; 3]; 3], l: usize) -> Block<T> {
    let mut block = [[[T::of(0.0); 2]; 3]; 3];
    for a in 0..3 {
        for b in 0..3 {
            block[a][b] = [lanes[a][b][0][l], lanes[a][b][1][l]];
        }
    }
    block
}

/// Sets the block of one lane.
#[inline(always)]
pub fn set_lane<T: Real>(lanes: &mut [[[Lanes<T>; 2]; 3]; 3], l: usize, block: &Block<T>) {
    for a in 0..3 {
        for b in 0..3 {
            lanes[a][b][0][l] = block[a][b][0];
            lanes[a][b][1][l] = block[a][b][1];
        }
    }
}

/// Adds the entries of one pair to a row.
#[inline(always)]
pub fn add<T: Real>(out: &mut [[Pair<T>; 3]], count: usize, test: usize, block: &Block<T>) {
    for a in 0..3 {
        for b in 0..3 {
            let value = &mut out[b * count + test][a];
            *value = [value[0] + block[a][b][0], value[1] + block[a][b][1]];
        }
    }
}

#[inline(always)]
fn sums<T: Real, I: Integrand<T>>(
    integrand: I,
    points: &[([T; 3], T)],
    sources: &[Source<T>],
    shapes: &LaneShapes<T>,
) -> [[[Lanes<T>; 2]; 3]; 3] {
    let zero = T::of(0.0);
    let mut sums = [[[[zero; LANES]; 2]; 3]; 3];
    for &(lambda, weight) in points {
        let at = place(&shapes.test, lambda);
        let inner = inner_sums(integrand, &at, sources);
        for l in 0..LANES {
            let at = [at[0][l], at[1][l], at[2][l]];
            let weighted = [
                [inner[0][0][l] * weight, inner[0][1][l] * weight],
                [inner[1][0][l] * weight, inner[1][1][l] * weight],
                [inner[2][0][l] * weight, inner[2][1][l] * weight],
            ];
            let outer = integrand.outer(at, lambda, &shapes.lane(l), weighted);
            for a in 0..3 {
                for b in 0..3 {
                    for part in 0..2 {
                        sums[a][b][part][l] += outer[a][b][part];
                    }
                }
            }
        }
    }
    sums
}

#[inline(always)]
fn inner_sums<T: Real, I: Integrand<T>>(
    integrand: I,
    at: &[Lanes<T>; 3],
    sources: &[Source<T>],
) -> [[Lanes<T>; 2]; 3] {
    let mut sums = [[[T::of(0.0); LANES]; 2]; 3];
    for source in sources {
        // A copy, and two short loops: the compiler would not vectorise a single one.
        let (there, mu, weight) = (source.at, source.mu, source.weight);
        let mut values = [[[T::of(0.0); LANES]; 2]; 3];
        for l in 0..LANES {
            let separation = [
                at[0][l] - there[0][l],
                at[1][l] - there[1][l],
                at[2][l] - there[2][l],
            ];
            let inner = integrand.inner(separation, mu, weight);
            for d in 0..3 {
                values[d][0][l] = inner[d][0];
                values[d][1][l] = inner[d][1];
            }
        }
        for d in 0..3 {
            for l in 0..LANES {
                sums[d][0][l] += values[d][0][l];
                sums[d][1][l] += values[d][1][l];
            }
        }
    }
    sums
}

/// The points with these barycentric coordinates.
#[inline(always)]
pub fn place<T: Real>(corners: &[[Lanes<T>; 3]; 3], weights: [T; 3]) -> [Lanes<T>; 3] {
    let mut at = [[T::of(0.0); LANES]; 3];
    for i in 0..3 {
        for l in 0..LANES {
            at[i][l] = corners[0][i][l] * weights[0]
                + corners[1][i][l] * weights[1]
                + corners[2][i][l] * weights[2];
        }
    }
    at
}
