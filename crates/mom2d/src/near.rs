//! Fields at points off the surface.
//!
//! ```text
//! TM:  E_z = -jk eta int J G,     H = (d/dy, -d/dx) int J G
//! TE:  H_z = int J n'.grad G,     E = -jk eta int J t' G - (j eta/k) int (dJ/dl') grad G
//! ```
//!
//! Panels of a near element shrink towards the point (`panels`), so that the fields of the current are accurate down to distances of
//! 1e-5 elements. The charge of TE is constant along an element: closer to the surface than an element is long, E along it shows the jumps.

use poynting_physics::Complex;
use poynting_physics::constants::ETA0;
use rayon::prelude::*;

use crate::element::{Element, Sample, normal};
use crate::equation::Polarization;
use crate::field::Field;
use crate::kernel::green;
use crate::panels::panels;
use crate::rule::Rule;
use crate::side::{Point, dot, norm, sub};
use crate::solution::Current;

/// Points of a panel.
const POINTS: usize = 8;
/// The shortest panel, as a part of the element.
const SHORTEST: f64 = 1e-5;

impl Current<'_> {
    /// The fields that the current radiates to points off the surface.
    pub fn scattered(&self, points: &[Point]) -> Vec<Field> {
        let rule = Rule::gauss(POINTS);
        let field = |&at: &Point| {
            let elements = self.mesh.elements().iter();
            elements.fold(Field::default(), |sum, e| {
                sum + self.of_element(e, at, &rule)
            })
        };
        points.par_iter().map(field).collect()
    }

    /// The same with the fields of the wave: zero inside closed bodies.
    pub fn total(&self, points: &[Point]) -> Vec<Field> {
        let scattered = self.scattered(points);
        let incident =
            |&at: &Point| (self.wave).field(self.polarization, self.mesh.wave_number(), at);
        let pairs = points.iter().zip(scattered);
        pairs
            .map(|(at, scattered)| scattered + incident(at))
            .collect()
    }

    fn of_element(&self, element: &Element, at: Point, rule: &Rule) -> Field {
        let length = element.length;
        let [first, last] = self.ends(element.nodes);
        let slope = (last - first) * (1.0 / length);
        let distance = element.distance(at).max(SHORTEST * length);
        let foot = element.side.foot(at).along;
        let mut sum = Field::default();
        for (from, to) in panels(length, foot, Some(distance)) {
            for &(t, weight) in rule.nodes() {
                let fraction = (from + t * (to - from)) / length;
                let point = element.sample(fraction, weight * (to - from) / length);
                let value = first * point.shape[0] + last * point.shape[1];
                sum = sum + self.of_point(&point, at, [value * point.weight, slope * point.weight]);
            }
        }
        sum
    }

    /// The field of a current, and of the slope of one.
    fn of_point(&self, point: &Sample, at: Point, [current, slope]: [Complex; 2]) -> Field {
        let k = self.mesh.wave_number();
        let offset = sub(at, point.at);
        let (g, gradient) = green(k, norm(offset));
        let along = current * g * Complex::new(0.0, -k * ETA0);
        match self.polarization {
            Polarization::Tm => {
                let gradient = current * gradient;
                Field {
                    axial: along,
                    transverse: [gradient * offset[1], gradient * -offset[0]],
                }
            }
            Polarization::Te => {
                let charge = slope * gradient * Complex::new(0.0, -ETA0 / k);
                let [x, y] = point.tangent;
                Field {
                    axial: current * gradient * dot(normal(point.tangent), offset),
                    transverse: [
                        along * x + charge * offset[0],
                        along * y + charge * offset[1],
                    ],
                }
            }
        }
    }
}
