//! What depends on frequency in a permittivity or a permeability: terms with one or two poles.
//!
//! With e^{+jwt} and s = jw a susceptibility is a sum of these: a pair of complex poles, a real pole, or a Drude term. Every linear medium of
//! finite order with simple poles is such a sum (Han, Dutton, Fan, "Model dispersive media in finite-difference
//! time-domain method with complex-conjugate pole-residue pairs", IEEE MWCL 16, 119, 2006):
//!
//!   Debye    delta/(1 + s tau)                  a real pole at -1/tau
//!   Lorentz  delta w0^2/(w0^2 + 2 d s + s^2)    a pair if d < w0, two real poles if d > w0
//!   Drude    wp^2/(s (s + g))                   kept whole: its poles fall together as g -> 0
//!
//! The solvers are made of these terms. What they are tested against is `crate::susceptibility`, which takes the models as they are published.
//!
//! Tested against the formulas as they are printed, with the parameters of published slabs and spheres.

use crate::Complex;

/// A part of a susceptibility; angular frequencies are in rad/s, complex numbers are `[re, im]`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Term {
    /// r/(s - a) + r*/(s - a*), with Im a > 0 and Re a <= 0.
    Pair {
        /// a.
        pole: [f64; 2],
        /// r.
        residue: [f64; 2],
    },
    /// r/(s - a), with a < 0.
    Real {
        /// a.
        pole: f64,
        /// r.
        residue: f64,
    },
    /// wp^2/(s (s + g)): free charges.
    Drude {
        /// wp.
        plasma: f64,
        /// g, zero or more.
        collision: f64,
    },
}

impl Term {
    /// The Debye term delta/(1 + s tau).
    pub fn debye(delta: f64, tau: f64) -> Self {
        Self::Real {
            pole: -1.0 / tau,
            residue: delta / tau,
        }
    }

    /// The Lorentz term delta w0^2/(w0^2 + 2 d s + s^2) with w0 = `resonance`, d = `damping`; `None` where it is so near to
    /// critical damping that a sum of simple poles loses its digits.
    pub fn lorentz(delta: f64, resonance: f64, damping: f64) -> Option<Vec<Self>> {
        let strength = delta * resonance * resonance;
        // (w0 - d)(w0 + d) keeps the digits that the difference of squares loses.
        let discriminant = (resonance - damping) * (resonance + damping);
        if discriminant.abs() < NEARLY_CRITICAL * resonance * resonance {
            return None;
        }
        let root = discriminant.abs().sqrt();
        let residue = strength / (2.0 * root);
        Some(if discriminant > 0.0 {
            vec![Self::Pair {
                pole: [-damping, root],
                residue: [0.0, -residue],
            }]
        } else {
            let fast = -damping - root;
            // The product of the poles is w0^2.
            let slow = resonance * resonance / fast;
            vec![
                Self::Real {
                    pole: slow,
                    residue,
                },
                Self::Real {
                    pole: fast,
                    residue: -residue,
                },
            ]
        })
    }

    /// chi at the angular frequency `omega`, as `[re, im]`.
    pub fn susceptibility(&self, omega: f64) -> [f64; 2] {
        match *self {
            Self::Pair { pole, residue } => {
                let [n0, n1] = numerator(pole, residue);
                let [p, b] = [-pole[0], pole[1]];
                let below = p * p + (b - omega) * (b + omega);
                divide([n0, n1 * omega], [below, 2.0 * p * omega])
            }
            Self::Real { pole, residue } => divide([residue, 0.0], [-pole, omega]),
            Self::Drude { plasma, collision } => {
                divide([plasma * plasma, 0.0], [-omega * omega, omega * collision])
            }
        }
    }

    /// The largest |chi| at any frequency, about: that of a pair is at its resonance.
    pub fn peak(&self) -> f64 {
        match *self {
            Self::Pair { pole, residue } => {
                let resonant = residue[0].hypot(residue[1]) / pole[0].abs();
                resonant.max(self.susceptibility(0.0)[0].abs())
            }
            Self::Real { pole, residue } => (residue / pole).abs(),
            Self::Drude { .. } => f64::INFINITY,
        }
    }

