//! What an element radiates to a point of the surface, for each of its two functions f.
//!
//! ```text
//! tested:  TM int f G dl',  TE t. int f t' G dl'        charge:  int G dl'  (TE)
//! slope:   TM n. int f grad G dl',  TE int f n'.grad G dl'
//! G = H_0(kR)/(4j),   grad G = (jk/4) H_1(kR) (r - r')/R
//! ```
//!
//! Far from the element a Gauss rule is enough. Near it the logarithm -ln(R)/(2 pi) of G is integrated in closed form (`singular`) and the rest, which
//! begins with R^2 ln R, by Gauss rules on panels (`panels`). The slope on the line or arc of the element itself has no singularity; elsewhere panels shrink
//! towards the nearest point.

use poynting_physics::Complex;
use poynting_physics::hankel::{hankel, hankel_0};

use crate::element::{Element, Sample, normal};
use crate::equation::Polarization;
use crate::panels::panels;
use crate::rule::Rule;
use crate::side::{Point, dot, norm, sub};
use crate::singular::{logarithm, logarithms};

const HALF_OVER_PI: f64 = 0.5 * std::f64::consts::FRAC_1_PI;
/// The shortest panel, as a part of the element.
const SHORTEST: f64 = 1e-5;

/// The integrals of an element.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Radiated {
    pub tested: [Complex; 2],
    pub charge: Complex,
    pub slope: [Complex; 2],
}

/// Which integrals, and of what waves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Kernel {
    pub k: f64,
    pub polarization: Polarization,
    /// Whether the electric equation, and the magnetic one, are asked for.
    pub electric: bool,
    pub magnetic: bool,
}

/// G and grad G / (r - r') between points at the distance `r`.
pub(crate) fn green(k: f64, r: f64) -> (Complex, Complex) {
    let [zero, one] = hankel(k * r);
    let factor = 0.25 * k / r;
    (
        over_4j(zero),
        Complex::new(-factor * one.im, factor * one.re),
    )
}

fn over_4j(z: Complex) -> Complex {
    Complex::new(0.25 * z.im, -0.25 * z.re)
}

impl Kernel {
    /// By the points of the source.
    pub fn far(&self, at: &Sample, sources: &[Sample]) -> Radiated {
        let mut sum = Radiated::default();
        for source in sources {
            let (g, slope) = self.between(at, source);
            self.add(&mut sum, source, g * self.along(at, source.tangent), g);
            for (sum, f) in sum.slope.iter_mut().zip(source.shape) {
                *sum += slope * (f * source.weight);
            }
        }
        sum
    }

    /// Near a source, or on it.
    pub fn near(&self, at: &Sample, source: &Element, on_its_side: bool, rule: &Rule) -> Radiated {
        let (foot, length) = (source.side.foot(at.at), source.length);
        let floor = source.distance(at.at).max(SHORTEST * length);
        let floor = if on_its_side { None } else { Some(floor) };
        let at_foot = source.side.tangent((foot.along / length).clamp(0.0, 1.0));
        let along = self.along(at, at_foot);
        let mut sum = Radiated::default();
        for (first, last) in panels(length, foot.along, floor) {
            for &(t, weight) in rule.nodes() {
                let t = first + t * (last - first);
                let part = weight * (last - first) / length;
                let point = source.sample(t / length, part);
                let (g, slope) = self.between(at, &point);
                let log = Complex::from(HALF_OVER_PI * logarithm(&foot, t));
                let tested = g * self.along(at, point.tangent) + log * along;
                self.add(&mut sum, &point, tested, g + log);
                for (sum, f) in sum.slope.iter_mut().zip(point.shape) {
                    *sum += slope * (f * point.weight);
                }
            }
        }
        let logs = logarithms(&foot, length);
        for (sum, log) in sum.tested.iter_mut().zip(logs) {
            *sum -= Complex::from(HALF_OVER_PI * along * log);
        }
        sum.charge -= Complex::from(HALF_OVER_PI * (logs[0] + logs[1]));
        sum
    }

    /// 1, or the cosine of the angle between the currents.
    fn along(&self, at: &Sample, tangent: Point) -> f64 {
        match self.polarization {
            Polarization::Tm => 1.0,
            Polarization::Te => dot(at.tangent, tangent),
        }
    }

    fn add(&self, sum: &mut Radiated, source: &Sample, tested: Complex, charge: Complex) {
        if self.electric {
            for (sum, f) in sum.tested.iter_mut().zip(source.shape) {
                *sum += tested * (f * source.weight);
            }
            sum.charge += charge * source.weight;
        }
    }

    /// G and the derivative along the normal.
    fn between(&self, at: &Sample, source: &Sample) -> (Complex, Complex) {
        let offset = sub(at.at, source.at);
        let r = norm(offset);
        if !self.magnetic {
            return (over_4j(hankel_0(self.k * r)), Complex::default());
        }
        let (g, slope) = green(self.k, r);
        let direction = match self.polarization {
            Polarization::Tm => at.normal(),
            Polarization::Te => normal(source.tangent),
        };
        (g, slope * dot(direction, offset))
    }
}
