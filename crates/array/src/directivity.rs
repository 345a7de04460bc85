//! Directivity: D = 4 pi |F|^2 / int |F|^2 dOmega.
//!
//! For isotropic elements the integral is a sum over pairs, 4 pi sum_mn a_m a_n^* sinc(k |r_m - r_n|) (R. S. Elliott, Microwave Journal 6 and 7, 1963-64).
//! With patterns of elements it is a quadrature: Gauss-Legendre in cos(theta) and equal steps in phi, which is exact for functions of limited degree, such
//! as |F|^2, whose degree is little above twice k times the radius of the array.

use crate::array::{Array, dot};
use crate::element::Element;
use crate::error::{ArrayError, demand};
use crate::rule::gauss_legendre;
use num_complex::Complex64;
use rayon::prelude::*;
use std::f64::consts::TAU;

impl Array {
    /// Directivity of isotropic elements towards a direction, exactly, in time quadratic in their number.
    pub fn isotropic_directivity(&self, direction: [f64; 3]) -> Result<f64, ArrayError> {
        let elements: Vec<_> = self.positions.iter().zip(&self.excitations).collect();
        // In the order of the elements, for any number of threads.
        let rows: Vec<f64> = elements
            .par_iter()
            .map(|(r, a)| {
                let pair = |(other, b): &(&[f64; 3], &Complex64)| {
                    let apart = [r[0] - other[0], r[1] - other[1], r[2] - other[2]];
                    (*a * b.conj()).re * sinc(TAU * dot(apart, apart).sqrt())
                };
                elements.iter().map(pair).sum()
            })
            .collect();
        let mean = radiates(rows.iter().sum())?;
        Ok(self.factor(direction).norm_sqr() / mean)
    }

    /// Directivity with a pattern of the elements. `degree` is that of the spherical harmonics that make up the element's power, 0 for an isotropic one;
    /// an element that radiates into half the space has an edge in its pattern and converges more slowly.
    pub fn directivity(
        &self,
        element: &dyn Element,
        degree: usize,
        direction: [f64; 3],
    ) -> Result<f64, ArrayError> {
        let degree = degree + self.degree();
        let phis = degree + 1;
        let mut total = 0.0;
        // Both halves by themselves, so that the edge at the horizon of an element with a ground plane does no harm.
        for [x, weight] in gauss_legendre(degree / 2 + 4 + degree / 4) {
            for half in [-0.5, 0.5] {
                let w = half * (1.0 + x);
                let sin = (1.0 - w * w).max(0.0).sqrt();
                let ring: Vec<[f64; 3]> = (0..phis)
                    .map(|n| {
                        let phi = TAU * n as f64 / phis as f64;
                        [sin * phi.cos(), sin * phi.sin(), w]
                    })
                    .filter(|direction| element.power(*direction) > 0.0)
                    .collect();
                let fields = self.factors(&ring);
                let powers =
                    (fields.iter().zip(&ring)).map(|(f, d)| f.norm_sqr() * element.power(*d));
                total += 0.5 * weight * powers.sum::<f64>() / phis as f64;
            }
        }
        let mean = radiates(0.5 * total)?;
        Ok(self.factor(direction).norm_sqr() * element.power(direction) / mean)
    }

    /// The degree of |F|^2 to some ten digits: ka + 6 (ka)^(1/3) for a field (W. J. Wiscombe, Appl. Opt. 19, 1505, 1980), twice that for its power.
    fn degree(&self) -> usize {
        let count = self.positions.len().max(1) as f64;
        let centre: [f64; 3] =
            std::array::from_fn(|axis| self.positions.iter().map(|r| r[axis]).sum::<f64>() / count);
        let distance = |r: &[f64; 3]| {
            let apart = [r[0] - centre[0], r[1] - centre[1], r[2] - centre[2]];
            dot(apart, apart).sqrt()
        };
        let ka = TAU * self.positions.iter().map(distance).fold(0.0, f64::max);
        2 * (ka + 6.0 * ka.cbrt() + 6.0).ceil() as usize
    }
}

fn radiates(mean: f64) -> Result<f64, ArrayError> {
    demand("the radiated power", mean, "it must be positive", |p| {
        p > 0.0
    })
}

fn sinc(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { x.sin() / x }
}
