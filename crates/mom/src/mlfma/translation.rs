//! Waves that leave one box as waves that arrive at another.
//!
//! With X from the centre of the source box to that of the observer and d = (r - c) - (r' - c'),
//!
//! ```text
//! e^{-jk|X + d|}/|X + d| = (-jk/(4 pi)) int e^{-jk s.d} T(s.X/X) ds,    T(x) = sum_{l <= L} (-j)^l (2l + 1) h_l^(2)(kX) P_l(x)
//! ```
//!
//! over all directions s (R. Coifman, V. Rokhlin, S. Wandzura, IEEE Antennas Propag. Mag. 35, 7, 1993). On the directions of a level the integral
//! is a sum with the weight (pi/n)^2 |sin theta|; |sin theta| T is no polynomial, but only its harmonics up to n - 1 meet
//! what both patterns have, so T is multiplied by the series of |sin theta| on a finer circle and cut off there: the sum is exact.
//!
//! How many terms: with D the diameter of the sphere around two boxes' worth of supports, laid over one another, and p digits,
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
use crate::precision::Precision;
use crate::vector::{dot, norm};

type C = Complex<f64>;

/// Terms of the expansion for sources and observers that are together no farther from their centres than this.
pub fn terms(k: f64, reach: f64, digits: f64) -> usize {
    let kd = k * reach;
    (kd + 1.8 * digits.powf(2.0 / 3.0) * kd.cbrt()).ceil() as usize
}

/// Factors for every offset that occurs on a level.
#[derive(Debug, Clone)]
pub struct Translations<T> {
    /// Where the factors of each offset begin; none where it does not occur.
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

    /// An offset's factors, real parts and then imaginary ones.
    pub fn of(&self, offset: u16) -> Option<&[T]> {
        let at = self.places[offset as usize]?;
        Some(&self.values[at..at + 2 * self.directions])
    }

    /// Numbers that are held.
    pub fn numbers(&self) -> usize {
        self.values.len()
    }
}

/// From T on a circle of 4n angles to |sin theta| T, cut off, on the 2n angles of a level.
struct Weights<'a> {
    directions: &'a Directions,
    matrix: Mat<f64>,
}

impl<'a> Weights<'a> {
    fn new(directions: &'a Directions) -> Self {
        let n = directions.n;
        let scale = (PI / n as f64).powi(2) / (4 * n) as f64;
        let matrix = Mat::from_fn(2 * n, 4 * n, |i, f| {
            let x = directions.angle(i) - fine(n, f);
            let low = 1.0 + 2.0 * (1..n).map(|m| (m as f64 * x).cos()).sum::<f64>();
            scale * low * sine(n, fine(n, f))
        });
        Self { directions, matrix }
    }

    fn factors<T: Precision>(&self, k: f64, away: [f64; 3], terms: usize) -> Vec<T> {
        let n = self.directions.n;
        let distance = norm(away);
        let radial = radial(k * distance, terms);
        let unit = away.map(|x| x / distance);
        let values = Mat::from_fn(4 * n, n, |f, j| {
            let [r, _, _] = crate::excitation::spherical(fine(n, f), self.directions.angle(j));
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

/// (-j)^l (2l + 1) h_l^(2)(x), by the upward recurrence, which h_l dominates.
fn radial(x: f64, terms: usize) -> Vec<C> {
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
fn series(radial: &[C], x: f64) -> C {
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

#[cfg(test)]
mod tests {
    use super::super::options::{buffer, smallest_leaf};
    use super::*;
    use crate::vector::sub;

    /// Pairs of points in two boxes, each from the centre of its own. (Where corners face each other the series converges far more slowly; few functions are there.)
    fn pairs(side: f64) -> Vec<[[f64; 3]; 2]> {
        let mut state = 7_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ((state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * side
        };
        let mut point = || [random(), random(), random()];
        (0..200).map(|_| [point(), point()]).collect()
    }

    /// e^{-jkR}/R by a sum over directions.
    fn summed(k: f64, directions: &Directions, factors: &[f64], d: [f64; 3]) -> C {
        let (re, im) = factors.split_at(directions.len());
        let waves = directions.all().zip(re.iter().zip(im));
        let sum: C = waves
            .map(|(s, (&re, &im))| {
                let (sin, cos) = (k * dot(s, d)).sin_cos();
                C::new(cos, -sin) * C::new(re, im)
            })
            .sum();
        sum * C::new(0.0, -k / (4.0 * PI))
    }

    /// The error over all pairs, relative in the 2-norm.
    fn error(side: f64, away: [f64; 3], directions: &Directions, factors: &[f64]) -> f64 {
        let k = 2.0 * PI;
        let mut sums = [0.0; 2];
        for [at, source] in pairs(side) {
            let d = sub(at, source);
            let distance = norm([0, 1, 2].map(|i| away[i] + d[i]));
            let exact = C::new(0.0, -k * distance).exp() / distance;
            sums[0] += (summed(k, directions, factors, d) - exact).norm_sqr();
            sums[1] += exact.norm_sqr();
        }
        (sums[0] / sums[1]).sqrt()
    }

    fn directions_of(side: f64, digits: f64) -> (usize, Directions) {
        let terms = terms(2.0 * PI, side * 3.0_f64.sqrt(), digits);
        (terms, Directions::new(terms + 2))
    }

    #[test]
    fn waves_between_boxes_apart_are_those_of_the_greens_function() {
        for digits in [2.0, 3.0, 4.0, 5.0, 6.0] {
            let (least, next) = (
                smallest_leaf(2.0 * PI, digits),
                f64::from(buffer(digits) + 1),
            );
            for side in [least, 2.0 * least] {
                let (terms, directions) = directions_of(side, digits);
                let weights = Weights::new(&directions);
                for offset in [[next, 0.0, 0.0], [0.0, 0.0, -next], [1.0, -next, 2.0]] {
                    let away = offset.map(|d| d * side);
                    let factors = weights.factors(2.0 * PI, away, terms);
                    let error = error(side, away, &directions, &factors);
                    println!("{side} {digits} {offset:?}: {error:.1e}");
                    assert!(
                        error <= 10.0_f64.powf(-digits),
                        "{side} {digits}: {error:e}"
                    );
                }
            }
        }
    }

    /// The plain weight (pi/n)^2 |sin theta|, whose upper harmonics fold back, does not do.
    #[test]
    fn weights_that_are_not_cut_off_spoil_the_sum() {
        let (side, digits) = (0.5, 4.0);
        let (terms, directions) = directions_of(side, digits);
        let away = [2.0 * side, 0.0, 0.0];
        let radial = radial(2.0 * PI * norm(away), terms);
        let n = directions.n;
        let plain: Vec<C> = (0..directions.len())
            .map(|at| {
                let weight = (PI / n as f64).powi(2) * directions.angle(at / n).sin().abs();
                series(&radial, directions.units(at / n, at % n)[0][0]) * weight
            })
            .collect();
        let re = plain.iter().map(|z| z.re);
        let factors: Vec<f64> = re.chain(plain.iter().map(|z| z.im)).collect();
        let error = error(side, away, &directions, &factors);
        assert!(error > 1e-3, "{error:e}");
    }
}
