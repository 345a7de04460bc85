//! What the currents radiate, and where they flow.
//!
//! ```text
//! E(r) -> F(r^) e^{-jkr}/r,   F = -(j k eta/(4 pi)) (1 - r^ r^) . int J e^{jk r^.r'} dS'
//! sigma = 4 pi |F|^2/|E_i|^2
//! ```
//!
//! (C. A. Balanis, Antenna Theory, 2016, section 12.) Tested against the Mie series.

use std::f64::consts::PI;

use faer::complex::Complex;
use poynting_analytic::constants::ETA0;

use crate::excitation::spherical;
use crate::rule::TriangleRule;
use crate::space::RwgSpace;
use crate::vector::{Point, blend, dot, sub};

/// Degree of the rule for the phase on a triangle.
const DEGREE: usize = 9;

/// Amplitude of the far field in one direction, in V.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FarField {
    /// Component along theta.
    pub theta: Complex<f64>,
    /// Component along phi.
    pub phi: Complex<f64>,
}

impl FarField {
    /// Radar cross-section in m^2 for an incident field of 1 V/m, both components received.
    pub fn cross_section(&self) -> f64 {
        4.0 * PI * (self.theta.norm_sqr() + self.phi.norm_sqr())
    }
}

/// A quadrature point with the current density there times its weight and area.
struct Element {
    at: Point,
    current: [Complex<f64>; 3],
}

/// The far field of one set of currents.
pub struct Radiator {
    k: f64,
    elements: Vec<Element>,
}

impl Radiator {
    /// Currents at wave number `k`.
    pub fn new(space: &RwgSpace, k: f64, currents: &[Complex<f64>]) -> Self {
        let rule = TriangleRule::of_degree(DEGREE);
        let mut elements = Vec::with_capacity(space.triangles().len() * rule.points.len());
        for (n, triangle) in space.triangles().iter().enumerate() {
            for (point, weight) in rule.points.iter().zip(&rule.weights) {
                let at = blend(&triangle.corners, *point);
                let current = density(space, n, at, currents).map(|j| j * (triangle.area * weight));
                elements.push(Element { at, current });
            }
        }
        Self { k, elements }
    }

    /// The amplitude in the direction (theta, phi), in radians.
    pub fn far_field(&self, theta: f64, phi: f64) -> FarField {
        let [r, along_theta, along_phi] = spherical(theta, phi);
        let mut sum = [Complex::new(0.0, 0.0); 3];
        for element in &self.elements {
            let (s, c) = (self.k * dot(r, element.at)).sin_cos();
            let phase = Complex::new(c, s);
            for (total, j) in sum.iter_mut().zip(element.current) {
                *total += j * phase;
            }
        }
        let factor = Complex::new(0.0, -self.k * ETA0 / (4.0 * PI));
        let along = |u: Point| factor * (sum[0] * u[0] + sum[1] * u[1] + sum[2] * u[2]);
        FarField {
            theta: along(along_theta),
            phi: along(along_phi),
        }
    }
}

/// Current density in A/m at a point of a triangle.
pub fn density(
    space: &RwgSpace,
    triangle: usize,
    at: Point,
    currents: &[Complex<f64>],
) -> [Complex<f64>; 3] {
    let shape = &space.triangles()[triangle];
    let mut sum = [Complex::new(0.0, 0.0); 3];
    for share in space.shares(triangle) {
        let from = sub(at, shape.corners[share.corner]);
        let factor = currents[share.function] * (0.5 * share.weight / shape.area);
        for (total, x) in sum.iter_mut().zip(from) {
            *total += factor * x;
        }
    }
    sum
}

/// Current density at the centroid of every triangle.
pub fn currents_at_centroids(
    space: &RwgSpace,
    currents: &[Complex<f64>],
) -> Vec<[Complex<f64>; 3]> {
    let triangles = space.triangles().iter().enumerate();
    triangles
        .map(|(n, t)| density(space, n, t.centroid, currents))
        .collect()
}
