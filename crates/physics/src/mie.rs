//! Scattering of a plane wave by a sphere: the Mie series.
//!
//! The incident field is E = x E0 e^{-jkz}; theta is measured from +z, so theta = 0 is forward and
//! theta = pi is backward, and phi = 0 is the plane that contains the incident E. In the far field
//!
//! ```text
//! E_theta =  E0 cos(phi) S2(theta) e^{-jkr}/(jkr),   S2 = sum (2n+1)/(n(n+1)) (a_n tau_n + b_n pi_n)
//! E_phi   = -E0 sin(phi) S1(theta) e^{-jkr}/(jkr),   S1 = sum (2n+1)/(n(n+1)) (a_n pi_n + b_n tau_n)
//! ```
//!
//! with x = ka, psi_n = x j_n(x), xi_n = x h_n^(2)(x), D_n(z) = psi_n'(z)/psi_n(z) and
//!
//! ```text
//! index m:    a_n = [(D_n(mx)/m + n/x) psi_n - psi_{n-1}]/[(D_n(mx)/m + n/x) xi_n - xi_{n-1}]
//!             b_n = the same with m D_n(mx)
//! conductor:  a_n = psi_n'/xi_n',   b_n = psi_n/xi_n
//! ```
//!
//! (C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by Small Particles, 1983,
//! sections 4.2 to 4.4 and 4.8, there with e^{-iwt}: every phasor here is the conjugate of theirs.)
//! D_n and psi_n are found by downward recurrence and the second solution by upward recurrence, each in its
//! stable direction. The absorption of a mode, Re a_n - |a_n|^2, is not computed as that
//! difference: by the Wronskian of the two solutions it is Im(D_n(mx)/m) over the squared denominator.
//!
//! Tested against multiprecision tables of conductors, dielectrics, a Drude metal and water, |mx| up to
//! 100, against the optical theorem, and against the Rayleigh limit.

use crate::{Complex, PhasorArithmetic};
use std::f64::consts::PI;

/// A sphere in vacuum, represented by its multipole coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct Sphere {
    size: f64,
    modes: Vec<Mode>,
}

/// The scattered multipoles of one order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mode {
    /// Electric coefficient a_n.
    electric: Complex,
    /// Magnetic coefficient b_n.
    magnetic: Complex,
    /// Re(a_n + b_n) - |a_n|^2 - |b_n|^2.
    absorbed: f64,
}

/// Amplitude functions of one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Amplitudes {
    /// S1, of the field perpendicular to the scattering plane (H plane).
    pub s1: Complex,
    /// S2, of the field in the scattering plane (E plane).
    pub s2: Complex,
}

/// Cross-sections over pi a^2.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Efficiencies {
    /// Scattered and absorbed.
    pub extinction: f64,
    /// Scattered.
    pub scattering: f64,
    /// Absorbed.
    pub absorption: f64,
    /// Monostatic radar cross-section, 4 pi times the differential one of some authors.
    pub backscatter: f64,
}

impl Sphere {
    /// A perfect conductor of size ka > 0.
    pub fn conducting(size: f64) -> Self {
        let waves = RiccatiBessel::new(size);
        let modes = waves.orders().map(|n| {
            let (regular, outgoing) = (Complex::from(waves.regular[n]), waves.outgoing(n));
            // z_n' = z_{n-1} - (n/x) z_n holds for both solutions.
            let regular_slope = Complex::from(waves.regular[n - 1]) - regular * (n as f64 / size);
            let outgoing_slope = waves.outgoing(n - 1) - outgoing * (n as f64 / size);
            Mode {
                electric: regular_slope.over(outgoing_slope),
                magnetic: regular.over(outgoing),
                absorbed: 0.0,
            }
        });
        Self {
            size,
            modes: modes.collect(),
        }
    }

    /// A sphere of size k0 a > 0 and nonzero complex refractive index sqrt(eps_r), with mu_r = 1.
    ///
    /// Loss is a negative imaginary part; the sign of the root does not matter.
    pub fn penetrable(size: f64, index: Complex) -> Self {
        let waves = RiccatiBessel::new(size);
        let inside = logarithmic_derivatives(index * size, waves.count());
        let modes = waves.orders().map(|n| {
            let (electric, electric_absorbed) = waves.coefficient(n, inside[n].over(index));
            let (magnetic, magnetic_absorbed) = waves.coefficient(n, inside[n] * index);
            Mode {
                electric,
                magnetic,
                absorbed: electric_absorbed + magnetic_absorbed,
            }
        });
        Self {
            size,
            modes: modes.collect(),
        }
    }

    /// S1 and S2 in the direction theta (radians from the direction of the incident wave).
    pub fn amplitudes(&self, theta: f64) -> Amplitudes {
        let mu = theta.cos();
        let (mut before, mut pi) = (0.0, 1.0);
        let mut sum = Amplitudes {
            s1: Complex::default(),
            s2: Complex::default(),
        };
        for (n, mode) in (1..).map(f64::from).zip(&self.modes) {
            let tau = n * mu * pi - (n + 1.0) * before;
            let weight = (2.0 * n + 1.0) / (n * (n + 1.0));
            sum.s1 += (mode.electric * pi + mode.magnetic * tau) * weight;
            sum.s2 += (mode.electric * tau + mode.magnetic * pi) * weight;
            (before, pi) = (pi, ((2.0 * n + 1.0) * mu * pi - (n + 1.0) * before) / n);
        }
        sum
    }

