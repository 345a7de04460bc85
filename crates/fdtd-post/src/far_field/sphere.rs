//! Directions, and quadrature over the sphere.
//!
//! ```text
//! int f dOmega = sum_i sum_j  w_i (2 pi/m)  f(acos x_i, 2 pi j/m)
//! ```
//!
//! with the n Gauss-Legendre points x_i and weights w_i in cos(theta) and m equidistant phi: exact for spherical
//! harmonics up to degree min(2 n - 1, m - 1) (J. R. Driscoll, D. M. Healy, Adv. Appl. Math. 15, 202, 1994, for the
//! sampling; W. H. Press et al., Numerical Recipes, sec. 4.6, for the points). Tested against integrals of powers of
//! the direction cosines.

use poynting_scene::Point;
use std::f64::consts::PI;

/// A direction of observation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Direction {
    /// Angle from +z in radians.
    pub theta: f64,
    /// Angle from +x towards +y in radians.
    pub phi: f64,
}

impl Direction {
    /// The unit vector from the centre.
    pub fn unit(self) -> Point {
        let (sin, cos) = self.theta.sin_cos();
        [sin * self.phi.cos(), sin * self.phi.sin(), cos]
    }

    /// The unit vector of increasing theta.
    pub fn theta_unit(self) -> Point {
        let (sin, cos) = self.theta.sin_cos();
        [cos * self.phi.cos(), cos * self.phi.sin(), -sin]
    }

    /// The unit vector of increasing phi.
    pub fn phi_unit(self) -> Point {
        [-self.phi.sin(), self.phi.cos(), 0.0]
    }
}

/// Directions and weights for integrals over the sphere.
#[derive(Debug, Clone, PartialEq)]
pub struct SphereRule {
    /// The directions, theta by theta.
    pub directions: Vec<Direction>,
    /// Their weights in steradians; they add up to 4 pi.
    pub weights: Vec<f64>,
}

impl SphereRule {
    /// A rule that is exact for spherical harmonics up to this degree.
    pub fn exact_to(degree: usize) -> Self {
        let around = degree + 1;
        let share = 2.0 * PI / around as f64;
        let mut rule = Self {
            directions: Vec::new(),
            weights: Vec::new(),
        };
        for (x, weight) in gauss_legendre(degree / 2 + 1) {
            for j in 0..around {
                rule.directions.push(Direction {
                    theta: x.acos(),
                    phi: share * j as f64,
                });
                rule.weights.push(weight * share);
            }
        }
        rule
    }
}

/// Points in -1..1 and their weights, by Newton's method on the Legendre polynomial.
fn gauss_legendre(n: usize) -> Vec<(f64, f64)> {
    let point = |i: usize| {
        let mut x = (PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
        let mut slope = 1.0;
        // Quadratic convergence from a start that is good to n^-2: a few steps reach rounding.
        for _ in 0..10 {
            let (value, derivative) = legendre(n, x);
            slope = derivative;
            x -= value / slope;
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..n).map(point).collect()
}

/// P_n and its derivative.
fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut before, mut value) = (1.0, x);
    for k in 2..=n {
        let k = k as f64;
        let next = ((2.0 * k - 1.0) * x * value - (k - 1.0) * before) / k;
        (before, value) = (value, next);
    }
    (value, n as f64 * (x * value - before) / (x * x - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_direction_cosines_are_integrated_exactly() {
        // int x^2a y^2b z^2c dOmega = 4 pi (2a-1)!! (2b-1)!! (2c-1)!! / (2a+2b+2c+1)!!
        let odd = |n: i32| (1..=n).step_by(2).map(f64::from).product::<f64>();
        for powers in [
            [0, 0, 0],
            [2, 0, 0],
            [2, 2, 0],
            [0, 0, 4],
            [2, 2, 2],
            [0, 20, 20],
        ] {
            let degree: i32 = powers.iter().sum();
            let exact =
                4.0 * PI * powers.map(|p| odd(p - 1)).iter().product::<f64>() / odd(degree + 1);
            let rule = SphereRule::exact_to(degree as usize);
            let value =
                |d: &Direction| -> f64 { (0..3).map(|a| d.unit()[a].powi(powers[a])).product() };
            let terms = rule.directions.iter().zip(&rule.weights);
            let sum: f64 = terms.map(|(d, w)| w * value(d)).sum();
            assert!((sum / exact - 1.0).abs() < 1e-11, "{powers:?}: {sum}");
        }
    }

    #[test]
    fn the_three_units_are_right_handed() {
        let d = Direction {
            theta: 0.7,
            phi: 2.1,
        };
        let (r, t, p) = (d.unit(), d.theta_unit(), d.phi_unit());
        for (a, r) in r.into_iter().enumerate() {
            let (b, c) = ((a + 1) % 3, (a + 2) % 3);
            assert!((t[b] * p[c] - t[c] * p[b] - r).abs() < 1e-15);
        }
    }
}