    /// Angular frequencies at and near which its real part is most negative; none where it never is.
    pub(super) fn where_negative(&self) -> Vec<f64> {
        match *self {
            // Of a pair it is at w0 + d, and nearer to w0 where another term lifts it.
            Self::Pair { pole, .. } => {
                let (damping, resonance) = (pole[0].abs(), pole[0].hypot(pole[1]));
                let nearest = damping.max(1e-6 * resonance);
                let beyond = [0.5, 0.75, 1.0, 1.5, 2.0, 4.0];
                beyond.map(|n| resonance + n * nearest).to_vec()
            }
            Self::Real { .. } => Vec::new(),
            Self::Drude { plasma, collision } => vec![1e-3 * collision.max(1e-3 * plasma)],
        }
    }

    /// Whether it takes up no energy at any frequency.
    pub fn is_lossless(&self) -> bool {
        match self {
            Self::Pair { pole, .. } => pole[0] == 0.0,
            Self::Real { residue, .. } => *residue == 0.0,
            Self::Drude { collision, .. } => *collision == 0.0,
        }
    }
}

/// Below this value of |1 - (d/w0)^2| the residues of a Lorentz term are 5000 times its strength: single precision would
/// keep three digits.
const NEARLY_CRITICAL: f64 = 1e-8;

/// A pair is (n0 + n1 s)/((s - a)(s - a*)).
pub(super) fn numerator(pole: [f64; 2], residue: [f64; 2]) -> [f64; 2] {
    [
        -2.0 * (residue[0] * pole[0] + residue[1] * pole[1]),
        2.0 * residue[0],
    ]
}

fn divide(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let quotient = Complex::new(a[0], a[1]) / Complex::new(b[0], b[1]);
    [quotient.re, quotient.im]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: [f64; 2], b: [f64; 2]) {
        let error = (a[0] - b[0]).hypot(a[1] - b[1]);
        assert!(error <= 1e-12 * b[0].hypot(b[1]), "{a:?} is not {b:?}");
    }

    fn sum(terms: &[Term], omega: f64) -> [f64; 2] {
        let parts = terms.iter().map(|term| term.susceptibility(omega));
        parts.fold([0.0; 2], |sum, chi| [sum[0] + chi[0], sum[1] + chi[1]])
    }

    #[test]
    fn a_pair_is_the_sum_of_two_poles() {
        let (pole, residue): ([f64; 2], [f64; 2]) = ([-3.0, 7.0], [0.4, -1.3]);
        let omega: f64 = 5.5;
        let of = |sign: f64| {
            divide(
                [residue[0], sign * residue[1]],
                [-pole[0], omega - sign * pole[1]],
            )
        };
        let (plus, minus) = (of(1.0), of(-1.0));
        let pair = Term::Pair { pole, residue };
        near(
            pair.susceptibility(omega),
            [plus[0] + minus[0], plus[1] + minus[1]],
        );
    }

    #[test]
    fn lorentz_terms_of_every_damping_are_the_formula() {
        let (delta, w0) = (1.7, 2.0);
        for damping in [0.0, 0.1, 1.9, 2.0 * (1.0 - 1e-3), 2.1, 40.0] {
            let terms = Term::lorentz(delta, w0, damping).unwrap();
            assert_eq!(terms.len(), if damping < w0 { 1 } else { 2 });
            for omega in [1e-3, 0.5, 1.99, 3.0, 1e3] {
                let formula = divide(
                    [delta * w0 * w0, 0.0],
                    [w0 * w0 - omega * omega, 2.0 * omega * damping],
                );
                let [re, im] = sum(&terms, omega);
                let error = (re - formula[0]).hypot(im - formula[1]);
                // Two real poles cancel far above them, so the error counts against delta.
                assert!(
                    error < 1e-12 * formula[0].hypot(formula[1]).max(delta),
                    "{damping} {omega}"
                );
            }
        }
        assert_eq!(Term::lorentz(delta, w0, w0), None);
    }
}
