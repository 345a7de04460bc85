//! The far field of equivalent currents at one frequency.
//!
//! With N and L the sums of electric and magnetic current moments times e^{jk r.r'}, r' their position relative to the
//! centre and r the direction,
//!
//! ```text
//! r e^{jkr} E_theta = -jk/(4 pi) (L_phi + eta N_theta)
//! r e^{jkr} E_phi   =  jk/(4 pi) (L_theta - eta N_phi)
//! ```
//!
//! (C. A. Balanis, Antenna Theory, sec. 6.8 and 12; A. Taflove, S. Hagness, Computational Electrodynamics, 3rd ed., sec. 8.5.) The
//! phase is a product over the axes, so a sheet costs one complex product per element and direction, and an image only a second
//! term in the factor of its axis.
//!
//! The plane wave used in the sum is that of free space or that of the grid ([`Wave`](super::Wave)); with the latter the sum
//! does not depend on the box, because the currents are exact on the grid as well.
//!
//! Power is the discrete flux P = -1/2 Re sum E J^*, which is the same for every box in a lossless medium.
//!
//! Tested against the closed form of Hertzian dipoles, alone, in pairs and over planes, and on a lattice whose field has the
//! moment of its source and nothing else.

use crate::far_field::huygens::{Current, Huygens, Sheet};
use crate::far_field::sphere::{Direction, SphereRule};
use crate::far_field::wave::wave_vector;
use poynting_exec::{Kernel, SimdLevel};
use poynting_grid::Spot;
use poynting_physics::Complex;
use poynting_physics::radiation::{FarField, intensity_degree};
use rayon::prelude::*;
use std::f64::consts::PI;

/// Number of partial sums, so that the compiler can vectorise without reordering a sum.
const LANES: usize = 8;

/// Equivalent currents of one frequency.
#[derive(Debug)]
pub struct Currents<'a> {
    huygens: &'a Huygens,
    omega: f64,
    moments: Vec<Phasors>,
    simd: SimdLevel,
}

impl<'a> Currents<'a> {
    pub(super) fn new(
        huygens: &'a Huygens,
        omega: f64,
        mut value: impl FnMut(Spot) -> Complex,
    ) -> Self {
        let mut moments = |sheet: &Sheet| {
            let mut moments = Phasors::with_capacity(sheet.len());
            moments.extend(sheet.elements().map(|e| value(e.spot) * e.weight));
            moments
        };
        Self {
            huygens,
            omega,
            moments: huygens.sheets.iter().map(&mut moments).collect(),
            simd: SimdLevel::detect(),
        }
    }

    /// The far field in a direction; zero behind a ground.
    pub fn far(&self, direction: Direction) -> FarField {
        if self.huygens.hides(direction.unit()) {
            return FarField::default();
        }
        self.radiate(direction)
    }

    /// The far field in many directions.
    pub fn pattern(&self, directions: &[Direction]) -> Vec<FarField> {
        directions.par_iter().map(|d| self.far(*d)).collect()
    }

    /// Radiated power in watts, by integration of the pattern.
    pub fn radiated_power(&self) -> f64 {
        let ka = self.wavenumber() * self.huygens.radius();
        let rule = SphereRule::exact_to(intensity_degree(ka));
        let impedance = self.huygens.medium.impedance();
        let terms = rule.directions.par_iter().zip(&rule.weights);
        // With a ground, field and image field have the same power on either side of it. The terms are added in order.
        let terms: Vec<f64> = terms
            .map(|(d, w)| w * self.radiate(*d).intensity(impedance))
            .collect();
        self.huygens.open_part() * terms.iter().sum::<f64>()
    }

    /// Power in watts leaving the box, by the flux through it.
    pub fn flux(&self) -> f64 {
        let pairs = self.huygens.sheets.iter().zip(&self.moments);
        let pairs: Vec<_> = pairs.collect();
        let mut sum = 0.0;
        for pair in pairs.chunks_exact(2) {
            let [(sheet, j), (_, m)] = pair else { continue };
            let weights = sheet.elements().map(|e| e.weight);
            // J and M at a position have the same weight, so E J^* = M J^*/weight.
            for (i, weight) in weights.enumerate().filter(|(_, weight)| *weight != 0.0) {
                sum -= (j.re[i] * m.re[i] + j.im[i] * m.im[i]) / weight;
            }
        }
        0.5 * self.huygens.copies() * sum
    }

    fn wavenumber(&self) -> f64 {
        self.omega / self.huygens.medium.speed()
    }

