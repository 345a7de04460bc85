//! Entries of an integral equation in the precision of the matrix: every pair of triangles by the rule for its distance.

use std::ops::Range;

use poynting_exec::Real;
use poynting_linalg::{Complex, MatRef};

use crate::centred::{CentredTriangles, ExpandedRow};
use crate::error::MomError;
use crate::expansion::Expanded;
use crate::formula::{Block, Pair};
use crate::integrand::{Combined, Electric, Integrand, Magnetic};
use crate::mutual::{Mutual, MutualBlocks};
use crate::operator::Operator;
use crate::regular::{Batch, Blocks, Corners, Points, Row, add};
use crate::space::Triangle;
use crate::vector::{dot, sub};

impl<'a> Operator<'a> {
    /// Data for rows of entries, in the precision of the matrix.
    pub fn rounded<T: Real>(&'a self) -> Rounded<'a, T> {
        let k = self.wave_number();
        let triangles = self.space().triangles();
        let largest = triangles.iter().map(|t| t.radius).fold(0.0, f64::max);
        let (reach, expansion_reach) = (
            self.rules().reach(k * largest),
            (self.rules()).expansion_reach(k * largest, self.equation().shares()),
        );
        Rounded {
            operator: self,
            places: triangles.iter().map(Place::new).collect(),
            corners: triangles.iter().map(Corners::new).collect(),
            centred: CentredTriangles::new(triangles),
            rules: self.rules().apart().iter().map(Points::new).collect(),
            reach: reach.map(|t| t * t).to_vec(),
            expansion_reach: expansion_reach * expansion_reach,
        }
    }
}

/// Where a triangle is, and how large: all that its distance from others depends on, close together in memory.
#[derive(Debug, Clone, Copy)]
struct Place {
    centroid: [f64; 3],
    radius: f64,
}

impl Place {
    fn new(triangle: &Triangle) -> Self {
        Self {
            centroid: triangle.centroid,
            radius: triangle.radius,
        }
    }
}

/// t^2, as in `crate::rule`.
fn separation(test: Place, trial: Place) -> f64 {
    let away = sub(test.centroid, trial.centroid);
    let size = test.radius + trial.radius;
    // Triangles that touch have t <= 1; rounding must not classify them as separated.
    dot(away, away) / ((1.0 + 1e-9) * size * size)
}

fn round<T: Real>(block: Block<f64>) -> Block<T> {
    block.map(|row| row.map(|value| value.map(T::of)))
}

/// Triangles and rules in the precision of the matrix.
pub struct Rounded<'a, T> {
    /// The operator they were rounded for.
    pub operator: &'a Operator<'a>,
    places: Vec<Place>,
    /// All triangles.
    pub corners: Vec<Corners<T>>,
    centred: CentredTriangles<T>,
    /// The rules for separated triangles.
    pub rules: Vec<Points<T>>,
    /// Squares of the values of [`Rules::reach`](crate::Rules::reach).
    reach: Vec<f64>,
    /// The square of the value of [`Rules::expansion_reach`](crate::Rules::expansion_reach).
    pub expansion_reach: f64,
}

