//! The exponential of semicircle, as polynomials, and its Fourier transform.
//!
//! phi(t) = exp(beta (sqrt(1 - t^2) - 1)) on |t| <= 1, which is w nodes wide. With a grid twice as fine as the modes need, beta = 2.30 w brings the
//! error near 10^(1 - w) (Barnett, Magland, af Klinteberg 2019, section 3.2; somewhat less for w <= 4).
//!
//! A point covers the nodes start .. start + w. With z from -1 to 1 for the place of the point between two nodes, the weight of each of them is a
//! polynomial in z, all of which are evaluated together. The transform of phi is one polynomial per 32nd of its range.

use super::NufftError;
use super::number::Number;
use super::polynomial::{evaluate, interpolate};
use crate::rule::gauss_legendre;
use std::f64::consts::PI;

/// Nodes of the widest kernel, padded.
pub(super) const LANES: usize = 16;
/// Width of the widest kernel.
pub(super) const WIDEST: usize = 14;
/// How much finer the grid is than the modes need.
pub(super) const FINER: f64 = 2.0;

/// A width filled up to whole vectors by nodes of weight zero.
pub(super) fn padded(width: usize) -> usize {
    width.next_multiple_of(4)
}

/// Weights of nodes.
#[derive(Debug, Clone)]
pub struct Kernel<T> {
    /// Nodes that a point covers.
    pub(super) width: usize,
    /// The same with those of weight zero that fill whole vectors.
    pub(super) padded: usize,
    /// Coefficients of the weights, highest power first.
    pub(super) powers: Vec<[T; LANES]>,
    transform: Vec<Vec<f64>>,
}

/// The transform is known for |xi| up to this, and a little more for rounding.
const REACH: f64 = PI / FINER * 1.001;
const SEGMENTS: usize = 32;
const SEGMENT_DEGREE: usize = 9;

impl<T: Number> Kernel<T> {
    /// The narrowest kernel for a tolerance.
    pub(super) fn new(tolerance: f64) -> Result<Self, NufftError> {
        if !(tolerance >= T::FINEST && tolerance <= 0.1) {
            return Err(NufftError::Tolerance {
                found: tolerance,
                finest: T::FINEST,
                precision: T::NAME,
            });
        }
        let digits = (1.0 / tolerance).log10() - 1e-9;
        // Even, so that as many nodes lie before a point as behind it. One node more than the law asks for: it is one of orders of magnitude.
        let width = (digits.ceil() as usize + 2)
            .next_multiple_of(2)
            .clamp(4, WIDEST);
        let beta = width as f64
            * match width {
                4 => 2.38,
                _ => 2.30,
            };
        let value = |t: f64| (beta * ((1.0 - t * t).max(0.0).sqrt() - 1.0)).exp();
        Ok(Self {
            width,
            padded: padded(width),
            powers: weights(width, 0.02 * tolerance, value),
            transform: transform(width, value),
        })
    }

    /// The Fourier transform at a frequency in radians per node.
    #[inline(always)]
    pub(super) fn transform(&self, frequency: f64) -> f64 {
        let at = frequency.abs() / REACH * SEGMENTS as f64;
        let segment = (at as usize).min(SEGMENTS - 1);
        evaluate(&self.transform[segment], 2.0 * (at - segment as f64) - 1.0)
    }
}

/// Polynomials of the smallest degree that keeps this error.
fn weights<T: Number>(width: usize, error: f64, value: impl Fn(f64) -> f64) -> Vec<[T; LANES]> {
    let at = |node: usize, z: f64| value((2.0 * node as f64 + z + 1.0) / width as f64 - 1.0);
    let fits = |polynomials: &[Vec<f64>]| {
        (polynomials.iter().enumerate()).all(|(node, polynomial)| {
            let deviates = |z: f64| (evaluate(polynomial, z) - at(node, z)).abs() > error;
            !(0..=40).any(|n| deviates(f64::from(n) / 20.0 - 1.0))
        })
    };
    let of_degree = |degree| -> Vec<Vec<f64>> {
        (0..width)
            .map(|node| interpolate(degree, |z| at(node, z)))
            .collect()
    };
    // The last is accurate to rounding for every width.
    let degrees = 3..20;
    let mut polynomials = of_degree(degrees.start);
    for degree in degrees {
        if fits(&polynomials) {
            break;
        }
        polynomials = of_degree(degree + 1);
    }
    (0..polynomials[0].len())
        .rev()
        .map(|power| {
            let coefficient = |node: usize| polynomials.get(node).map_or(0.0, |p| p[power]);
            std::array::from_fn(|node| T::of(coefficient(node)))
        })
        .collect()
}

/// w int_0^1 phi(t) cos(xi w t / 2) dt, by Gauss-Legendre quadrature, as polynomials.
fn transform(width: usize, value: impl Fn(f64) -> f64) -> Vec<Vec<f64>> {
    let rule: Vec<[f64; 2]> = gauss_legendre(48)
        .into_iter()
        .map(|[x, weight]| {
            let t = 0.5 * (x + 1.0);
            [
                0.5 * width as f64 * t,
                0.5 * width as f64 * weight * value(t),
            ]
        })
        .collect();
    let exact = |xi: f64| {
        rule.iter()
            .map(|[at, weight]| weight * (xi * at).cos())
            .sum()
    };
    let segment = |n: usize| {
        interpolate(SEGMENT_DEGREE, |z| {
            exact(REACH * (n as f64 + 0.5 * (z + 1.0)) / SEGMENTS as f64)
        })
    };
    (0..SEGMENTS).map(segment).collect()
}
