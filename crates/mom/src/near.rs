//! Pairs of triangles that touch or nearly do: rules in four dimensions, refined until the value stands.
//!
//! Touching pairs go through the levels of [`Rules::touching`] until two of them agree; pairs that are close without touching, and slivers that
//! touch in one point, are divided, the larger triangle across the middle of its longest edge (which makes slivers rounder), until every part is far enough
//! from its partner for a rule of [`Rules::apart`]. The work for two parallel faces grows with the square of size over gap.

use poynting_exec::{Kernel, SimdLevel};

use crate::formula::Block;
use crate::integrand::{Integrand, LANES, Shapes};
use crate::rule::{Contact, PairRule, Rules};
use crate::space::Triangle;
use crate::vector::{Point, blend, norm, sub};

/// How often a triangle may be divided: gaps down to a 256th of its size are resolved. Triangles nearer than that without common corners are a
/// fault of the mesh (unwelded or crossing), and must not take for ever.
const DEEPEST: i32 = 16;
/// A triangle undivided.
const WHOLE: Part = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Points that are summed at once.
const BATCH: usize = 8192;

/// The quadrature of near pairs.
#[derive(Debug, Clone, Copy)]
pub struct Near<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// Wave number.
    pub k: f64,
    /// Instruction set.
    pub simd: SimdLevel,
}

/// Corner numbers of the two triangles, common ones first, and how they touch.
fn contact(test: &Triangle, trial: &Triangle) -> (Option<Contact>, [[usize; 3]; 2]) {
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

impl Near<'_> {
    /// Entries of a pair, whatever its distance.
    pub fn block<I: Integrand<f64>>(
        &self,
        integrand: I,
        test: &Triangle,
        trial: &Triangle,
    ) -> Block<f64> {
        let (contact, order) = contact(test, trial);
        let shapes = Shapes::new(test, trial, order);
        let sorted = match contact {
            Some(contact) => self.touching(integrand, &shapes, contact),
            None => self.apart(integrand, &shapes),
        };
        let mut block = Block::default();
        for (a, row) in order[0].into_iter().zip(sorted) {
            for (b, value) in order[1].into_iter().zip(row) {
                block[a][b] = value;
            }
        }
        block
    }

    fn touching<I: Integrand<f64>>(
        &self,
        integrand: I,
        shapes: &Shapes<f64>,
        contact: Contact,
    ) -> Block<f64> {
        let mut previous: Option<Block<f64>> = None;
        for rule in self.rules.touching(contact) {
            let value = integrand.finish(self.sums(integrand, shapes, rule), shapes);
            // The finer value is better than the difference says, the less so the worse the triangles.
            let allowed = self.rules.tolerance();
            if previous.is_some_and(|p| agree(&p, &value, allowed, integrand.negligible())) {
                return value;
            }
            previous = Some(value);
        }
        match (contact, previous) {
            (Contact::Face | Contact::Edge, Some(last)) => last,
            // What touches in one point fades with the square of the parts' size and faster.
            _ => self.apart(integrand, shapes),
        }
    }

    fn apart<I: Integrand<f64>>(&self, integrand: I, shapes: &Shapes<f64>) -> Block<f64> {
        let mut division = Division {
            near: self,
            integrand,
            shapes,
            batch: PairRule::default(),
            sums: Block::default(),
        };
        division.divide([WHOLE, WHOLE], [0, 0]);
        division.flush();
        integrand.finish(division.sums, shapes)
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

fn agree(a: &Block<f64>, b: &Block<f64>, allowed: f64, negligible: f64) -> bool {
    let (mut difference, mut largest) = (0.0_f64, negligible / allowed);
    for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
        difference = difference.max((x[0] - y[0]).hypot(x[1] - y[1]));
        largest = largest.max(y[0].hypot(y[1]));
    }
    difference <= allowed * largest
}

/// A part of a triangle, by the barycentric coordinates of its corners.
type Part = [[f64; 3]; 3];

/// The division of one pair under way.
struct Division<'a, I> {
    near: &'a Near<'a>,
    integrand: I,
    shapes: &'a Shapes<f64>,
    batch: PairRule,
    sums: Block<f64>,
}

impl<I: Integrand<f64>> Division<'_, I> {
    fn divide(&mut self, parts: [Part; 2], depth: [i32; 2]) {
        let [(centre, radius), (other, other_radius)] = [
            middle_and_radius(&self.shapes.test, &parts[0]),
            middle_and_radius(&self.shapes.trial, &parts[1]),
        ];
        let t = norm(sub(centre, other)) / (radius + other_radius);
        let larger = usize::from(other_radius > radius);
        let rules = self.near.rules;
        let fitting = rules.fitting(t, self.near.k * radius.max(other_radius));
        let last = (depth[larger] == DEEPEST).then(|| rules.best());
        if let Some(rule) = fitting.or(last) {
            let share = 0.5_f64.powi(depth[0] + depth[1]);
            self.batch.push_product(rule, [&parts[0], &parts[1]], share);
            if self.batch.len() > BATCH {
                self.flush();
            }
            return;
        }
        let corners = [&self.shapes.test, &self.shapes.trial][larger];
        for half in halves(corners, &parts[larger]) {
            let (mut parts, mut depth) = (parts, depth);
            parts[larger] = half;
            depth[larger] += 1;
            self.divide(parts, depth);
        }
    }

    fn flush(&mut self) {
        self.batch.fill(LANES);
        let sums = self.near.sums(self.integrand, self.shapes, &self.batch);
        for (total, value) in self
            .sums
            .iter_mut()
            .flatten()
            .flatten()
            .zip(sums.iter().flatten().flatten())
        {
            *total += value;
        }
        self.batch.clear();
    }
}

fn middle_and_radius(corners: &[Point; 3], part: &Part) -> (Point, f64) {
    let at = part.map(|weights| blend(corners, weights));
    let middle = blend(&at, [1.0 / 3.0; 3]);
    let radius = at.iter().map(|&v| norm(sub(v, middle))).fold(0.0, f64::max);
    (middle, radius)
}

fn halves(corners: &[Point; 3], part: &Part) -> [Part; 2] {
    let at = part.map(|weights| blend(corners, weights));
    let length = |i: usize| norm(sub(at[(i + 1) % 3], at[(i + 2) % 3]));
    let top = (0..3).fold(0, |a, b| if length(b) > length(a) { b } else { a });
    let [a, b, c] = [part[top], part[(top + 1) % 3], part[(top + 2) % 3]];
    let middle = blend(&[b, c, a], [0.5, 0.5, 0.0]);
    [[a, b, middle], [a, middle, c]]
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
            // Two short loops: as one, the compiler leaves it scalar.
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

#[inline(always)]
fn lanes(values: &[f64], from: usize) -> [f64; LANES] {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&values[from..from + LANES]);
    lanes
}

#[inline(always)]
fn three(values: &[Vec<f64>; 3], from: usize) -> [[f64; LANES]; 3] {
    [
        lanes(&values[0], from),
        lanes(&values[1], from),
        lanes(&values[2], from),
    ]
}

#[inline(always)]
fn place(corners: &[Point; 3], weights: &[[f64; LANES]; 3]) -> [[f64; LANES]; 3] {
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
