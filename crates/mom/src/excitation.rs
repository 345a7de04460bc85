//! What drives the currents: plane waves from afar and voltages at gaps.
//!
//! ```text
//! plane wave:  E = E0 u e^{-jk d.r},  H = d x E/eta       <f, E> and <f, n x H> by quadrature
//! delta gap:   E = V delta across an edge                  <f, E> = V l
//! ```

use faer::complex::Complex;
use poynting_analytic::constants::ETA0;

use crate::error::MomError;
use crate::operator::Operator;
use crate::rule::TriangleRule;
use crate::space::{RwgSpace, Triangle};
use crate::vector::{Point, blend, cross, dot, norm, scale, sub};

/// Degree of the rule for plane waves on a triangle.
const DEGREE: usize = 9;

/// Direction of E of a plane wave, by the unit vectors of its origin's angles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarization {
    /// Along the unit vector of theta (V in RCS work).
    Theta,
    /// Along the unit vector of phi (H).
    Phi,
}

/// A plane wave of 1 V/m that is zero in phase at the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaneWave {
    direction: Point,
    field: Point,
}

/// Unit vectors of r, theta and phi.
pub fn spherical(theta: f64, phi: f64) -> [Point; 3] {
    let ((st, ct), (sp, cp)) = (theta.sin_cos(), phi.sin_cos());
    [
        [st * cp, st * sp, ct],
        [ct * cp, ct * sp, -st],
        [-sp, cp, 0.0],
    ]
}

impl PlaneWave {
    /// A wave that comes from the direction (theta, phi) in radians.
    pub fn arriving(theta: f64, phi: f64, polarization: Polarization) -> Self {
        let [r, along_theta, along_phi] = spherical(theta, phi);
        Self {
            direction: scale(r, -1.0),
            field: match polarization {
                Polarization::Theta => along_theta,
                Polarization::Phi => along_phi,
            },
        }
    }

    fn phase(&self, k: f64, at: Point) -> Complex<f64> {
        let (s, c) = (-k * dot(self.direction, at)).sin_cos();
        Complex::new(c, s)
    }

    /// Right-hand side of an operator's equation.
    pub fn side(&self, operator: &Operator<'_>) -> Vec<Complex<f64>> {
        let [electric, magnetic] = operator.equation().factors();
        let h = scale(cross(self.direction, self.field), 1.0 / ETA0);
        let k = operator.wave_number();
        test(operator.space(), |triangle, at| {
            let tested = scale(cross(triangle.normal, h), magnetic);
            let field: Point = std::array::from_fn(|i| electric * self.field[i] + tested[i]);
            (field, self.phase(k, at))
        })
    }
}

/// <f, F> of every function, for a field that is a real vector times a phase.
fn test(
    space: &RwgSpace,
    field: impl Fn(&Triangle, Point) -> (Point, Complex<f64>),
) -> Vec<Complex<f64>> {
    let rule = TriangleRule::of_degree(DEGREE);
    let mut side = vec![Complex::new(0.0, 0.0); space.len()];
    for (n, triangle) in space.triangles().iter().enumerate() {
        for (point, weight) in rule.points.iter().zip(&rule.weights) {
            let at = blend(&triangle.corners, *point);
            let (vector, phase) = field(triangle, at);
            for share in space.shares(n) {
                let from = sub(at, triangle.corners[share.corner]);
                side[share.function] += phase * (0.5 * share.weight * weight * dot(from, vector));
            }
        }
    }
    side
}

/// A gap across a chain of edges, driven by a voltage.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// Functions at the gap, and the length of their edge with the sign of their direction.
    terms: Vec<(usize, f64)>,
}

impl Gap {
    /// A gap at edges, given by their vertices; a positive current flows along `direction`.
    pub fn new(space: &RwgSpace, edges: &[[u32; 2]], direction: Point) -> Result<Self, MomError> {
        let mut terms = Vec::with_capacity(edges.len());
        for &edge in edges {
            let found: Vec<usize> = space.at_edge(edge).collect();
            let &[function] = found.as_slice() else {
                return Err(MomError::GapEdge {
                    edge,
                    functions: found.len(),
                });
            };
            let [plus, minus] = space.functions()[function].halves;
            let [from, to] = [plus, minus].map(|h| space.triangles()[h.triangle].centroid);
            let sign = dot(sub(to, from), direction).signum();
            terms.push((function, sign * plus.weight));
        }
        Ok(Self { terms })
    }

    /// Right-hand side of an operator's equation, for 1 V.
    pub fn side(&self, operator: &Operator<'_>) -> Vec<Complex<f64>> {
        let [electric, _] = operator.equation().factors();
        let mut side = vec![Complex::new(0.0, 0.0); operator.space().len()];
        for &(function, length) in &self.terms {
            side[function] += electric * length;
        }
        side
    }

    /// Current through the gap.
    pub fn current(&self, currents: &[Complex<f64>]) -> Complex<f64> {
        self.terms
            .iter()
            .map(|&(function, length)| currents[function] * length)
            .sum()
    }

    /// V/I for the currents that 1 V drives.
    pub fn impedance(&self, currents: &[Complex<f64>]) -> Complex<f64> {
        self.current(currents).inv()
    }
}

/// The edges of a surface with both ends in the plane through `at` across `normal`.
pub fn edges_in_plane(space: &RwgSpace, at: Point, normal: Point) -> Vec<[u32; 2]> {
    let vertices = &space.surface().vertices;
    let unit = scale(normal, 1.0 / norm(normal));
    let size = vertices
        .iter()
        .map(|&v| norm(sub(v, at)))
        .fold(0.0, f64::max);
    let on_plane = |v: u32| dot(sub(vertices[v as usize], at), unit).abs() < 1e-9 * size;
    let functions = space.functions().iter().map(|f| f.edge);
    let mut edges: Vec<[u32; 2]> = functions
        .filter(|e| e.iter().all(|&v| on_plane(v)))
        .collect();
    edges.dedup();
    edges
}
