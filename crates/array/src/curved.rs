//! Patterns of curved arrays over a grid of u and v, in a few terms of plane transforms.
//!
//! With the phase of the main beam's w_0 taken into the excitations, a'_m = a_m e^{j 2 pi w_0 z_m}, and w' = w - w_0,
//!
//! ```text
//! F(u, v) = sum_m a'_m e^{j 2 pi (u x_m + v y_m)} e^{j 2 pi w' z_m}
//! e^{j 2 pi w' z} = e^{j 2 pi w' z_c} sum_p h_p(alpha) g_p(zeta)      zeta = (z - z_c)/h in [-1, 1],  alpha = 2 pi w' h
//! powers      h_p = (j alpha)^p / p!                 g_p = zeta^p        the p-series of the paper with z from the middle
//! Chebyshev   h_p = (2 - delta_p0) j^p J_p(alpha)    g_p = T_p(zeta)     the Jacobi-Anger expansion
//! ```
//!
//! each term of which is one transform of g_p a'_m (A. Capozzoli, C. Curcio, G. D'Elia, A. Liseno, P. Vinetti, ACES Journal 25, 355, 2010). P terms of
//! powers leave about |alpha|^P / P!, Chebyshev polynomials 2^(1-P) of that. Sub-arrays, each with heights of its own, need fewer terms.
//!
//! Tested against transforms of type 3, which have no such error, and those against sums.

use crate::array::Array;
use crate::error::{ArrayError, demand};
use crate::pattern::{Cosines, PlaneTransform};
use num_complex::Complex64;
use rayon::prelude::*;
use std::f64::consts::TAU;

/// Functions of the height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// Powers.
    Powers,
    /// Chebyshev polynomials.
    Chebyshev,
}

/// How an array is divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubArrays {
    /// Into squares of its projection: this many along x and y, over the bounds of the array.
    Squares(usize),
    /// Into this many layers of equal range of height.
    Layers(usize),
}

/// An expansion over the height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expansion {
    /// The functions.
    pub terms: Terms,
    /// Their number, at least one.
    pub count: usize,
    /// The sub-arrays.
    pub sub_arrays: SubArrays,
    /// w of the direction in which it is exact, that of the main beam.
    pub beam: f64,
    /// Relative error of the transforms.
    pub tolerance: f64,
}

impl Expansion {
    /// This many Chebyshev polynomials over the whole array, with a broadside beam.
    pub fn new(count: usize) -> Self {
        Self {
            terms: Terms::Chebyshev,
            count,
            sub_arrays: SubArrays::Layers(1),
            beam: 1.0,
            tolerance: 1e-8,
        }
    }

    /// F over a grid of u and v, v fastest; zero beyond the visible range.
    pub fn over_grid(
        &self,
        array: &Array,
        [u, v]: [Cosines; 2],
    ) -> Result<Vec<Complex64>, ArrayError> {
        u.checked()?;
        v.checked()?;
        demand(
            "the number of terms",
            self.count as f64,
            "it must be from 1 to 100",
            |n| (1.0..=100.0).contains(&n),
        )?;
        demand("w of the beam", self.beam, "it must be from 0 to 1", |w| {
            (0.0..=1.0).contains(&w)
        })?;
        let mut sum = vec![Complex64::default(); u.count * v.count];
        let mut term = sum.clone();
        for members in self.sub_arrays.divide(array.positions()) {
            let (low, high) = bounds(array, &members, 2);
            let (middle, half) = (0.5 * (low + high), 0.5 * (high - low));
            let positions: Vec<[f64; 3]> = members.iter().map(|m| array.positions[*m]).collect();
            let turned: Vec<Complex64> = (members.iter())
                .map(|m| {
                    array.excitations[*m] * Complex64::cis(TAU * self.beam * array.positions[*m][2])
                })
                .collect();
            let mut transform = PlaneTransform::new(&positions, [u, v], self.tolerance)?;
            // A plane sub-array has one term.
            let count = if half > 0.0 { self.count } else { 1 };
            for p in 0..count {
                let excitations: Vec<Complex64> = (positions.iter().zip(&turned))
                    .map(|(r, a)| {
                        a * self.terms.of_height(
                            p,
                            if half > 0.0 {
                                (r[2] - middle) / half
                            } else {
                                0.0
                            },
                        )
                    })
                    .collect();
                transform.pattern(&excitations, &mut term)?;
                let rows = sum.par_chunks_mut(v.count).zip(term.par_chunks(v.count));
                rows.enumerate().for_each(|(n, (sum, term))| {
                    for (m, (sum, term)) in sum.iter_mut().zip(term).enumerate() {
                        if let Some([.., w]) = crate::array::direction(u.at(n), v.at(m)) {
                            let alpha = TAU * (w - self.beam) * half;
                            let reference = Complex64::cis(TAU * (w - self.beam) * middle);
                            *sum += reference * self.terms.of_direction(p, alpha) * term;
                        }
                    }
                });
            }
        }
        Ok(sum)
    }
}

