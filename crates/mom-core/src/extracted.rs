//! Integrands with singularity extraction, for triangles that are close without touching.
//!
//! ```text
//! G = [1/R - k^2 R/2 + k^4 R^3/24] + S        grad G = [the gradient of these] + s R
//! S = (e^{-jx} - 1 + x^2/2 - x^4/24)/R        s = (1 + x^2/2 - x^4/8 - (1 + jx) e^{-jx})/R^3        x = kR
//! ```
//!
//! The terms in brackets are integrated by `crate::potential`; S is a polynomial in R^2 up to (kR)^5. Tested against adaptive quadrature.

use poynting_exec::{cos, sin};

use crate::formula::{Pair, product};
use crate::integrand::{Electric, Integrand, Magnetic, Scalar};
use crate::potential::Statics;

/// An integrand whose non-smooth terms, 1/R - k^2 R/2 + k^4 R^3/24, are known in closed form.
pub trait Extracted: Integrand<f64> {
    /// The integral of the inner part of these terms.
    fn singular(self, statics: &Statics) -> [Pair<f64>; 3];
    /// [`Integrand::inner`] without them.
    fn smooth(self, separation: [f64; 3], mu: [f64; 3], weight: f64) -> [Pair<f64>; 3];
}

/// The sum of 1/R, R and R^3 with their coefficients in G.
fn extracted(k: f64, powers: &[[f64; 3]; 3]) -> [Pair<f64>; 3] {
    let square = k * k;
    let [a, b, c] = powers;
    let value = |d: usize| a[d] - 0.5 * square * (b[d] - square / 12.0 * c[d]);
    [[value(0), 0.0], [value(1), 0.0], [value(2), 0.0]]
}

/// mu_d (e^{-jx} - 1 + x^2/2 - x^4/24)/R.
#[inline(always)]
fn smooth_green(k: f64, separation: [f64; 3], mu: [f64; 3]) -> [Pair<f64>; 3] {
    let r = product(separation, separation).sqrt();
    let x = k * r;
    let even = 0.5 * x * x * (1.0 - x * x / 12.0);
    let g = [(cos(x) - 1.0 + even) / r, -sin(x) / r];
    [
        [mu[0] * g[0], mu[0] * g[1]],
        [mu[1] * g[0], mu[1] * g[1]],
        [mu[2] * g[0], mu[2] * g[1]],
    ]
}

impl Extracted for Electric<f64> {
    #[inline(always)]
    fn singular(self, statics: &Statics) -> [Pair<f64>; 3] {
        extracted(self.k, &statics.moments)
    }

    #[inline(always)]
    fn smooth(self, separation: [f64; 3], mu: [f64; 3], _weight: f64) -> [Pair<f64>; 3] {
        smooth_green(self.k, separation, mu)
    }
}

impl Extracted for Magnetic<f64> {
    #[inline(always)]
    fn singular(self, statics: &Statics) -> [Pair<f64>; 3] {
        extracted(self.k, &statics.gradients)
    }

    #[inline(always)]
    fn smooth(self, separation: [f64; 3], _mu: [f64; 3], weight: f64) -> [Pair<f64>; 3] {
        let r = product(separation, separation).sqrt();
        let (x, cube) = (self.k * r, weight / (r * r * r));
        let (c, s) = (cos(x), sin(x));
        // -(1 + jx) e^{-jx} + 1 + x^2/2 - x^4/8.
        let even = 1.0 + 0.5 * x * x * (1.0 - 0.25 * x * x);
        let g = [cube * (even - c - x * s), cube * (s - x * c)];
        [
            [separation[0] * g[0], separation[0] * g[1]],
            [separation[1] * g[0], separation[1] * g[1]],
            [separation[2] * g[0], separation[2] * g[1]],
        ]
    }
}

impl Extracted for Scalar {
    #[inline(always)]
    fn singular(self, statics: &Statics) -> [Pair<f64>; 3] {
        extracted(self.k, &statics.moments)
    }

    #[inline(always)]
    fn smooth(self, separation: [f64; 3], mu: [f64; 3], _weight: f64) -> [Pair<f64>; 3] {
        smooth_green(self.k, separation, mu)
    }
}
