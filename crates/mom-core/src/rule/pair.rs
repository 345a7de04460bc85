//! Quadrature on a pair of triangles, a four-dimensional rule in barycentric coordinates lambda and mu; weights add up to one.
//!
//! Where triangles touch, relative coordinates make the integrand analytic (S. A. Sauter and C. Schwab, Boundary Element
//! Methods, 2011, section 5.2; M. G. Duffy, SIAM J. Numer. Anal. 19, 1260, 1982). With (s, a, b, c) in the unit cube, reference triangles
//! {0 < x2 < x1 < 1} and common corners first, the distance between the two points is
//!
//! ```text
//! common face:   R = s a b rho(c)       6 cubes, Jacobian s^3 a^2 b
//! common edge:   R = s a   rho(b, c)    5 cubes, Jacobian s^3 a^2 (once) and s^3 a^2 b
//! common vertex: R = s     rho(a, b, c) 2 cubes, Jacobian s^3 b
//! ```
//!
//! with rho > 0, so kernels up to 1/R^2 lose their singularity. Along the coordinates in front of rho the integrand is a polynomial times
//! the phase and needs few points; rho needs more of them the less regular the triangles are.
//!
//! Tested on polynomials, and against adaptive quadrature through the entries.

use super::gauss;
use crate::integrand::LANES;

/// How two triangles touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Contact {
    /// They coincide.
    Face,
    /// Two common corners.
    Edge,
    /// One common corner.
    Vertex,
}

/// Points in structure-of-arrays form.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PairRule {
    /// Barycentric coordinates on the test triangle.
    pub lambda: [Vec<f64>; 3],
    /// Barycentric coordinates on the trial triangle.
    pub mu: [Vec<f64>; 3],
    /// Weights.
    pub weights: Vec<f64>,
}

impl PairRule {
    /// Number of points.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a point.
    pub fn push(&mut self, lambda: [f64; 3], mu: [f64; 3], weight: f64) {
        for i in 0..3 {
            self.lambda[i].push(lambda[i]);
            self.mu[i].push(mu[i]);
        }
        self.weights.push(weight);
    }

    /// The rule for triangles that touch, with `smooth` points along s, fewer along the other regular coordinates, and `rough` along the rest.
    pub fn touching(contact: Contact, smooth: usize, rough: usize) -> Self {
        let less = |by: usize| smooth.saturating_sub(by).max(2);
        let counts = match contact {
            Contact::Face => [smooth, less(1), less(2), rough],
            Contact::Edge => [smooth, less(1), rough, rough],
            Contact::Vertex => [smooth, rough, rough, rough],
        };
        let [along_s, along_a, along_b, along_c] = counts.map(gauss::uniform);
        let mut rule = Self::default();
        for &(s, ws) in &along_s {
            for &(a, wa) in &along_a {
                for &(b, wb) in &along_b {
                    for &(c, wc) in &along_c {
                        // The pairs fill a quarter of the unit cube.
                        let weight = 4.0 * ws * wa * wb * wc * s * s * s;
                        rule.push_cubes(contact, s, [a, b, c], weight);
                    }
                }
            }
        }
        rule.fill(LANES);
        rule
    }

    /// Pads with zero-weight copies of the last point to a multiple of `lanes` points.
    pub fn fill(&mut self, lanes: usize) {
        let missing = self.len().next_multiple_of(lanes) - self.len();
        for values in self.lambda.iter_mut().chain(&mut self.mu) {
            values.extend(values.last().copied().into_iter().cycle().take(missing));
        }
        self.weights.extend(std::iter::repeat_n(0.0, missing));
    }

    fn push_cubes(&mut self, contact: Contact, s: f64, at: [f64; 3], weight: f64) {
        let [a, b, _] = at;
        match contact {
            Contact::Face => {
                for [x, y] in face(at) {
                    self.push_scaled(s, [x, y], weight * a * a * b);
                    self.push_scaled(s, [y, x], weight * a * a * b);
                }
            }
            Contact::Edge => {
                let [first, rest @ ..] = edge(at);
                self.push_scaled(s, first, weight * a * a);
                for pair in rest {
                    self.push_scaled(s, pair, weight * a * a * b);
                }
            }
            Contact::Vertex => {
                let [x, y] = vertex(at);
                self.push_scaled(s, [x, y], weight * b);
                self.push_scaled(s, [y, x], weight * b);
            }
        }
    }

    fn push_scaled(&mut self, s: f64, pair: [[f64; 2]; 2], weight: f64) {
        let barycentric = |[x1, x2]: [f64; 2]| [1.0 - s * x1, s * (x1 - x2), s * x2];
        self.push(barycentric(pair[0]), barycentric(pair[1]), weight);
    }
}

/// Half of the cubes; the other half has x and y exchanged.
fn face([a, b, c]: [f64; 3]) -> [[[f64; 2]; 2]; 3] {
    [
        [[1.0, 1.0 - a + a * b], [1.0 - a * b * c, 1.0 - a]],
        [[1.0, a * (1.0 - b + b * c)], [1.0 - a * b, a * (1.0 - b)]],
        [[1.0 - a * b * c, a * (1.0 - b * c)], [1.0, a * (1.0 - b)]],
    ]
}

fn edge([a, b, c]: [f64; 3]) -> [[[f64; 2]; 2]; 5] {
    [
        [[1.0, a * c], [1.0 - a * b, a * (1.0 - b)]],
        [[1.0, a], [1.0 - a * b * c, a * b * (1.0 - c)]],
        [[1.0 - a * b, a * (1.0 - b)], [1.0, a * b * c]],
        [[1.0 - a * b * c, a * b * (1.0 - c)], [1.0, a]],
        [[1.0 - a * b * c, a * (1.0 - b * c)], [1.0, a * b]],
    ]
}

fn vertex([a, b, c]: [f64; 3]) -> [[f64; 2]; 2] {
    [[1.0, a], [b, b * c]]
}