    /// Bistatic radar cross-section over pi a^2 in the direction theta, phi (radians).
    pub fn bistatic(&self, theta: f64, phi: f64) -> f64 {
        let Amplitudes { s1, s2 } = self.amplitudes(theta);
        let (sin, cos) = phi.sin_cos();
        4.0 * (s2.norm_sqr() * cos * cos + s1.norm_sqr() * sin * sin) / (self.size * self.size)
    }

    /// Monostatic radar cross-section over pi a^2.
    pub fn monostatic(&self) -> f64 {
        self.bistatic(PI, 0.0)
    }

    /// Scattering and absorption efficiencies of the sphere.
    pub fn efficiencies(&self) -> Efficiencies {
        let total = |part: fn(&Mode) -> f64| {
            let terms = self.modes.iter().zip(1..);
            let sum: f64 = terms
                .map(|(mode, n)| f64::from(2 * n + 1) * part(mode))
                .sum();
            2.0 * sum / (self.size * self.size)
        };
        let scattering = total(|mode| mode.electric.norm_sqr() + mode.magnetic.norm_sqr());
        let absorption = total(|mode| mode.absorbed);
        Efficiencies {
            extinction: scattering + absorption,
            scattering,
            absorption,
            backscatter: self.monostatic(),
        }
    }
}

/// psi_n = x j_n(x) and x y_n(x) from n = 0.
struct RiccatiBessel {
    size: f64,
    regular: Vec<f64>,
    singular: Vec<f64>,
}

impl RiccatiBessel {
    fn new(size: f64) -> Self {
        let last = orders_to_rounding(size);
        let (sin, cos) = size.sin_cos();
        let mut singular = vec![-cos, -cos / size - sin];
        for n in 1..last {
            let next = (2 * n + 1) as f64 / size * singular[n] - singular[n - 1];
            singular.push(next);
        }
        Self {
            size,
            regular: regular_solution(size, last),
            singular,
        }
    }

    fn count(&self) -> usize {
        self.regular.len()
    }

    fn orders(&self) -> std::ops::Range<usize> {
        1..self.count()
    }

    /// xi_n = x h_n^(2)(x).
    fn outgoing(&self, n: usize) -> Complex {
        Complex::new(self.regular[n], -self.singular[n])
    }

    /// a_n or b_n of a penetrable sphere and its absorption, from the sphere's surface admittance
    /// D_n(mx)/m or impedance m D_n(mx).
    fn coefficient(&self, n: usize, surface: Complex) -> (Complex, f64) {
        let inner = surface + Complex::from(n as f64 / self.size);
        let numerator = inner * self.regular[n] - Complex::from(self.regular[n - 1]);
        let denominator = inner * self.outgoing(n) - self.outgoing(n - 1);
        (
            numerator.over(denominator),
            surface.im / denominator.norm_sqr(),
        )
    }
}

/// Orders beyond which the coefficients of a sphere of this size are below 1e-17; a downward recurrence that
/// begins there with a guess has converged to within rounding.
///
/// Beyond n = x they fall like Ai(t)/Bi(t) with t = (n - x) (2/x)^{1/3}, which is 1e-17 at t = 9.5.
fn orders_to_rounding(size: f64) -> usize {
    (size + 7.5 * size.cbrt() + 2.0).ceil() as usize
}

/// psi_0 to psi_last by downward recurrence (Miller), scaled to the larger of psi_0 and psi_1.
fn regular_solution(size: f64, last: usize) -> Vec<f64> {
    // The values grow downward by many decades for a small sphere.
    let (mut above, mut here) = (0.0, f64::MIN_POSITIVE.sqrt());
    let mut values = vec![0.0; last + 1];
    for (n, value) in values.iter_mut().enumerate().rev() {
        (above, here) = (here, (2 * n + 3) as f64 / size * here - above);
        *value = here;
    }
    let (sin, cos) = size.sin_cos();
    let first = sin / size - cos;
    let scale = if sin.abs() > first.abs() {
        sin / values[0]
    } else {
        first / values[1]
    };
    values.iter().map(|value| value * scale).collect()
}

/// D_n(z) for n = 0 to count - 1 by downward recurrence.
fn logarithmic_derivatives(z: Complex, count: usize) -> Vec<Complex> {
    let inverse = z.inv();
    let start = count.max(orders_to_rounding(z.norm()));
    let mut values = vec![Complex::default(); count];
    let mut here = Complex::default();
    for n in (1..=start).rev() {
        let ratio = inverse * n as f64;
        here = ratio - (here + ratio).inv();
        if n <= count {
            values[n - 1] = here;
        }
    }
    values
}
