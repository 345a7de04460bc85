//! Current elements: quadrature points with current and charge, from which near and far fields are summed, points in SIMD lanes.
//!
//! ```text
//! E = -(j k eta/(4 pi)) sum [ j g + (div j/k^2) grad g ]     g = e^{-jkR}/R
//! H =  (1/(4 pi))       sum   grad g x j                     R from the element to the point
//! F = -(j k eta/(4 pi)) (1 - r r) . sum j e^{jk r.r'}
//! ```
//!
//! with j the current density and div j its divergence, both times weight and area. The loops contain no closures, because the compiler
//! would omit them from the wide SIMD versions.

use std::f64::consts::PI;

use poynting_exec::{Kernel, cos, sin};
use poynting_linalg::Complex;
use poynting_physics::constants::ETA0;

use crate::field::{Field, Phasor};
use crate::formula::product;
use crate::formula::text::{gradient, green};
use crate::integrand::LANES;
use crate::lanes::{lanes, three};
use crate::vector::Point;

/// Real and imaginary parts in separate arrays.
type Rows = [Vec<f64>; 2];
/// Real and imaginary part of three components, for each lane.
type Sums = [[[f64; LANES]; 2]; 3];

/// Current elements in structure-of-arrays form; the number is a multiple of [`LANES`].
#[derive(Debug, Clone, Default)]
pub struct Elements {
    at: [Vec<f64>; 3],
    current: [Rows; 3],
    divergence: Rows,
}

impl Elements {
    /// Adds one element.
    pub fn push(&mut self, at: Point, current: Phasor, divergence: Complex<f64>) {
        for i in 0..3 {
            self.at[i].push(at[i]);
            self.current[i][0].push(current[i].re);
            self.current[i][1].push(current[i].im);
        }
        self.divergence[0].push(divergence.re);
        self.divergence[1].push(divergence.im);
    }

    /// Pads with the last position and zero current until the lanes are full.
    pub fn fill(&mut self) {
        let zero = Complex::new(0.0, 0.0);
        while !self.len().is_multiple_of(LANES) {
            let last = [0, 1, 2].map(|i| self.at[i][self.len() - 1]);
            self.push(last, [zero; 3], zero);
        }
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.divergence[0].len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Half the diagonal of the box around all elements.
    pub fn radius(&self) -> f64 {
        let extent = |x: &Vec<f64>| {
            let low = x.iter().copied().fold(f64::INFINITY, f64::min);
            let high = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            high - low
        };
        0.5 * self
            .at
            .each_ref()
            .map(extent)
            .into_iter()
            .fold(0.0, f64::hypot)
    }
}

/// The field of some blocks of [`LANES`] elements at a point.
pub struct NearFieldSum<'a> {
    /// The elements.
    pub elements: &'a Elements,
    /// Indices of the blocks.
    pub blocks: &'a [u32],
    /// Wave number.
    pub k: f64,
    /// The point.
    pub at: Point,
}

impl Kernel for NearFieldSum<'_> {
    type Output = Field;

    #[inline(always)]
    fn run(self) -> Field {
        let (mut e, mut h): (Sums, Sums) = Default::default();
        let over = 1.0 / (self.k * self.k);
        for &block in self.blocks {
            let from = block as usize * LANES;
            let at = three(&self.elements.at, from);
            let [x, y, z] = &self.elements.current;
            let j = [two(x, from), two(y, from), two(z, from)];
            let q = two(&self.elements.divergence, from);
            let (mut step, mut g, mut d) =
                ([[0.0; LANES]; 3], [[0.0; LANES]; 2], [[0.0; LANES]; 2]);
            // Separate short loops: the compiler would not vectorise a single one.
            for l in 0..LANES {
                let r = [
                    self.at[0] - at[0][l],
                    self.at[1] - at[1][l],
                    self.at[2] - at[2][l],
                ];
                let distance = product(r, r).sqrt();
                let (value, slope) = (green(self.k, distance), gradient(self.k, distance));
                (step[0][l], step[1][l], step[2][l]) = (r[0], r[1], r[2]);
                (g[0][l], g[1][l]) = (value.re, value.im);
                (d[0][l], d[1][l]) = (slope.re, slope.im);
            }
            for i in 0..3 {
                let (m, n) = ((i + 1) % 3, (i + 2) % 3);
                for l in 0..LANES {
                    let scaled = over * step[i][l];
                    let charge = [q[0][l] * scaled, q[1][l] * scaled];
                    e[i][0][l] += j[i][0][l] * g[0][l] - j[i][1][l] * g[1][l]
                        + (charge[0] * d[0][l] - charge[1] * d[1][l]);
                    e[i][1][l] += j[i][0][l] * g[1][l]
                        + j[i][1][l] * g[0][l]
                        + (charge[0] * d[1][l] + charge[1] * d[0][l]);
                    let re = step[m][l] * j[n][0][l] - step[n][l] * j[m][0][l];
                    let im = step[m][l] * j[n][1][l] - step[n][l] * j[m][1][l];
                    h[i][0][l] += re * d[0][l] - im * d[1][l];
                    h[i][1][l] += re * d[1][l] + im * d[0][l];
                }
            }
        }
        Field {
            e: total(&e).map(|x| x * radiation_factor(self.k)),
            h: total(&h).map(|x| x / (4.0 * PI)),
        }
    }
}

/// sum j e^{jk r.(r' - c)}, times the factor of the far-field amplitude.
pub struct FarFieldSum<'a> {
    /// The elements.
    pub elements: &'a Elements,
    /// Wave number times the unit vector r.
    pub wave_vector: Point,
    /// The centre c.
    pub centre: Point,
    /// Wave number.
    pub k: f64,
}

impl Kernel for FarFieldSum<'_> {
    type Output = Phasor;

    #[inline(always)]
    fn run(self) -> Phasor {
        let mut sums = Sums::default();
        for from in (0..self.elements.len()).step_by(LANES) {
            let at = three(&self.elements.at, from);
            let (mut c, mut s) = ([0.0; LANES], [0.0; LANES]);
            for l in 0..LANES {
                let r = [
                    at[0][l] - self.centre[0],
                    at[1][l] - self.centre[1],
                    at[2][l] - self.centre[2],
                ];
                let angle = product(self.wave_vector, r);
                (c[l], s[l]) = (cos(angle), sin(angle));
            }
            for i in 0..3 {
                let j = two(&self.elements.current[i], from);
                for l in 0..LANES {
                    sums[i][0][l] += j[0][l] * c[l] - j[1][l] * s[l];
                    sums[i][1][l] += j[0][l] * s[l] + j[1][l] * c[l];
                }
            }
        }
        total(&sums).map(|x| x * radiation_factor(self.k))
    }
}

/// -j k eta/(4 pi).
fn radiation_factor(k: f64) -> Complex<f64> {
    Complex::new(0.0, -k * ETA0 / (4.0 * PI))
}

fn total(sums: &Sums) -> Phasor {
    [0, 1, 2].map(|i| {
        let [re, im] = [0, 1].map(|p| sums[i][p].iter().sum());
        Complex::new(re, im)
    })
}

#[inline(always)]
fn two(rows: &Rows, from: usize) -> [[f64; LANES]; 2] {
    [lanes(&rows[0], from), lanes(&rows[1], from)]
}
