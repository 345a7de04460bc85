//! Both orders of singular and near-singular pairs under the MFIE or the CFIE.
//!
//! The rules for touching triangles treat both triangles alike, so one evaluation of the Green function serves both orders, as in
//! `crate::mutual`. The levels end when the changes of both parts together are within the tolerance of the entries of the equation: those of the MFIE
//! between nearly coplanar triangles are a small share, and need no more digits than that share. (Changes of the parts may cancel at one level, so
//! agreement of their sum would not do.)

use poynting_exec::Kernel;

use crate::formula::{Block, plus};
use crate::integrand::{Combined, Integrand, LANES, Shapes};
use crate::lanes::{lanes, three};
use crate::mutual::{Mutual, add_lane, transposed, weighted};
use crate::rule::{Contact, PairRule};
use crate::singular::{Fault, SingularPairs, contact, largest, largest_change, place};
use crate::space::Triangle;

impl SingularPairs<'_> {
    /// Entries of a pair in both orders, whatever its distance.
    pub fn mutual(
        &self,
        integrand: Combined<f64>,
        test: &Triangle,
        trial: &Triangle,
    ) -> Result<Mutual<f64>, Fault> {
        let (touch, order) = contact(test, trial)?;
        let shapes = Shapes::new(test, trial, order);
        let exchanged = Shapes::new(trial, test, [order[1], order[0]]);
        let sorted = touch
            .and_then(|contact| self.touching_mutual(integrand, [&shapes, &exchanged], contact));
        let sorted = match sorted {
            Some(sorted) => sorted,
            None => self.apart_mutual(integrand, [&shapes, &exchanged])?,
        };
        let mut both = Mutual::default();
        for (i, a) in order[0].into_iter().enumerate() {
            for (j, b) in order[1].into_iter().enumerate() {
                both[0][a][b] = sorted[0][i][j];
                both[1][b][a] = sorted[1][j][i];
            }
        }
        Ok(both)
    }

    /// None if the levels do not agree.
    fn touching_mutual(
        &self,
        integrand: Combined<f64>,
        shapes: [&Shapes<f64>; 2],
        contact: Contact,
    ) -> Option<Mutual<f64>> {
        let tolerance = self.rules.tolerance();
        let least = integrand.magnetic.negligible() / tolerance;
        let mut previous: Option<[Block<f64>; 3]> = None;
        for rule in self.levels(contact, shapes[0]) {
            let points = MutualPoints {
                integrand,
                shapes,
                rule,
            };
            let [electric, magnetic, other] = self.simd.run(points);
            let parts = [
                integrand.electric.finish(electric, shapes[0]),
                integrand.magnetic.finish(magnetic, shapes[0]),
                integrand.magnetic.finish(other, shapes[1]),
            ];
            let value = sums(&parts);
            let largest = [0, 1].map(|order| largest(&value[order]).max(least));
            let agree = |coarse: &[Block<f64>; 3]| {
                let [electric, orders @ ..] =
                    [0, 1, 2].map(|n| largest_change(&coarse[n], &parts[n]));
                let mut orders = orders.iter().zip(largest);
                orders.all(|(magnetic, largest)| electric + magnetic <= tolerance * largest)
            };
            if previous.as_ref().is_some_and(agree) {
                return Some(value);
            }
            previous = Some(parts);
        }
        None
    }

    fn apart_mutual(
        &self,
        integrand: Combined<f64>,
        [shapes, exchanged]: [&Shapes<f64>; 2],
    ) -> Result<Mutual<f64>, Fault> {
        let electric = self.apart(integrand.electric, shapes)?;
        let magnetic = self.apart(integrand.magnetic, shapes)?;
        let other = self.apart(integrand.magnetic, exchanged)?;
        Ok(sums(&[electric, magnetic, other]))
    }
}

/// The entries in both orders from those of the EFIE, of the MFIE, and of the MFIE with the triangles exchanged.
fn sums([electric, magnetic, other]: &[Block<f64>; 3]) -> Mutual<f64> {
    [
        plus(*magnetic, electric, 1.0),
        plus(*other, &transposed(electric), 1.0),
    ]
}

/// The outer sums of the EFIE, of the MFIE, and of the MFIE with the triangles exchanged, over all points of a rule; points in lanes.
struct MutualPoints<'a> {
    integrand: Combined<f64>,
    shapes: [&'a Shapes<f64>; 2],
    rule: &'a PairRule,
}

impl Kernel for MutualPoints<'_> {
    type Output = [Block<f64>; 3];

    #[inline(always)]
    fn run(self) -> [Block<f64>; 3] {
        let Combined { electric, magnetic } = self.integrand;
        let [shapes, exchanged] = self.shapes;
        let mut sums = [[[[[0.0; LANES]; 2]; 3]; 3]; 3];
        for n in (0..self.rule.len()).step_by(LANES) {
            let (lambda, mu) = (three(&self.rule.lambda, n), three(&self.rule.mu, n));
            let (test, trial) = (place(&shapes.test, &lambda), place(&shapes.trial, &mu));
            let weights = lanes(&self.rule.weights, n);
            // Short loops: the compiler would not vectorise a single one.
            let (mut green, mut gradient) = ([[[0.0; LANES]; 2]; 3], [[[0.0; LANES]; 2]; 3]);
            for l in 0..LANES {
                let separation = [
                    test[0][l] - trial[0][l],
                    test[1][l] - trial[1][l],
                    test[2][l] - trial[2][l],
                ];
                let w = weights[l];
                let g = electric.inner(separation, [mu[0][l] * w, mu[1][l] * w, mu[2][l] * w], w);
                let k = magnetic.inner(separation, [0.0; 3], w);
                for d in 0..3 {
                    for part in 0..2 {
                        green[d][part][l] = g[d][part];
                        gradient[d][part][l] = k[d][part];
                    }
                }
            }
            for l in 0..LANES {
                let lambda = [lambda[0][l], lambda[1][l], lambda[2][l]];
                let at = [test[0][l], test[1][l], test[2][l]];
                let outer = electric.outer(at, lambda, shapes, weighted(&green, l, 1.0));
                add_lane(&mut sums[0], l, &outer);
            }
            for l in 0..LANES {
                let lambda = [lambda[0][l], lambda[1][l], lambda[2][l]];
                let at = [test[0][l], test[1][l], test[2][l]];
                let outer = magnetic.outer(at, lambda, shapes, weighted(&gradient, l, 1.0));
                add_lane(&mut sums[1], l, &outer);
            }
            for l in 0..LANES {
                let mu = [mu[0][l], mu[1][l], mu[2][l]];
                let at = [trial[0][l], trial[1][l], trial[2][l]];
                // R points the other way.
                let outer = magnetic.outer(at, mu, exchanged, weighted(&gradient, l, -1.0));
                add_lane(&mut sums[2], l, &outer);
            }
        }
        sums.map(|sums| sums.map(|row| row.map(|value| value.map(|lanes| lanes.iter().sum()))))
    }
}
