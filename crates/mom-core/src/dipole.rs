//! Hertzian dipoles as sources: a current moment I l at a point.
//!
//! ```text
//! side:  <f, E>, <f, n x H>  with E, H in closed form (`poynting_physics::dipole`)
//! ```
//!
//! The field varies over the distance to the dipole, so a triangle closer than a few of its radii is subdivided around the dipole
//! until all its parts are small compared with their distance.
//!
//! Tested: by reciprocity against the near field of currents, which is computed independently, down to a thousandth of an edge from the surface;
//! inside a closed conductor the total field vanishes.

use poynting_linalg::Complex;
use poynting_physics::constants::C0;
use poynting_physics::{IsotropicMedium, dipole};

use crate::division::{divide, remoteness};
use crate::error::MomError;
use crate::field::{Field, Phasor, across};
use crate::operator::Operator;
use crate::phase::wave_rule;
use crate::rule::TriangleRule;
use crate::space::Triangle;
use crate::testing::test;
use crate::vector::{Point, blend};

/// Parts of triangles stay this many radii away from the dipole; with a rule of at least `DEGREE` that leaves a relative error of about 2e-6
/// of the field's 1/R^3.
const REACH: f64 = 4.0;
/// Lowest degree of the rule.
const DEGREE: usize = 7;

/// A Hertzian dipole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dipole {
    /// Its position.
    pub at: Point,
    /// Current times length along each axis, in A m.
    pub moment: Point,
}

impl Dipole {
    /// Its field at any other point.
    pub fn field(&self, k: f64, at: Point) -> Field {
        let source = dipole::Dipole {
            position: self.at,
            // The closed form is linear in the direction.
            direction: self.moment,
            medium: IsotropicMedium::VACUUM,
        };
        let field = source.phasor(Complex::new(1.0, 0.0), k * C0, at);
        Field {
            e: field.e,
            h: field.h,
        }
    }

    /// Right-hand side of an operator's equation. Rejects a dipole on the surface itself.
    pub fn side(&self, operator: &Operator<'_>) -> Result<Vec<Complex<f64>>, MomError> {
        let space = operator.space();
        let rule = wave_rule(space, operator.wave_number(), DEGREE);
        let mut side = vec![Complex::new(0.0, 0.0); space.len()];
        for (n, triangle) in space.triangles().iter().enumerate() {
            let Some(points) = self.points(triangle, &rule) else {
                return Err(MomError::DipoleOnSurface {
                    at: self.at,
                    triangle: n,
                });
            };
            let field = |at| self.tested(operator, triangle.normal, at);
            test(space, n, points.into_iter(), field, &mut side);
        }
        Ok(side)
    }

    /// Points and weights on a triangle; None if the dipole lies on it.
    fn points(&self, triangle: &Triangle, rule: &TriangleRule) -> Option<Vec<(Point, f64)>> {
        let whole = vec![(triangle.corners, 1.0)];
        let parts = if remoteness(triangle.centroid, triangle.radius, self.at) >= REACH {
            whole
        } else {
            let parts = divide(triangle.corners, self.at, REACH);
            (!parts.touching).then_some(parts.apart)?
        };
        let weighted = |(corners, share): ([Point; 3], f64)| {
            let points = rule.points.iter().zip(&rule.weights);
            points.map(move |(p, w)| (blend(&corners, *p), share * w))
        };
        Some(parts.into_iter().flat_map(weighted).collect())
    }

    /// The tested field at a point of the surface.
    fn tested(&self, operator: &Operator<'_>, normal: Point, at: Point) -> Phasor {
        let [electric, magnetic] = operator.equation().factors();
        let field = self.field(operator.wave_number(), at);
        let turned = across(normal, field.h);
        std::array::from_fn(|i| field.e[i] * electric + turned[i] * magnetic)
    }
}
