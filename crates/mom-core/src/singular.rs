//! Singular and near-singular pairs: triangles that touch or nearly touch.
//!
//! Touching pairs go through the levels of [`Rules::touching`], four-dimensional rules, until two of them agree. Pairs that are close without
//! touching, and slivers that touch in one point, go to `crate::near_singular`. Pairs that cross or overlap without common corners are a mesh error (often
//! unwelded vertices) and are rejected.

use poynting_exec::{Kernel, SimdLevel};

use crate::error::MomError;
use crate::extracted::Extracted;
use crate::formula::{Block, plus};
use crate::gap::gap;
use crate::integrand::{Integrand, LANES, Shapes};
use crate::lanes::{lanes, three};
use crate::near_singular::NearSingularPair;
use crate::rule::{Contact, PairRule, Rules};
use crate::space::Triangle;
use crate::vector::{Point, blend, cross, norm, sub};

/// Triangles closer than this fraction of their size without common corners are taken to touch.
const CROSSING: f64 = 1e-6;
/// Why a pair has no entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The triangles cross or overlap without common corners.
    Crossing,
    /// They are too close for the tolerance.
    Unresolved,
}

impl Fault {
    /// The error with the indices of the triangles.
    pub fn of(self, test: usize, trial: usize) -> MomError {
        match self {
            Self::Crossing => MomError::Crossing { test, trial },
            Self::Unresolved => MomError::Unresolved { test, trial },
        }
    }
}

/// The quadrature of singular and near-singular pairs.
#[derive(Debug, Clone, Copy)]
pub struct SingularPairs<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Wave number.
    pub k: f64,
    /// Instruction set.
    pub simd: SimdLevel,
}

/// How two triangles touch, and the order of their corners, common ones first.
pub type Touch = (Option<Contact>, [[usize; 3]; 2]);

fn common(test: &Triangle, trial: &Triangle) -> Touch {
    let mut orders = [Vec::with_capacity(3), Vec::with_capacity(3)];
    for (i, v) in test.vertices.iter().enumerate() {
        if let Some(j) = trial.vertices.iter().position(|w| w == v) {
            orders[0].push(i);
            orders[1].push(j);
        }
    }
    let contact = match orders[0].len() {
        0 => None,
        1 => Some(Contact::Vertex),
        2 => Some(Contact::Edge),
        _ => Some(Contact::Face),
    };
    let complete = orders.map(|mut order| {
        let rest: Vec<usize> = (0..3).filter(|i| !order.contains(i)).collect();
        order.extend(rest);
        [order[0], order[1], order[2]]
    });
    (contact, complete)
}

/// How two triangles touch.
pub fn contact(test: &Triangle, trial: &Triangle) -> Result<Touch, Fault> {
    let touch = common(test, trial);
    let least = CROSSING * test.radius.max(trial.radius);
    if touch.0.is_none() && gap(&test.corners, &trial.corners) < least {
        return Err(Fault::Crossing);
    }
    Ok(touch)
}

impl SingularPairs<'_> {
    /// Entries of a pair, whatever its distance.
    pub fn block<I: Extracted>(
        &self,
        integrand: I,
        test: &Triangle,
        trial: &Triangle,
    ) -> Result<Block<f64>, Fault> {
        let (contact, order) = contact(test, trial)?;
        let shapes = Shapes::new(test, trial, order);
        let sorted = match contact {
            Some(contact) => self.touching(integrand, &shapes, contact)?,
            None => self.apart(integrand, &shapes)?,
        };
        let mut block = Block::default();
        for (a, row) in order[0].into_iter().zip(sorted) {
            for (b, value) in order[1].into_iter().zip(row) {
                block[a][b] = value;
            }
        }
        Ok(block)
    }

    /// The rules for a pair that touches.
    pub fn levels(
        &self,
        contact: Contact,
        shapes: &Shapes<f64>,
    ) -> impl Iterator<Item = &PairRule> {
        let Shapes { test, trial, .. } = shapes;
        let phase = self.k * radius(test).max(radius(trial));
        let slenderness = slenderness(test).min(slenderness(trial));
        self.rules.touching(contact, phase, slenderness)
    }

    fn touching<I: Extracted>(
        &self,
        integrand: I,
        shapes: &Shapes<f64>,
        contact: Contact,
    ) -> Result<Block<f64>, Fault> {
        let tolerance = self.rules.tolerance();
        let least = integrand.negligible() / tolerance;
        let mut previous: Option<Block<f64>> = None;
        for rule in self.levels(contact, shapes) {
            let value = integrand.finish(self.sums(integrand, shapes, rule), shapes);
            // The finer value is more accurate than the difference suggests, less so for poorly shaped triangles.
            let agrees =
                |coarse| largest_change(&coarse, &value) <= tolerance * largest(&value).max(least);
            if previous.is_some_and(agrees) {
                return Ok(value);
            }
            previous = Some(value);
        }
        // A contact at one point, or a narrow layer along an edge, shrinks with the size of the parts.
        self.apart(integrand, shapes)
    }

    /// Entries of a pair without common corners, or with corners too narrow for the rules.
    pub fn apart<I: Extracted>(
        &self,
        integrand: I,
        shapes: &Shapes<f64>,
    ) -> Result<Block<f64>, Fault> {
        let pair = NearSingularPair {
            integrand,
            shapes,
            rules: self.rules.near_singular(self.k * radius(&shapes.trial)),
            // The other half is for the rule on the trial triangle.
            tolerance: 0.5 * self.rules.tolerance(),
            simd: self.simd,
        };
        pair.block().ok_or(Fault::Unresolved)
    }

    fn sums<I: Integrand<f64>>(
        &self,
        integrand: I,
        shapes: &Shapes<f64>,
        rule: &PairRule,
    ) -> Block<f64> {
        self.simd.run(Points {
            integrand,
            shapes,
            rule,
        })
    }
}

