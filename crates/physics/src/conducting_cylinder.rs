//! Scattering of a plane wave by a perfectly conducting circular cylinder of infinite length that the wave meets at a right angle.
//!
//! The wave travels along +x, from which phi is measured; u is E_z (TM, E along the axis) or H_z (TE, E across it), e^{+jwt}, H_n = J_n - j Y_n:
//!
//! ```text
//! u_inc = e^{-jkx} = sum j^-n J_n(kr) e^{jn phi},    u_sca = -sum j^-n a_n H_n(kr) e^{jn phi},    x = ka
//! a_n = J_n(x)/H_n(x) (TM),    a_n = J_n'(x)/H_n'(x) (TE)
//! u_sca -> sqrt(2j/(pi kr)) e^{-jkr} F(phi),    F = -sum a_n e^{jn phi},    width 2 pi r |u_sca|^2 = 4 |F|^2/k
//! TM:  J_z   = 2/(pi x eta) sum j^-n e^{jn phi}/H_n(x)         per E_z of the wave
//! TE:  J_phi = 2j/(pi x) sum j^-n e^{jn phi}/H_n'(x)           per H_z of the wave
//! ```
//!
//! (R. F. Harrington, Time-Harmonic Electromagnetic Fields, McGraw-Hill 1961, section 5-9). J_n comes from its recurrence downwards and Y_n from its
//! own upwards (`cylinder`), each in the direction in which it is stable. The orders end where a_n is below 1e-17, before Y_n overflows.
//!
//! Tested against a multiprecision table from x = 0.001 to 200, and by the optical theorem.

use crate::cylinder::{Field, bessel};
use crate::{Complex, PhasorArithmetic};
use std::f64::consts::PI;

/// The modes of a perfectly conducting cylinder.
#[derive(Debug, Clone, PartialEq)]
pub struct ConductingCylinder {
    size: f64,
    /// a_n and 1/H_n or 1/H_n', n = 0 and up.
    modes: Vec<[Complex; 2]>,
    field: Field,
}

impl ConductingCylinder {
    /// A cylinder of size ka > 0; `field` is the direction of E.
    pub fn new(size: f64, field: Field) -> Self {
        let count = (size + 7.5 * size.cbrt() + 4.0).ceil() as usize;
        let (regular, singular) = bessel(size, count + 1);
        let slope = |f: &[f64], n: usize| match n {
            0 => -f[1],
            _ => f[n - 1] - n as f64 / size * f[n],
        };
        let mode = |n: usize| {
            let (j, y) = match field {
                Field::Along => (regular[n], singular[n]),
                Field::Across => (slope(&regular, n), slope(&singular, n)),
            };
            let inverse = Complex::from(1.0).over(Complex::new(j, -y));
            [inverse * j, inverse]
        };
        Self {
            size,
            modes: (0..=count).map(mode).collect(),
            field,
        }
    }

    /// F(phi): far from the cylinder the scattered field is sqrt(2j/(pi kr)) e^{-jkr} F of that of the wave.
    pub fn amplitude(&self, phi: f64) -> Complex {
        -self.sum(phi, |_, [a, _]| a)
    }

    /// Scattering width 2 pi r |E_s/E_i|^2 times k.
    pub fn width(&self, phi: f64) -> f64 {
        4.0 * self.amplitude(phi).norm_sqr()
    }

    /// The integral of the scattering width over phi, over 2 pi, times k.
    pub fn total_width(&self) -> f64 {
        let both = |n: usize| if n == 0 { 4.0 } else { 8.0 };
        let terms = self.modes.iter().enumerate();
        terms.map(|(n, [a, _])| both(n) * a.norm_sqr()).sum()
    }

    /// The surface current over that of the wave, E/eta: along the axis (TM), or along phi (TE).
    pub fn current(&self, phi: f64) -> Complex {
        let minus_j = Complex::new(0.0, -1.0);
        let sum = self.sum(phi, |n, [_, inverse]| inverse * minus_j.powu(n as u32 % 4));
        let factor = match self.field {
            Field::Along => Complex::from(1.0),
            Field::Across => Complex::new(0.0, 1.0),
        };
        sum * factor * (2.0 / (PI * self.size))
    }

    /// The sum over both signs of n.
    fn sum(&self, phi: f64, term: impl Fn(usize, [Complex; 2]) -> Complex) -> Complex {
        let mut sum = Complex::default();
        for (n, mode) in self.modes.iter().enumerate() {
            let twice = if n == 0 { 1.0 } else { 2.0 };
            sum += term(n, *mode) * (twice * (n as f64 * phi).cos());
        }
        sum
    }
}
