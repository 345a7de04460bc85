//! The field of the currents at any point.
//!
//! ```text
//! E = -j k eta int [ J G + (1/k^2) div J grad G ] dS'
//! H = int grad G x J dS'                                   G = e^{-jkR}/(4 pi R)
//! ```
//!
//! (C. A. Balanis, Antenna Theory, 2016, section 3; the mixed potentials of S. M. Rao, D. R. Wilton, A. W. Glisson, IEEE Trans. Antennas
//! Propag. 30, 409, 1982.) A triangle closer than four of its radii is subdivided around the foot of the point, so integrals are accurate to
//! about 1e-5 at any height. The charge of RWG functions is discontinuous at edges, so E is rough within about an edge length of
//! the surface however exact the integrals are.
//!
//! Tested: inside a closed conductor the total field vanishes; at large distance it approaches the far field; E is reciprocal to the right-hand
//! side of a dipole; H is the curl of E.

use poynting_exec::SimdLevel;
use poynting_linalg::Complex;
use rayon::prelude::*;

use crate::division::{divide, remoteness};
use crate::elements::{Elements, NearFieldSum};
use crate::field::Field;
use crate::integrand::LANES;
use crate::output::{density, divergence};
use crate::phase::wave_rule;
use crate::rule::TriangleRule;
use crate::space::RwgSpace;
use crate::vector::{Point, blend};

/// Parts of triangles stay this many radii away from the point.
const REACH: f64 = 4.0;
/// Lowest degree of the rule: at `REACH` it leaves a relative error below 1e-5 of grad G.
const DEGREE: usize = 5;
/// A point on the surface is moved off it by this fraction of the triangle's radius.
const LIFT: f64 = 1e-4;

/// The field of one set of currents.
#[derive(Debug)]
pub struct NearField<'a> {
    space: &'a RwgSpace,
    k: f64,
    currents: Vec<Complex<f64>>,
    rule: TriangleRule,
    elements: Elements,
    simd: SimdLevel,
}

impl<'a> NearField<'a> {
    /// From currents at wave number `k`.
    pub fn new(space: &'a RwgSpace, k: f64, currents: &[Complex<f64>]) -> Self {
        let mut field = Self {
            space,
            k,
            currents: currents.to_vec(),
            rule: wave_rule(space, k, DEGREE),
            elements: Elements::default(),
            simd: SimdLevel::detect(),
        };
        let mut elements = Elements::default();
        for (n, triangle) in space.triangles().iter().enumerate() {
            field.push(n, &triangle.corners, triangle.area, &mut elements);
            elements.fill();
        }
        field.elements = elements;
        field
    }

    /// The elements of a part of triangle `n`.
    fn push(&self, n: usize, corners: &[Point; 3], area: f64, elements: &mut Elements) {
        let charge = divergence(self.space, n, &self.currents);
        for (point, weight) in self.rule.points.iter().zip(&self.rule.weights) {
            let at = blend(corners, *point);
            let current = density(self.space, n, at, &self.currents);
            let share = area * weight;
            elements.push(at, current.map(|j| j * share), charge * share);
        }
    }

    /// The field at a point. A point on the surface is taken on the side of the normal, which is outside a closed body.
    pub fn at(&self, point: Point) -> Field {
        let triangles = self.space.triangles();
        let (near, far): (Vec<usize>, Vec<usize>) = (0..triangles.len())
            .partition(|&n| remoteness(triangles[n].centroid, triangles[n].radius, point) < REACH);
        let mut divided = Elements::default();
        for n in near {
            let triangle = &triangles[n];
            let parts = divide(triangle.corners, point, REACH);
            if parts.touching {
                let off = LIFT * triangle.radius;
                return self.at(std::array::from_fn(|i| point[i] + off * triangle.normal[i]));
            }
            for (corners, share) in parts.apart {
                self.push(n, &corners, share * triangle.area, &mut divided);
            }
        }
        divided.fill();
        let every: Vec<u32> = (0..(divided.len() / LANES) as u32).collect();
        let blocks = (self.rule.points.len().div_ceil(LANES)) as u32;
        let whole: Vec<u32> = (far.into_iter())
            .flat_map(|n| n as u32 * blocks..(n as u32 + 1) * blocks)
            .collect();
        self.sum(&self.elements, &whole, point) + self.sum(&divided, &every, point)
    }

    fn sum(&self, elements: &Elements, blocks: &[u32], at: Point) -> Field {
        self.simd.run(NearFieldSum {
            elements,
            blocks,
            k: self.k,
            at,
        })
    }

    /// The field at many points, in parallel.
    pub fn at_all(&self, points: &[Point]) -> Vec<Field> {
        points.par_iter().map(|&p| self.at(p)).collect()
    }
}