impl<T: Real> Rounded<'_, T> {
    /// Entries of one trial triangle with the test triangles from `first` on, zero before. `out` holds, for each corner of the trial
    /// triangle, the entries of all test triangles.
    pub fn row(
        &self,
        trial: usize,
        first: usize,
        out: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        let count = self.corners.len();
        let classes = self.classes(trial, first..count, self.expansion_reach);
        for entries in out.chunks_mut(count) {
            entries[..first].fill([[T::of(0.0); 2]; 3]);
        }
        self.expand(trial, first, out);
        for &test in classes.iter().flatten() {
            for b in 0..3 {
                out[b * count + test as usize] = [[T::of(0.0); 2]; 3];
            }
        }
        let [electric, magnetic] = self.operator.equation().factors();
        let k = self.operator.wave_number();
        if electric != 0.0 {
            self.add_regular(Electric::new(k, electric), trial, &classes, out);
        }
        if magnetic != 0.0 {
            self.add_regular(Magnetic::new(k, magnetic), trial, &classes, out);
        }
        self.add_singular(trial, &classes, out)
    }

    /// The test triangles among `tests` that are nearer than t^2 = `limit`, by rule; those too near for any come last.
    pub fn classes(&self, trial: usize, tests: Range<usize>, limit: f64) -> Vec<Vec<u32>> {
        let (first, place) = (tests.start, self.places[trial]);
        let mut classes = vec![Vec::new(); self.rules.len() + 1];
        for (n, test) in self.places[tests].iter().enumerate() {
            let squared = separation(*test, place);
            if squared < limit {
                classes[self.class(squared)].push((first + n) as u32);
            }
        }
        classes
    }

    /// The rule for a pair with this t^2; the number of rules if it is too near for any.
    fn class(&self, squared: f64) -> usize {
        let rule = self.reach.iter().position(|&reach| squared >= reach);
        rule.unwrap_or(self.rules.len())
    }

    /// Entries of pairs of one class in both orders.
    pub fn mutual(&self, class: usize, pairs: &[[u32; 2]]) -> Result<Vec<Mutual<T>>, MomError> {
        let Some(rule) = self.rules.get(class) else {
            let rounded = |both: Mutual<f64>| both.map(round);
            let both = |&[test, trial]: &[u32; 2]| {
                (self.operator.mutual(test as usize, trial as usize)).map(rounded)
            };
            return pairs.iter().map(both).collect();
        };
        let mut out = vec![[[[[T::of(0.0); 2]; 3]; 3]; 2]; pairs.len()];
        let (k, factors) = (
            self.operator.wave_number(),
            self.operator.equation().factors(),
        );
        let batch = Batch {
            integrand: Combined::new(k, factors),
            rule,
            triangles: &self.corners,
            pairs,
        };
        self.operator.simd().run(MutualBlocks {
            batch,
            out: &mut out,
        });
        Ok(out)
    }

    /// Entries of many pairs, each of a test and a trial triangle, whatever their distance.
    pub fn blocks(&self, pairs: &[[u32; 2]], out: &mut Vec<Block<T>>) -> Result<(), MomError> {
        let mut classes = vec![Vec::new(); self.rules.len() + 1];
        for (n, pair) in pairs.iter().enumerate() {
            let [test, trial] = pair.map(|t| self.places[t as usize]);
            classes[self.class(separation(test, trial))].push(n as u32);
        }
        let [electric, magnetic] = self.operator.equation().factors();
        let k = self.operator.wave_number();
        out.clear();
        out.resize(pairs.len(), [[[T::of(0.0); 2]; 3]; 3]);
        let (mut chosen, mut found) = (Vec::new(), Vec::new());
        for (rule, members) in self.rules.iter().zip(&classes) {
            if members.is_empty() {
                continue;
            }
            chosen.clear();
            chosen.extend(members.iter().map(|&n| pairs[n as usize]));
            found.clear();
            found.resize(members.len(), [[[T::of(0.0); 2]; 3]; 3]);
            if electric != 0.0 {
                self.by_rule(Electric::new(k, electric), rule, &chosen, &mut found);
            }
            if magnetic != 0.0 {
                self.by_rule(Magnetic::new(k, magnetic), rule, &chosen, &mut found);
            }
            for (&n, block) in members.iter().zip(&found) {
                out[n as usize] = *block;
            }
        }
        for &n in &classes[self.rules.len()] {
            let [test, trial] = pairs[n as usize].map(|t| t as usize);
            let block = self.operator.block(test, trial)?;
            out[n as usize] = round(block);
        }
        Ok(())
    }

    /// One row of the matrix times columns, with each entry integrated.
    pub fn row_times(
        &self,
        row: usize,
        x: MatRef<'_, Complex<T>>,
    ) -> Result<Vec<Complex<f64>>, MomError> {
        let space = self.operator.space();
        let mut sums = vec![Complex::new(0.0, 0.0); x.ncols()];
        let mut blocks = Vec::new();
        for test in space.functions()[row].halves {
            let all = 0..space.triangles().len() as u32;
            let pairs: Vec<[u32; 2]> = all.map(|trial| [test.triangle as u32, trial]).collect();
            self.blocks(&pairs, &mut blocks)?;
            for (trial, block) in blocks.iter().enumerate() {
                for share in space.shares(trial) {
                    let [re, im] = block[test.corner][share.corner].map(Real::f64);
                    let entry = Complex::new(re, im) * (test.weight * share.weight);
                    for (c, sum) in sums.iter_mut().enumerate() {
                        let value = x[(share.function, c)];
                        *sum += entry * Complex::new(value.re.f64(), value.im.f64());
                    }
                }
            }
        }
        Ok(sums)
    }

    fn by_rule<I: Integrand<T>>(
        &self,
        integrand: I,
        rule: &Points<T>,
        pairs: &[[u32; 2]],
        out: &mut [Block<T>],
    ) {
        let batch = Batch {
            integrand,
            rule,
            triangles: &self.corners,
            pairs,
        };
        self.operator.simd().run(Blocks { batch, out });
    }

    /// The entries of all pairs of a row as if they were distant.
    pub fn expand(&self, trial: usize, first: usize, out: &mut [[Pair<T>; 3]]) {
        // Pointless if every pair would be replaced.
        if !self.expansion_reach.is_finite() {
            return;
        }
        let factors = self.operator.equation().factors();
        let k = self.operator.wave_number();
        if self.operator.is_symmetric() {
            self.expand_as(Electric::new(k, factors[0]), trial, first, out);
        } else {
            self.expand_as(Combined::new(k, factors), trial, first, out);
        }
    }

    fn expand_as(
        &self,
        integrand: impl Expanded<T>,
        trial: usize,
        first: usize,
        out: &mut [[Pair<T>; 3]],
    ) {
        self.operator.simd().run(ExpandedRow {
            integrand,
            centred: &self.centred,
            trial,
            first,
            out,
        });
    }

    /// Adds the entries of the pairs that are too near for the rules.
    pub fn add_singular(
        &self,
        trial: usize,
        classes: &[Vec<u32>],
        out: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        for &test in &classes[self.rules.len()] {
            let block = self.operator.block(test as usize, trial)?;
            add(out, self.corners.len(), test as usize, &round(block));
        }
        Ok(())
    }

    fn add_regular<I: Integrand<T>>(
        &self,
        integrand: I,
        trial: usize,
        classes: &[Vec<u32>],
        out: &mut [[Pair<T>; 3]],
    ) {
        for (rule, tests) in self.rules.iter().zip(classes) {
            let pairs: Vec<[u32; 2]> = tests.iter().map(|&test| [test, trial as u32]).collect();
            let batch = Batch {
                integrand,
                rule,
                triangles: &self.corners,
                pairs: &pairs,
            };
            self.operator.simd().run(Row {
                batch,
                out: &mut *out,
            });
        }
    }
}
