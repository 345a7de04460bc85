//! Translation of outgoing waves of one box to incoming waves of another.
//!
//! With X from the centre of the source box to that of the observer and d = (r - c) - (r' - c'),
//!
//! ```text
//! e^{-jk|X + d|}/|X + d| = (-jk/(4 pi)) int e^{-jk s.d} T(s.X/X) ds,    T(x) = sum_{l <= L} (-j)^l (2l + 1) h_l^(2)(kX) P_l(x)
//! ```
//!
//! over all directions s (R. Coifman, V. Rokhlin, S. Wandzura, IEEE Antennas Propag. Mag. 35, 7, 1993). On the directions of a level the integral
//! is a sum with the weight (pi/n)^2 |sin theta|; |sin theta| T is not a polynomial, but only its harmonics up to n - 1 overlap
//! with those of both patterns, so T is multiplied by the series of |sin theta| on a finer circle and truncated there: the sum is exact.
//!
//! Number of terms: with D the diameter of the sphere around the supports of both boxes, superimposed, and p digits,
//!
//! ```text
//! L = kD + 1.8 p^(2/3) (kD)^(1/3)
//! ```
//!
//! (W. C. Chew et al., Fast and Efficient Algorithms in Computational Electromagnetics, 2001, ch. 3.) D is twice the
//! measured radius of a level, not the diagonal of its boxes.

use std::f64::consts::PI;

use poynting_linalg::{Complex, Mat, real_product};
use rayon::prelude::*;

use super::directions::Directions;
use super::octree::{Level, OFFSETS, offset_of};
use poynting_mom_core::precision::Precision;
use poynting_mom_core::vector::dot;
use poynting_mom_core::vector::norm;

type C = Complex<f64>;

/// Terms of the expansion for sources and observers whose distances from their centres add up to at most `reach`.
pub fn terms(k: f64, reach: f64, digits: f64) -> usize {
    let kd = k * reach;
    (kd + 1.8 * digits.powf(2.0 / 3.0) * kd.cbrt()).ceil() as usize
}

/// Factors for every offset that occurs on a level.
#[derive(Debug, Clone)]
pub struct Translations<T> {
    /// Start of the factors of each offset; None if it does not occur.
    places: Vec<Option<usize>>,
    /// Real parts of all directions, then imaginary parts, offset by offset.
    values: Vec<T>,
    directions: usize,
}

impl<T: Precision> Translations<T> {
    /// All offsets of a level, for an expansion of `terms`.
    pub fn new(k: f64, level: &Level, directions: &Directions, terms: usize) -> Self {
        let numbers = level.used_offsets();
        let weights = Weights::new(directions);
        let all: Vec<Vec<T>> = numbers
            .par_iter()
            .map(|&number| {
                let away = offset_of(number).map(|d| d * level.side);
                weights.factors(k, away, terms.min(directions.n - 1))
            })
            .collect();
        let mut places = vec![None; OFFSETS];
        for (n, &number) in numbers.iter().enumerate() {
            places[number] = Some(2 * n * directions.len());
        }
        Self {
            places,
            values: all.concat(),
            directions: directions.len(),
        }
    }

    /// The factors of an offset, real parts, then imaginary parts.
    pub fn of(&self, offset: u16) -> Option<&[T]> {
        let at = self.places[offset as usize]?;
        Some(&self.values[at..at + 2 * self.directions])
    }

    /// Number of values stored.
    pub fn numbers(&self) -> usize {
        self.values.len()
    }
}

/// From T on a circle of 4n angles to |sin theta| T, truncated, on the 2n angles of a level.
pub struct Weights<'a> {
    directions: &'a Directions,
    matrix: Mat<f64>,
}

impl<'a> Weights<'a> {
    /// For the directions of a level.
    pub fn new(directions: &'a Directions) -> Self {
        let n = directions.n;
        let scale = (PI / n as f64).powi(2) / (4 * n) as f64;
        let matrix = Mat::from_fn(2 * n, 4 * n, |i, f| {
            let x = directions.angle(i) - fine(n, f);
            let low = 1.0 + 2.0 * (1..n).map(|m| (m as f64 * x).cos()).sum::<f64>();
            scale * low * sine(n, fine(n, f))
        });
        Self { directions, matrix }
    }

    /// Factors of all directions for boxes separated by `away`: real parts, then imaginary parts.
    pub fn factors<T: Precision>(&self, k: f64, away: [f64; 3], terms: usize) -> Vec<T> {
        let n = self.directions.n;
        let distance = norm(away);
        let radial = radial(k * distance, terms);
        let unit = away.map(|x| x / distance);
        let values = Mat::from_fn(4 * n, n, |f, j| {
            let [r, _, _] =
                poynting_mom_core::excitation::spherical(fine(n, f), self.directions.angle(j));
            series(&radial, dot(r, unit))
        });
        let parts = |part: fn(&C) -> f64| -> Vec<T> {
            let values = Mat::from_fn(4 * n, n, |f, j| part(&values[(f, j)]));
            let found = real_product(self.matrix.as_ref(), values.as_ref());
            let all = (0..2 * n).flat_map(|i| (0..n).map(move |j| (i, j)));
            all.map(|(i, j)| T::of(found[(i, j)])).collect()
        };
        [parts(|z| z.re), parts(|z| z.im)].concat()
    }
}

/// Angles of the finer circle.
fn fine(n: usize, f: usize) -> f64 {
    (f as f64 + 0.5) * 0.5 * PI / n as f64
}

/// |sin theta| up to its harmonic 2(n - 1).
fn sine(n: usize, theta: f64) -> f64 {
    let terms = (1..n).map(|m| {
        let m = m as f64;
        (2.0 * m * theta).cos() / (4.0 * m * m - 1.0)
    });
    2.0 / PI - 4.0 / PI * terms.sum::<f64>()
}

/// (-j)^l (2l + 1) h_l^(2)(x), by upward recurrence, for which h_l is the dominant solution.
pub fn radial(x: f64, terms: usize) -> Vec<C> {
    let (s, c) = x.sin_cos();
    // h_0 = j e^{-jx}/x, h_1 = -(1 - j/x) e^{-jx}/x.
    let wave = C::new(c, -s) / x;
    let mut previous = wave * C::new(0.0, 1.0);
    let mut current = wave * C::new(-1.0, 1.0 / x);
    let mut factor = C::new(1.0, 0.0);
    let mut values = Vec::with_capacity(terms + 1);
    for l in 0..=terms {
        values.push(previous * factor * (2 * l + 1) as f64);
        factor *= C::new(0.0, -1.0);
        let next = current * ((2 * l + 3) as f64 / x) - previous;
        (previous, current) = (current, next);
    }
    values
}

/// The sum over Legendre polynomials.
pub fn series(radial: &[C], x: f64) -> C {
    let (mut before, mut now) = (0.0, 1.0);
    let mut sum = C::new(0.0, 0.0);
    for (l, factor) in radial.iter().enumerate() {
        sum += *factor * now;
        let l = l as f64;
        let next = ((2.0 * l + 1.0) * x * now - l * before) / (l + 1.0);
        (before, now) = (now, next);
    }
    sum
}