impl Terms {
    fn of_height(self, p: usize, zeta: f64) -> f64 {
        match self {
            Self::Powers => (0..p).map(|_| zeta).product(),
            Self::Chebyshev => (p as f64 * zeta.clamp(-1.0, 1.0).acos()).cos(),
        }
    }

    fn of_direction(self, p: usize, alpha: f64) -> Complex64 {
        let unit = [
            Complex64::new(1.0, 0.0),
            Complex64::i(),
            Complex64::new(-1.0, 0.0),
            -Complex64::i(),
        ][p % 4];
        unit * match self {
            Self::Powers => (1..=p).map(|n| alpha / n as f64).product::<f64>(),
            Self::Chebyshev if p == 0 => bessel(0, alpha),
            Self::Chebyshev => 2.0 * bessel(p, alpha),
        }
    }
}

impl SubArrays {
    /// Members of each sub-array that has any.
    fn divide(self, positions: &[[f64; 3]]) -> Vec<Vec<usize>> {
        let range = |axis: usize| range(positions.iter().map(|r| r[axis]));
        let cell = |value: f64, (low, high): (f64, f64), count: usize| {
            let part = if high > low {
                (value - low) / (high - low)
            } else {
                0.0
            };
            ((part * count as f64) as usize).min(count.max(1) - 1)
        };
        let (x, y, z) = (range(0), range(1), range(2));
        let count = match self {
            Self::Squares(side) => side * side,
            Self::Layers(count) => count,
        };
        let mut members = vec![Vec::new(); count.max(1)];
        for (m, r) in positions.iter().enumerate() {
            let part = match self {
                Self::Squares(side) => cell(r[0], x, side) * side + cell(r[1], y, side),
                Self::Layers(count) => cell(r[2], z, count),
            };
            members[part].push(m);
        }
        members.retain(|members| !members.is_empty());
        members
    }
}

fn bounds(array: &Array, members: &[usize], axis: usize) -> (f64, f64) {
    range(members.iter().map(|m| array.positions[*m][axis]))
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let wider = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), wider)
}

/// J_n(x), by the recurrence from large orders down, normalised by J_0 + 2 (J_2 + J_4 + ...) = 1 (M. Abramowitz, I. A. Stegun, 9.12).
fn bessel(n: usize, x: f64) -> f64 {
    let argument = x.abs();
    if argument < 1e-12 {
        return if n == 0 { 1.0 } else { 0.0 };
    }
    let highest = n.max(argument as usize) + 30 + argument.sqrt() as usize * 4;
    let (mut above, mut current) = (0.0, 1e-30);
    let (mut sum, mut wanted) = (0.0, 0.0);
    for order in (0..=highest).rev() {
        if order == n {
            wanted = current;
        }
        if order % 2 == 0 {
            sum += if order == 0 { current } else { 2.0 * current };
        }
        if order > 0 {
            (above, current) = (current, 2.0 * order as f64 / argument * current - above);
        }
        if current.abs() > 1e200 {
            for value in [&mut above, &mut current, &mut sum, &mut wanted] {
                *value *= 1e-200;
            }
        }
    }
    let sign = if x < 0.0 && n % 2 == 1 { -1.0 } else { 1.0 };
    sign * wanted / sum
}
