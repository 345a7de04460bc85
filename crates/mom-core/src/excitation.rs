//! Excitations: incident plane waves, dipoles (`crate::dipole`) and voltages at gaps.
//!
//! ```text
//! plane wave:  E = E0 u e^{-jk d.r},  H = d x E/eta       <f, E> and <f, n x H> by quadrature
//! delta gap:   E = V delta across an edge                  <f, E> = V l
//! ```

use poynting_linalg::{Complex, Mat};
use poynting_physics::constants::ETA0;
use rayon::prelude::*;

use crate::dipole::Dipole;
use crate::error::MomError;
use crate::field::Field;
use crate::operator::Operator;
use crate::phase::wave_rule;
use crate::precision::Precision;
use crate::space::RwgSpace;
use crate::testing::test;
use crate::vector::{Point, blend, cross, dot, norm, scale, sub};

/// Direction of E of a plane wave, by the unit vectors of its angles of arrival.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarization {
    /// Along the unit vector of theta (V in RCS work).
    Theta,
    /// Along the unit vector of phi (H).
    Phi,
}

/// A plane wave of 1 V/m with zero phase at the origin.
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
    /// A wave that travels along `direction` with its electric field along `electric`: orthogonal unit vectors.
    pub fn new(direction: Point, electric: Point) -> Self {
        Self {
            direction,
            field: electric,
        }
    }

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

    /// H at the origin.
    fn magnetic(&self) -> Point {
        scale(cross(self.direction, self.field), 1.0 / ETA0)
    }

    /// The wave's field at a point.
    pub fn field(&self, k: f64, at: Point) -> Field {
        let phase = self.phase(k, at);
        Field {
            e: self.field.map(|x| phase * x),
            h: self.magnetic().map(|x| phase * x),
        }
    }

    /// Right-hand side of an operator's equation.
    pub fn side(&self, operator: &Operator<'_>) -> Vec<Complex<f64>> {
        let [electric, magnetic] = operator.equation().factors();
        let (space, k) = (operator.space(), operator.wave_number());
        let rule = wave_rule(space, k, 0);
        let mut side = vec![Complex::new(0.0, 0.0); space.len()];
        for (n, triangle) in space.triangles().iter().enumerate() {
            let turned = scale(cross(triangle.normal, self.magnetic()), magnetic);
            let vector: Point = std::array::from_fn(|i| electric * self.field[i] + turned[i]);
            let points = rule.points.iter().zip(&rule.weights);
            let points = points.map(|(p, w)| (blend(&triangle.corners, *p), *w));
            let field = |at| {
                let phase = self.phase(k, at);
                vector.map(|x| phase * x)
            };
            test(space, n, points, field, &mut side);
        }
        side
    }
}

/// Any excitation.
#[derive(Debug, Clone, PartialEq)]
pub enum Excitation {
    /// A plane wave.
    PlaneWave(PlaneWave),
    /// A Hertzian dipole.
    Dipole(Dipole),
    /// A gap at 1 V.
    Gap(Gap),
}

impl Excitation {
    /// Right-hand side of an operator's equation.
    pub fn side(&self, operator: &Operator<'_>) -> Result<Vec<Complex<f64>>, MomError> {
        match self {
            Self::PlaneWave(wave) => Ok(wave.side(operator)),
            Self::Dipole(dipole) => dipole.side(operator),
            Self::Gap(gap) => Ok(gap.side(operator)),
        }
    }

    /// How far its phase travels to a point, in metres: currents there lag by k times as much behind its own phase.
    pub fn path_to(&self, at: Point) -> f64 {
        match self {
            Self::PlaneWave(wave) => dot(wave.direction, at),
            Self::Dipole(dipole) => norm(sub(at, dipole.at)),
            Self::Gap(_) => 0.0,
        }
    }

    /// Its own field at a point, without that of the currents; a gap has none.
    pub fn field(&self, k: f64, at: Point) -> Field {
        match self {
            Self::PlaneWave(wave) => wave.field(k, at),
            Self::Dipole(dipole) => dipole.field(k, at),
            Self::Gap(_) => Field::default(),
        }
    }
}

/// The right-hand sides of many excitations, one column each, computed in parallel.
pub fn sides<T: Precision>(
    operator: &Operator<'_>,
    excitations: &[Excitation],
) -> Result<Mat<Complex<T>>, MomError> {
    let columns: Vec<Vec<Complex<f64>>> = excitations
        .par_iter()
        .map(|e| e.side(operator))
        .collect::<Result<_, _>>()?;
    Ok(Mat::from_fn(
        operator.space().len(),
        columns.len(),
        |row, column| {
            let value = columns[column][row];
            Complex::new(T::of(value.re), T::of(value.im))
        },
    ))
}

/// A gap across a chain of edges, driven by a voltage.
#[derive(Debug, Clone, PartialEq)]
pub struct Gap {
    /// Functions at the gap, and the length of their edge with the sign of their direction.
    terms: Vec<(usize, f64)>,
}

impl Gap {
    /// A gap at edges, given by their vertices; positive current flows along `direction`.
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

    /// V/I for the currents due to 1 V.
    pub fn impedance(&self, currents: &[Complex<f64>]) -> Complex<f64> {
        self.current(currents).inv()
    }
}

/// The edges of a surface with both ends in the plane through `at` normal to `normal`.
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
