//! Choice of the quadrature rule for a pair of triangles, by distance and requested accuracy.
//!
//! For separated triangles, with t = |centroids|/(radius + radius') and x = k max(radius, radius'), a rule of degree p makes a
//! relative error of about
//!
//! ```text
//! C_p t^-p + F_p x^p
//! ```
//!
//! in the averages of `crate::formula`: the effect of the distance and of the phase over a triangle. C and F bound the errors measured on
//! random pairs with ratios of longest edge to height up to 2.5, 1 <= t <= 16 and x <= 1.1; `tests/suite/entries.rs` compares the rules with an
//! independent reference.
//!
//! The expansion of `crate::expansion` makes an error of the same form in the largest entry of a pair, with p = 3. In the entries of the MFIE C and F
//! are larger, because the derivatives of G grow with their order, but these entries are smaller than those of the EFIE. With radii r >= r' the
//! largest are
//!
//! ```text
//! EFIE: eta/(4 pi k R)       eta MFIE: eta r r' |1 + jkR|/(16 pi R^2)       ratio: (x/4) sqrt(x^2 + (r'/R)^2),  r'/R <= 1/(2t)
//! ```
//!
//! so the error of their sum, relative to the larger, is that of the EFIE plus that of the MFIE times its share.
//!
//! For triangles that touch, the coordinates of a pair along which 1/R varies fastest have a Gauss rule of n points, whose error is about
//!
//! ```text
//! rho^(-2n)        rho = 2 s + sqrt(1 + 4 s^2)
//! ```
//!
//! because 1/R has no singularity within the ellipse about the interval whose half-axes add to rho (half the length being one; L. N. Trefethen,
//! Approximation Theory and Approximation Practice, chapter 19), where s is the smallest height of the triangles over their longest edge. Two rules
//! whose errors are far from this limit may agree by chance.

use std::sync::OnceLock;

use super::pair::{Contact, PairRule};
use super::triangle::TriangleRule;
use crate::error::MomError;

/// Degree p, C_p and F_p.
const DEGREES: [(i32, f64, f64); 8] = [
    (2, 1e-2, 8e-3),
    (4, 2e-3, 1.3e-4),
    (5, 1e-3, 2.8e-5),
    (7, 6e-5, 1e-7),
    (9, 1.5e-5, 4e-10),
    (11, 2e-6, 1e-12),
    (13, 3e-7, 2e-15),
    (15, 4e-8, 4e-18),
];

/// The same for the expansion about the centroids: of G, and of its gradient.
const EXPANSIONS: [(i32, f64, f64); 2] = [(3, 3e-2, 1e-2), (3, 0.3, 4e-2)];

/// Points along the regular and the other coordinates of touching pairs, level by level.
const LEVELS: [(usize, usize); 11] = [
    (3, 3),
    (3, 4),
    (4, 5),
    (4, 6),
    (5, 8),
    (6, 11),
    (6, 14),
    (7, 18),
    (8, 24),
    (8, 32),
    (8, 44),
];

/// Up to these x, three and four points along the regular coordinates have an error below 4e-4.
const PHASES: [f64; 2] = [0.35, 0.8];

/// Two levels are compared only if the error of the coarser one is expected to be below this.
const ASYMPTOTIC: f64 = 0.05;

/// Below this (in t) the integrals are adaptive.
const ADAPTIVE_BELOW: f64 = 1.0;

/// All rules for one accuracy.
#[derive(Debug, Clone)]
pub struct Rules {
    tolerance: f64,
    apart: Vec<TriangleRule>,
    // Computed on first use: the high ones are large and seldom needed.
    touching: [[[OnceLock<PairRule>; LEVELS.len()]; 3]; 2],
    first_level: usize,
}

impl Rules {
    /// Rules for a relative error of the entries of about `tolerance`, between 1e-8 and 1e-2.
    pub fn new(tolerance: f64) -> Result<Self, MomError> {
        if !(1e-8..=1e-2).contains(&tolerance) {
            return Err(MomError::Number {
                name: "the quadrature tolerance",
                value: tolerance,
                demand: "must lie between 1e-8 and 1e-2",
            });
        }
        Ok(Self {
            tolerance,
            apart: DEGREES
                .iter()
                .map(|d| TriangleRule::of_degree(d.0 as usize))
                .collect(),
            touching: Default::default(),
            // The level at which regular triangles usually meet the tolerance on the second attempt.
            first_level: match tolerance {
                t if t >= 1e-3 => 0,
                t if t >= 1e-5 => 1,
                _ => 3,
            },
        })
    }

