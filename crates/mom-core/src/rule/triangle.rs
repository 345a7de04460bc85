//! Quadrature on one triangle, in barycentric coordinates; weights add up to one.
//!
//! Symmetric rules of degree 2, 4 and 5 (A. H. Stroud and P. C. Hammer; G. R. Cowper, Int. J. Numer. Meth. Eng. 7, 405, 1973), and
//! for any higher odd degree the conical product of two Gauss rules (A. H. Stroud, Approximate Calculation of Multiple Integrals,
//! 1971, section 2.4). Tested on all monomials up to the degree.

use super::gauss;

/// Points and weights.
#[derive(Debug, Clone, PartialEq)]
pub struct TriangleRule {
    /// Barycentric coordinates.
    pub points: Vec<[f64; 3]>,
    /// Weights.
    pub weights: Vec<f64>,
}

impl TriangleRule {
    /// The cheapest of these rules that is exact up to `degree`.
    pub fn of_degree(degree: usize) -> Self {
        match degree {
            0..=2 => Self::symmetric(None, &[(1.0 / 6.0, 1.0 / 3.0)]),
            3..=4 => Self::degree_four(),
            5 => Self::degree_five(),
            _ => Self::conical(degree / 2 + 1),
        }
    }

    fn degree_four() -> Self {
        // Roots of Cowper's equations, in closed form.
        let root = (38.0 - 44.0 * 0.4_f64.sqrt()).sqrt();
        let base = 8.0 - 10.0_f64.sqrt();
        let spread = (213_125.0 - 53_320.0 * 10.0_f64.sqrt()).sqrt();
        let orbit = |sign: f64| {
            (
                (base + sign * root) / 18.0,
                (620.0 + sign * spread) / 3720.0,
            )
        };
        Self::symmetric(None, &[orbit(1.0), orbit(-1.0)])
    }

    fn degree_five() -> Self {
        let root = 15.0_f64.sqrt();
        let orbit = |sign: f64| ((6.0 + sign * root) / 21.0, (155.0 + sign * root) / 1200.0);
        Self::symmetric(Some(0.225), &[orbit(1.0), orbit(-1.0)])
    }

    /// The centroid, and orbits (a, a, 1 - 2a) with their weights.
    fn symmetric(middle: Option<f64>, orbits: &[(f64, f64)]) -> Self {
        let mut rule = Self {
            points: middle.iter().map(|_| [1.0 / 3.0; 3]).collect(),
            weights: middle.into_iter().collect(),
        };
        for &(a, weight) in orbits {
            let b = 1.0 - 2.0 * a;
            rule.points.extend([[b, a, a], [a, b, a], [a, a, b]]);
            rule.weights.extend([weight; 3]);
        }
        rule
    }

    /// n^2 points of degree 2n - 1.
    fn conical(n: usize) -> Self {
        let (mut points, mut weights) = (Vec::new(), Vec::new());
        for (u, wu) in gauss::falling(n) {
            for (v, wv) in gauss::uniform(n) {
                let second = (1.0 - u) * v;
                points.push([1.0 - u - second, u, second]);
                weights.push(2.0 * wu * wv);
            }
        }
        Self { points, weights }
    }
}
