//! Relative permittivity (or permeability) of dispersive media as a sum of poles.
//!
//! ```text
//! eps(w) = eps_inf + sum chi(w)
//! conduction  sigma/(j w eps0)
//! Debye       delta/(1 + j w tau)
//! Drude       -wp^2/(w^2 - j w g)
//! Lorentz     delta w0^2/(w0^2 - w^2 + 2 j w d)
//! real pole   r/(jw - a)
//! pole pair   r/(jw - a) + r*/(jw - a*)
//! ```
//!
//! (P. Debye, Polar Molecules, 1929; C. F. Bohren and D. R. Huffman, Absorption and Scattering of Light by
//! Small Particles, 1983, chapter 9, there with e^{-iwt}; M. Han, R. W. Dutton and S. Fan, IEEE Microw.
//! Wireless Compon. Lett. 16, 119, 2006, for the pairs.) With e^{+jwt} loss is a negative imaginary part and
//! a pole is stable for Re a < 0.
//!
//! Tested against multiprecision tables of water, a plasma, a metal, a resonance and a conductor; the named
//! models against their expansions into real poles and pairs.

use crate::constants::EPS0;
use crate::{Complex, PhasorArithmetic};

/// One term of a susceptibility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pole {
    /// A static conductivity, for a permittivity.
    Conduction {
        /// Conductivity in S/m.
        sigma: f64,
    },
    /// Relaxation.
    Debye {
        /// Susceptibility at zero frequency.
        delta: f64,
        /// Relaxation time in seconds.
        tau: f64,
    },
    /// Free carriers.
    Drude {
        /// Plasma frequency wp in rad/s.
        plasma: f64,
        /// Collision rate g in 1/s.
        collision: f64,
    },
    /// A resonance.
    Lorentz {
        /// Susceptibility at zero frequency.
        delta: f64,
        /// Undamped resonance w0 in rad/s.
        resonance: f64,
        /// Damping d in 1/s, half the width of the line.
        damping: f64,
    },
    /// A pole on the real axis.
    Real {
        /// Residue r in 1/s.
        residue: f64,
        /// Pole a in 1/s.
        pole: f64,
    },
    /// A pole and its conjugate.
    Pair {
        /// Residue r in 1/s.
        residue: Complex,
        /// Pole a in 1/s.
        pole: Complex,
    },
}

impl Pole {
    /// Its contribution at an angular frequency (rad/s).
    pub fn susceptibility(&self, omega: f64) -> Complex {
        let s = Complex::new(0.0, omega);
        match *self {
            Self::Conduction { sigma } => Complex::new(0.0, -sigma / (omega * EPS0)),
            Self::Debye { delta, tau } => Complex::new(1.0, omega * tau).inv() * delta,
            Self::Drude { plasma, collision } => {
                -Complex::new(omega * omega, -omega * collision).inv() * (plasma * plasma)
            }
            Self::Lorentz {
                delta,
                resonance,
                damping,
            } => {
                let stiffness = resonance * resonance;
                // (w0 - w)(w0 + w) stays accurate at the resonance.
                let real = (resonance - omega) * (resonance + omega);
                Complex::new(real, 2.0 * omega * damping).inv() * (delta * stiffness)
            }
            Self::Real { residue, pole } => (s - Complex::from(pole)).inv() * residue,
            Self::Pair { residue, pole } => {
                residue.over(s - pole) + residue.conj().over(s - pole.conj())
            }
        }
    }
}

/// Relative permittivity (or permeability) at an angular frequency (rad/s): its value at infinite frequency
/// and the poles.
pub fn relative(at_infinity: f64, poles: &[Pole], omega: f64) -> Complex {
    poles.iter().fold(Complex::from(at_infinity), |sum, pole| {
        sum + pole.susceptibility(omega)
    })
}