    /// The requested relative error.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The rules for separated triangles, cheapest first.
    pub fn apart(&self) -> &[TriangleRule] {
        &self.apart
    }

    /// The smallest t at which each rule of [`Rules::apart`] may be used, for a phase x.
    pub fn reach(&self, phase: f64) -> [f64; DEGREES.len()] {
        DEGREES.map(|order| self.reach_of(order, phase))
    }

    /// The smallest t at which the expansion about the centroids may be used, for a phase x and the shares of EFIE and eta MFIE in the
    /// equation.
    pub fn expansion_reach(&self, phase: f64, [electric, magnetic]: [f64; 2]) -> f64 {
        let [(degree, c, f), (_, c_magnetic, f_magnetic)] = EXPANSIONS;
        let nearest = self.reach_of((degree, c, f), phase);
        let magnetic = magnetic * 0.25 * phase * phase.hypot(0.5 / nearest);
        let largest = electric.max(magnetic);
        let sum = |of, of_magnetic| (electric * of + magnetic * of_magnetic) / largest;
        self.reach_of((degree, sum(c, c_magnetic), sum(f, f_magnetic)), phase)
    }

    fn reach_of(&self, (degree, c, f): (i32, f64, f64), phase: f64) -> f64 {
        let left = self.tolerance - f * phase.powi(degree);
        if left > 0.0 {
            (c / left).powf(1.0 / f64::from(degree)).max(ADAPTIVE_BELOW)
        } else {
            f64::INFINITY
        }
    }

    /// Rules for triangles that are close without touching: on parts of the test triangle, and on the trial triangle for the smooth remainder, for a
    /// phase x.
    pub fn near_singular(&self, phase: f64) -> [&TriangleRule; 2] {
        // In G without 1/R, R and R^3, the first non-smooth term is (kR)^5 k/720; F is for all of G.
        let rough = |&(degree, _, f): &(i32, f64, f64)| {
            phase.powi(6) / f64::from(degree).powi(7) + f * phase.powi(degree) <= self.tolerance
        };
        let smooth = DEGREES.iter().position(rough).unwrap_or(DEGREES.len() - 1);
        let outer = if self.tolerance >= 1e-4 { 2 } else { 4 };
        [&self.apart[outer], &self.apart[smooth]]
    }

    /// Rules of increasing order for triangles that touch, for a phase x and the smallest height over the longest edge. At a vertex three coordinates
    /// are rough: slivers are subdivided there before the rules become too large.
    pub fn touching(
        &self,
        contact: Contact,
        phase: f64,
        slenderness: f64,
    ) -> impl Iterator<Item = &PairRule> {
        // The first two levels agree along the regular coordinates, so these need enough points for the phase, or two levels that differ there.
        let [three, four] = PHASES.map(|x| phase <= x);
        let more = usize::from(!three && four && self.tolerance >= 1e-3);
        let first = self.first_level.max(usize::from(!three && more == 0));
        let made = &self.touching[more][contact as usize];
        let most = if contact == Contact::Vertex {
            14
        } else {
            usize::MAX
        };
        let count = LEVELS.partition_point(|&(_, rough)| rough <= most);
        let rho = 2.0 * slenderness + (2.0 * slenderness).hypot(1.0);
        let chance =
            LEVELS.partition_point(|&(_, rough)| rho.powf(-2.0 * rough as f64) > ASYMPTOTIC);
        // There must be two to compare.
        let first = first.max(chance.min(count - 2));
        let levels = LEVELS.iter().zip(made).take(count).skip(first);
        let least = LEVELS[0].0 + more;
        levels.map(move |(&(smooth, rough), rule)| {
            rule.get_or_init(|| PairRule::touching(contact, smooth.max(least), rough))
        })
    }
}