/// The largest magnitude of an entry.
pub fn largest(block: &Block<f64>) -> f64 {
    let sizes = block.iter().flatten().map(|v| v[0].hypot(v[1]));
    sizes.fold(0.0, f64::max)
}

/// The largest magnitude of a difference of two entries.
pub fn largest_change(a: &Block<f64>, b: &Block<f64>) -> f64 {
    largest(&plus(*a, b, -1.0))
}

fn radius(corners: &[Point; 3]) -> f64 {
    let middle = blend(corners, [1.0 / 3.0; 3]);
    let sizes = corners.iter().map(|&v| norm(sub(v, middle)));
    sizes.fold(0.0, f64::max)
}

/// The smallest height over the longest edge.
fn slenderness(&[a, b, c]: &[Point; 3]) -> f64 {
    let edges = [sub(b, a), sub(c, b), sub(a, c)].map(norm);
    let longest = edges.into_iter().fold(0.0, f64::max);
    norm(cross(sub(b, a), sub(c, a))) / (longest * longest)
}

/// The sum over all points of a rule, points in lanes.
struct Points<'a, I> {
    integrand: I,
    shapes: &'a Shapes<f64>,
    rule: &'a PairRule,
}

impl<I: Integrand<f64>> Kernel for Points<'_, I> {
    type Output = Block<f64>;

    #[inline(always)]
    fn run(self) -> Block<f64> {
        let mut sums = [[[[0.0; LANES]; 2]; 3]; 3];
        for n in (0..self.rule.len()).step_by(LANES) {
            let (lambda, mu) = (three(&self.rule.lambda, n), three(&self.rule.mu, n));
            let (test, trial) = (
                place(&self.shapes.test, &lambda),
                place(&self.shapes.trial, &mu),
            );
            // Two short loops: the compiler would not vectorise a single one.
            let mut inner = [[[0.0; LANES]; 2]; 3];
            let weights = lanes(&self.rule.weights, n);
            for l in 0..LANES {
                let separation = [
                    test[0][l] - trial[0][l],
                    test[1][l] - trial[1][l],
                    test[2][l] - trial[2][l],
                ];
                let w = weights[l];
                let value =
                    self.integrand
                        .inner(separation, [mu[0][l] * w, mu[1][l] * w, mu[2][l] * w], w);
                for d in 0..3 {
                    inner[d][0][l] = value[d][0];
                    inner[d][1][l] = value[d][1];
                }
            }
            for l in 0..LANES {
                let at = [test[0][l], test[1][l], test[2][l]];
                let lambda = [lambda[0][l], lambda[1][l], lambda[2][l]];
                let inner = [
                    [inner[0][0][l], inner[0][1][l]],
                    [inner[1][0][l], inner[1][1][l]],
                    [inner[2][0][l], inner[2][1][l]],
                ];
                let outer = self.integrand.outer(at, lambda, self.shapes, inner);
                for a in 0..3 {
                    for b in 0..3 {
                        sums[a][b][0][l] += outer[a][b][0];
                        sums[a][b][1][l] += outer[a][b][1];
                    }
                }
            }
        }
        sums.map(|row| row.map(|value| value.map(|lanes| lanes.iter().sum())))
    }
}

/// The points with these barycentric coordinates.
#[inline(always)]
pub fn place(corners: &[Point; 3], weights: &[[f64; LANES]; 3]) -> [[f64; LANES]; 3] {
    let mut at = [[0.0; LANES]; 3];
    for i in 0..3 {
        for l in 0..LANES {
            at[i][l] = corners[0][i] * weights[0][l]
                + corners[1][i] * weights[1][l]
                + corners[2][i] * weights[2][l];
        }
    }
    at
}
