//! Radiated fields and current densities.
//!
//! ```text
//! E(r) -> F(r^) e^{-jkr}/r,   F = -(j k eta/(4 pi)) (1 - r^ r^) . int J e^{jk r^.r'} dS'
//! sigma = 4 pi |F|^2/|E_i|^2
//! ```
//!
//! with r' relative to the phase centre (C. A. Balanis, Antenna Theory, 2016, section 12). Tested against the Mie series.

use std::ops::Range;

use poynting_exec::{Real, SimdLevel};
use poynting_linalg::{Complex, Mat};
use rayon::prelude::*;

use crate::dipole::Dipole;
use crate::elements::{Elements, FarFieldSum};
use crate::excitation::spherical;
use crate::field::along;
use crate::pattern::{FarField, sphere_rule};
use crate::phase::wave_rule;
use crate::space::RwgSpace;
use crate::vector::{Point, blend, scale, sub};

/// The far field of one set of currents.
#[derive(Debug, Clone)]
pub struct Radiator {
    k: f64,
    centre: Point,
    elements: Elements,
    simd: SimdLevel,
}

impl Radiator {
    /// From currents at wave number `k`, with the phase centre at the origin.
    pub fn new(space: &RwgSpace, k: f64, currents: &[Complex<f64>]) -> Self {
        let rule = wave_rule(space, k, 0);
        let mut elements = Elements::default();
        let uncharged = Complex::new(0.0, 0.0);
        for (n, triangle) in space.triangles().iter().enumerate() {
            for (point, weight) in rule.points.iter().zip(&rule.weights) {
                let at = blend(&triangle.corners, *point);
                let current = density(space, n, at, currents).map(|j| j * (triangle.area * weight));
                elements.push(at, current, uncharged);
            }
        }
        elements.fill();
        Self {
            k,
            centre: [0.0; 3],
            elements,
            simd: SimdLevel::detect(),
        }
    }

    /// The same with another phase centre.
    #[must_use]
    pub fn about(self, centre: Point) -> Self {
        Self { centre, ..self }
    }

    /// The same plus the direct radiation of a dipole.
    #[must_use]
    pub fn with_dipole(mut self, dipole: &Dipole) -> Self {
        let current = dipole.moment.map(|x| Complex::new(x, 0.0));
        self.elements
            .push(dipole.at, current, Complex::new(0.0, 0.0));
        self.elements.fill();
        self
    }

    /// The amplitude in the direction (theta, phi), in radians.
    pub fn far_field(&self, theta: f64, phi: f64) -> FarField {
        let [r, along_theta, along_phi] = spherical(theta, phi);
        let sum = self.simd.run(FarFieldSum {
            elements: &self.elements,
            wave_vector: scale(r, self.k),
            centre: self.centre,
            k: self.k,
        });
        FarField {
            theta: along(along_theta, sum),
            phi: along(along_phi, sum),
        }
    }

    /// The amplitudes in many directions (theta, phi), in parallel.
    pub fn far_fields(&self, directions: &[[f64; 2]]) -> Vec<FarField> {
        let directions = directions.par_iter();
        directions.map(|&[t, p]| self.far_field(t, p)).collect()
    }

    /// Radiated power in watts, by integration over all directions.
    pub fn radiated_power(&self) -> f64 {
        let rule = sphere_rule(self.k * self.elements.radius());
        // Collected before summing, so that the sum does not depend on the number of threads.
        let terms: Vec<f64> = rule
            .par_iter()
            .map(|&([t, p], weight)| weight * self.far_field(t, p).intensity())
            .collect();
        terms.iter().sum()
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

/// Divergence of the current on a triangle, in A/m^2.
pub fn divergence(space: &RwgSpace, triangle: usize, currents: &[Complex<f64>]) -> Complex<f64> {
    let area = space.triangles()[triangle].area;
    let shares = space.shares(triangle).iter();
    shares
        .map(|s| currents[s.function] * (s.weight / area))
        .sum()
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

/// One column of solutions in double precision, as the output functions need it.
pub fn column<T: Real>(currents: &Mat<Complex<T>>, number: usize) -> Vec<Complex<f64>> {
    let widened = |z: &Complex<T>| Complex::new(z.re.f64(), z.im.f64());
    currents.col_as_slice(number).iter().map(widened).collect()
}

/// Solutions in the precision of a matrix, from some columns in double precision.
pub fn from_columns<T: Real>(
    numbers: Range<usize>,
    column: &dyn Fn(usize) -> Vec<Complex<f64>>,
) -> Mat<Complex<T>> {
    let columns: Vec<_> = numbers.map(column).collect();
    let rows = columns.first().map_or(0, Vec::len);
    Mat::from_fn(rows, columns.len(), |row, n| {
        let value = columns[n][row];
        Complex::new(T::of(value.re), T::of(value.im))
    })
}
