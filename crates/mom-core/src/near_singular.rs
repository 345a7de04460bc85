//! Near-singular pairs: triangles that are close without touching.
//!
//! The non-smooth terms of G, 1/R - k^2 R/2 + k^4 R^3/24, are integrated over the trial triangle in closed form (`crate::potential`), the remainder
//! by a rule. The integral over the test triangle is adaptive: a part is bisected twice across the middle of the longest edge, and the difference
//! from the sum of its quarters estimates its error (halves would not do: a cut across a layer leaves the error as it is); the part with the largest
//! error is refined first until the total error is within the tolerance. The work hardly grows with the ratio of size to gap, because the inner
//! integral is exact and the outer one has only a narrow layer at the edges of the trial triangle.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use poynting_exec::{Kernel, SimdLevel};

use crate::division::{bisected, top};
use crate::extracted::Extracted;
use crate::formula::{Block, Pair, plus};
use crate::integrand::Shapes;
use crate::potential::ChargedTriangle;
use crate::rule::TriangleRule;
use crate::vector::{Point, blend, sub};

/// Maximum number of parts of a test triangle: enough for layers of a 10000th of its size.
const MOST_PARTS: usize = 1 << 17;
/// The whole triangle.
const WHOLE: Part = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// A part of a triangle, by the barycentric coordinates of its corners.
type Part = [[f64; 3]; 3];

/// The integral over one pair.
pub struct NearSingularPair<'a, I> {
    /// The integrand.
    pub integrand: I,
    /// The triangles.
    pub shapes: &'a Shapes<f64>,
    /// The rules on parts of the test triangle, and on the trial triangle.
    pub rules: [&'a TriangleRule; 2],
    /// Relative error of the largest entry.
    pub tolerance: f64,
    /// Instruction set.
    pub simd: SimdLevel,
}

/// Four quarters and their integrals.
struct Divided {
    quarters: [(Part, Block<f64>); 4],
    depth: i32,
    error: f64,
}

impl PartialEq for Divided {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Divided {}
impl PartialOrd for Divided {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Divided {
    fn cmp(&self, other: &Self) -> Ordering {
        self.error.total_cmp(&other.error)
    }
}

impl<I: Extracted> NearSingularPair<'_, I> {
    /// The entries; None if too many parts would be needed.
    pub fn block(&self) -> Option<Block<f64>> {
        let charged = ChargedTriangle::new(self.shapes.trial);
        let root = self.divided(&charged, WHOLE, &self.sums(&charged, &WHOLE, 0), 0);
        let (mut total, mut error) = (total_of(&root.quarters), root.error);
        let mut parts = BinaryHeap::from([root]);
        while error > self.allowed(&total) {
            if parts.len() > MOST_PARTS {
                return None;
            }
            let worst = parts.pop()?;
            error -= worst.error;
            for (part, value) in &worst.quarters {
                let next = self.divided(&charged, *part, value, worst.depth + 1);
                error += next.error;
                total = plus(plus(total, &total_of(&next.quarters), 1.0), value, -1.0);
                parts.push(next);
            }
        }
        Some(self.integrand.finish(total, self.shapes))
    }

    fn allowed(&self, total: &Block<f64>) -> f64 {
        let largest = largest(&self.integrand.finish(*total, self.shapes));
        (self.tolerance * largest).max(self.integrand.negligible())
    }

    fn divided(
        &self,
        charged: &ChargedTriangle,
        part: Part,
        value: &Block<f64>,
        depth: i32,
    ) -> Divided {
        let quarters = quarters(&self.shapes.test, &part)
            .map(|quarter| (quarter, self.sums(charged, &quarter, depth + 1)));
        let difference = plus(total_of(&quarters), value, -1.0);
        Divided {
            quarters,
            depth,
            error: largest(&self.integrand.finish(difference, self.shapes)),
        }
    }

    fn sums(&self, charged: &ChargedTriangle, part: &Part, depth: i32) -> Block<f64> {
        self.simd.run(Sums {
            pair: self,
            charged,
            part,
            share: 0.25_f64.powi(depth),
        })
    }
}

/// The integral over one part.
struct Sums<'a, 'b, I> {
    pair: &'a NearSingularPair<'b, I>,
    charged: &'a ChargedTriangle,
    part: &'a Part,
    share: f64,
}

impl<I: Extracted> Kernel for Sums<'_, '_, I> {
    type Output = Block<f64>;

    #[inline(always)]
    fn run(self) -> Block<f64> {
        let NearSingularPair {
            integrand,
            shapes,
            rules: [outer, inner],
            ..
        } = *self.pair;
        let mut sums = Block::default();
        for (point, weight) in outer.points.iter().zip(&outer.weights) {
            let lambda = blend(self.part, *point);
            let at = blend(&shapes.test, lambda);
            let mut value = integrand.singular(&self.charged.statics(at));
            for (mu, w) in inner.points.iter().zip(&inner.weights) {
                let there = blend(&shapes.trial, *mu);
                let weighted = [mu[0] * w, mu[1] * w, mu[2] * w];
                let smooth = integrand.smooth(sub(at, there), weighted, *w);
                for d in 0..3 {
                    value[d] = [value[d][0] + smooth[d][0], value[d][1] + smooth[d][1]];
                }
            }
            let weight = weight * self.share;
            let weighted: [Pair<f64>; 3] = value.map(|v| [v[0] * weight, v[1] * weight]);
            let outer = integrand.outer(at, lambda, shapes, weighted);
            sums = plus(sums, &outer, 1.0);
        }
        sums
    }
}

fn total_of(parts: &[(Part, Block<f64>)]) -> Block<f64> {
    let blocks = parts.iter().map(|(_, value)| value);
    blocks.fold(Block::default(), |sum, value| plus(sum, value, 1.0))
}

fn largest(block: &Block<f64>) -> f64 {
    let sizes = block.iter().flatten().map(|v| v[0].hypot(v[1]));
    sizes.fold(0.0, f64::max)
}

fn quarters(corners: &[Point; 3], part: &Part) -> [Part; 4] {
    let [a, b] = halves(corners, part).map(|half| halves(corners, &half));
    [a[0], a[1], b[0], b[1]]
}

fn halves(corners: &[Point; 3], part: &Part) -> [Part; 2] {
    bisected(*part, top(part.map(|weights| blend(corners, weights))))
}