    fn radiate(&self, direction: Direction) -> FarField {
        let Huygens {
            wave, cell, medium, ..
        } = self.huygens;
        let vector = wave_vector(*wave, *cell, medium.speed(), self.omega, direction.unit());
        let mut electric = [Complex::default(); 3];
        let mut magnetic = [Complex::default(); 3];
        for (sheet, moments) in self.huygens.sheets.iter().zip(&self.moments) {
            let phases = |axis: usize| self.phases(sheet, axis, vector[axis]);
            let [rows, row, across] = sheet.axes().map(phases);
            let sum = self.simd.run(Sum {
                of: moments,
                rows: &rows,
                columns: &row,
            });
            let sum = sum * across.at(0);
            let total = match sheet.current {
                Current::Electric => &mut electric[sheet.axis],
                Current::Magnetic => &mut magnetic[sheet.axis],
            };
            *total += sum;
        }
        let along = |v: [Complex; 3], u: [f64; 3]| v[0] * u[0] + v[1] * u[1] + v[2] * u[2];
        let (theta, phi) = (direction.theta_unit(), direction.phi_unit());
        let impedance = self.huygens.medium.impedance();
        let factor = Complex::new(0.0, self.wavenumber() / (4.0 * PI));
        FarField {
            theta: -factor * (along(magnetic, phi) + along(electric, theta) * impedance),
            phi: factor * (along(magnetic, theta) - along(electric, phi) * impedance),
        }
    }

    /// The phase factors of one axis, including those of the image.
    fn phases(&self, sheet: &Sheet, axis: usize, wavenumber: f64) -> Phasors {
        let images = self.huygens.images(sheet, axis);
        let factor = |i: usize| {
            let waves = images
                .iter()
                .map(|(sign, at)| Complex::cis(wavenumber * at[i]) * *sign);
            waves.fold(Complex::default(), |sum, wave| sum + wave)
        };
        let mut phases = Phasors::with_capacity(images[0].1.len());
        phases.extend((0..images[0].1.len()).map(factor));
        phases
    }
}

/// Complex numbers with real and imaginary parts in separate rows.
#[derive(Debug, Default)]
struct Phasors {
    re: Vec<f64>,
    im: Vec<f64>,
}

impl Phasors {
    fn with_capacity(len: usize) -> Self {
        Self {
            re: Vec::with_capacity(len),
            im: Vec::with_capacity(len),
        }
    }

    fn extend(&mut self, all: impl Iterator<Item = Complex>) {
        for z in all {
            self.re.push(z.re);
            self.im.push(z.im);
        }
    }

    #[inline(always)]
    fn at(&self, i: usize) -> Complex {
        Complex::new(self.re[i], self.im[i])
    }
}

/// The sum over a matrix, times one factor per row and one per column.
struct Sum<'a> {
    of: &'a Phasors,
    rows: &'a Phasors,
    columns: &'a Phasors,
}

impl Kernel for Sum<'_> {
    type Output = Complex;

    #[inline(always)]
    fn run(self) -> Complex {
        let Self { of, rows, columns } = self;
        let n = columns.re.len();
        let mut total = Complex::default();
        for (i, (re, im)) in of.re.chunks_exact(n).zip(of.im.chunks_exact(n)).enumerate() {
            total += dot([re, im], [&columns.re, &columns.im]) * rows.at(i);
        }
        total
    }
}

/// Sum of products, without conjugation.
#[inline(always)]
fn dot(a: [&[f64]; 2], b: [&[f64]; 2]) -> Complex {
    let [(a_re, re_tail), (a_im, im_tail)] = a.map(|part| part.as_chunks::<LANES>());
    let [(b_re, _), (b_im, _)] = b.map(|part| part.as_chunks::<LANES>());
    let (mut re, mut im) = ([0.0; LANES], [0.0; LANES]);
    for ((ar, ai), (br, bi)) in a_re.iter().zip(a_im).zip(b_re.iter().zip(b_im)) {
        for l in 0..LANES {
            re[l] += ar[l] * br[l] - ai[l] * bi[l];
            im[l] += ar[l] * bi[l] + ai[l] * br[l];
        }
    }
    let mut sum = Complex::new(re.iter().sum(), im.iter().sum());
    let done = a_re.len() * LANES;
    for (l, (ar, ai)) in re_tail.iter().zip(im_tail).enumerate() {
        sum += Complex::new(*ar, *ai) * Complex::new(b[0][done + l], b[1][done + l]);
    }
    sum
}
