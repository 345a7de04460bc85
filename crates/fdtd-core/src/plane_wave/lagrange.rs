//! Interpolation on a line of equidistant points.
//!
//! The fifth-degree polynomial through six consecutive points (M. Abramowitz and I. A. Stegun, Handbook of Mathematical
//! Functions, 25.2). Positions are measured in spacings from the middle of the six, so that the points lie
//! at -5/2, -3/2, -1/2, 1/2, 3/2 and 5/2 and the position x between -1/2 and 1/2. With the other two pairs at +-p and +-q
//! the weight of the point at s is
//!
//! ```text
//! w_s(x) = (x + s)(x^2 - p^2)(x^2 - q^2) / (2 s (s^2 - p^2)(s^2 - q^2))
//! ```
//!
//! On a point, x = +-1/2, its weight is exactly 1 and the others exactly 0 in every precision. The error at spacing h is
//! at most (225/64)/720 (k h)^6 = 0.0049 (k h)^6 for a wave e^{-jkx}: 7e-8 at 40 points per wavelength.
//!
//! Tested: fifth-degree polynomials are exact, points are reproduced to the bit, the error bound above.

// The macro turns each formula into a module and cannot document it.
#![cfg_attr(feature = "gpu", allow(missing_docs))]

use crate::formula::couple;
#[cfg(feature = "gpu")]
use cubecl::prelude::*;
use poynting_exec::Real;

/// Points per interpolated value.
pub const POINTS: usize = 6;

/// A coordinate this close to a point, in spacings, counts as on it: positions come from sums of lengths.
const ON_POINT: f64 = 1e-8;

/// A position between the points of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// The first of the [`POINTS`] points.
    pub first: usize,
    /// Offset from the middle of the six points, in spacings, -1/2 <= x < 1/2.
    pub x: f64,
}

impl Place {
    /// The position `coordinate` spacings after point 0 of a line of `points`; `None` where some of the six are missing.
    pub fn at(coordinate: f64, points: usize) -> Option<Self> {
        let nearest = coordinate.round();
        let coordinate = if (coordinate - nearest).abs() < ON_POINT {
            nearest
        } else {
            coordinate
        };
        let before = coordinate.floor();
        let first = before - (POINTS / 2 - 1) as f64;
        let fits = first >= 0.0 && first + (POINTS as f64) <= points as f64;
        fits.then_some(Self {
            first: first as usize,
            x: coordinate - before - 0.5,
        })
    }
}

/// The weight at `x` of the point at `own`, where the two other pairs lie at +-`p` and +-`q`.
#[cfg_attr(feature = "gpu", cube)]
#[inline(always)]
pub fn lagrange_weight<T: Real>(x: T, own: T, p: T, q: T) -> T {
    let above = (x + own) * (x * x - p * p) * (x * x - q * q);
    let below = T::of(2.0) * own * (own * own - p * p) * (own * own - q * q);
    // The denominator is known before the loop runs.
    above * (T::of(1.0) / below)
}

/// The weights of the six points at `x`.
#[inline(always)]
pub fn lagrange_weights<T: Real>(x: T) -> [T; POINTS] {
    let [near, middle, far] = [0.5, 1.5, 2.5].map(T::of);
    let [far_left, left, near_left] = [-2.5, -1.5, -0.5].map(T::of);
    [
        lagrange_weight(x, far_left, near, middle),
        lagrange_weight(x, left, near, far),
        lagrange_weight(x, near_left, middle, far),
        lagrange_weight(x, near, middle, far),
        lagrange_weight(x, middle, near, far),
        lagrange_weight(x, far, near, middle),
    ]
}

/// The values at N positions, each between the six points that follow its `first`. The weights are computed first, for
/// all N at once.
#[inline(always)]
pub fn interpolate<T: Real, const N: usize>(values: &[T], first: [u32; N], x: [T; N]) -> [T; N] {
    let mut out = [T::default(); N];
    if x.iter().all(|x| *x == T::of(-0.5)) {
        for n in 0..N {
            out[n] = values[first[n] as usize + POINTS / 2 - 1];
        }
        return out;
    }
    let mut weights = [[T::default(); N]; POINTS];
    for n in 0..N {
        for (p, weight) in lagrange_weights(x[n]).into_iter().enumerate() {
            weights[p][n] = weight;
        }
    }
    for n in 0..N {
        let points = &values[first[n] as usize..][..POINTS];
        for p in 0..POINTS {
            out[n] = couple(out[n], weights[p][n], points[p]);
        }
    }
    out
}
