//! Elements with excitations.
//!
//! ```text
//! F(u, v, w) = sum_m a_m e^{j 2 pi (u x_m + v y_m + w z_m)}      u^2 + v^2 + w^2 = 1
//! ```
//!
//! Positions are in wavelengths, time runs as e^{+jwt}, and u, v, w are the cosines of the direction of observation with x, y, z. The field of the
//! array is F times that of its [`crate::Element`].

use crate::error::{ArrayError, count, demand};
use num_complex::Complex64;
use poynting_exec::Random;
use rayon::prelude::*;
use std::f64::consts::TAU;

/// Positions in wavelengths and complex excitations.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    pub(crate) positions: Vec<[f64; 3]>,
    pub(crate) excitations: Vec<Complex64>,
}

impl Array {
    /// Elements in phase with these amplitudes.
    pub fn new(positions: Vec<[f64; 3]>, amplitudes: &[f64]) -> Result<Self, ArrayError> {
        let excitations = amplitudes.iter().map(|a| Complex64::new(*a, 0.0));
        Self::excited(positions, excitations.collect())
    }

    /// Elements with these excitations.
    pub fn excited(
        positions: Vec<[f64; 3]>,
        excitations: Vec<Complex64>,
    ) -> Result<Self, ArrayError> {
        count("excitations", excitations.len(), positions.len())?;
        let coordinates = positions.iter().flatten();
        for number in coordinates.chain(excitations.iter().flat_map(|a| [&a.re, &a.im])) {
            demand(
                "a position or excitation",
                *number,
                "it must be finite",
                |_| true,
            )?;
        }
        Ok(Self {
            positions,
            excitations,
        })
    }

    /// Equal elements in phase.
    pub fn uniform(positions: Vec<[f64; 3]>) -> Result<Self, ArrayError> {
        let amplitudes = vec![1.0; positions.len()];
        Self::new(positions, &amplitudes)
    }

    /// Where the elements stand.
    pub fn positions(&self) -> &[[f64; 3]] {
        &self.positions
    }

    /// Their excitations.
    pub fn excitations(&self) -> &[Complex64] {
        &self.excitations
    }

    /// With phases for a beam in this direction: those of the excitations and -2 pi r_m.(u, v, w).
    #[must_use]
    pub fn steered(mut self, direction: [f64; 3]) -> Self {
        for (a, r) in self.excitations.iter_mut().zip(&self.positions) {
            *a *= Complex64::cis(-TAU * dot(*r, direction));
        }
        self
    }

    /// With phases rounded to 2^bits values.
    pub fn with_quantised_phases(mut self, bits: u32) -> Result<Self, ArrayError> {
        demand(
            "the bits of a phase",
            f64::from(bits),
            "it must be from 1 to 32",
            |b| (1.0..=32.0).contains(&b),
        )?;
        let step = TAU / (1u64 << bits) as f64;
        for a in &mut self.excitations {
            *a = Complex64::from_polar(a.norm(), (a.arg() / step).round() * step);
        }
        Ok(self)
    }

    /// With this fraction of all elements, chosen at random, silent. The same seed gives the same elements.
    pub fn with_failures(mut self, fraction: f64, seed: u64) -> Result<Self, ArrayError> {
        demand(
            "the fraction of failures",
            fraction,
            "it must be from 0 to 1",
            |f| (0.0..=1.0).contains(&f),
        )?;
        let mut elements: Vec<usize> = (0..self.excitations.len()).collect();
        Random::new(seed).shuffle(&mut elements);
        let failed = (fraction * elements.len() as f64).round() as usize;
        for element in &elements[..failed] {
            self.excitations[*element] = Complex64::default();
        }
        Ok(self)
    }

    /// F in a direction, as a sum.
    pub fn factor(&self, direction: [f64; 3]) -> Complex64 {
        (self.positions.iter().zip(&self.excitations))
            .map(|(r, a)| a * Complex64::cis(TAU * dot(*r, direction)))
            .sum()
    }

    /// F in many directions, as sums: the reference for everything faster.
    pub fn factors(&self, directions: &[[f64; 3]]) -> Vec<Complex64> {
        (directions
            .par_iter()
            .map(|direction| self.factor(*direction)))
        .collect()
    }
}

/// The direction with these first two cosines and z >= 0, or none beyond the visible range.
pub fn direction(u: f64, v: f64) -> Option<[f64; 3]> {
    let squared = 1.0 - u * u - v * v;
    (squared >= 0.0).then(|| [u, v, squared.sqrt()])
}

/// The direction with these angles, theta from +z and phi from +x, in radians.
pub fn from_angles(theta: f64, phi: f64) -> [f64; 3] {
    let (sin, cos) = theta.sin_cos();
    [sin * phi.cos(), sin * phi.sin(), cos]
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
