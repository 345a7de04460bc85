//! Metal of finite conductivity, represented by its surface impedance.
//!
//! Current flows within a skin depth of the metal that is much thinner than a cell, and the ratio of the tangential fields on its surface is
//! the surface impedance
//!
//! ```text
//! Z(s) = sqrt(s mu/sigma)                       a body much thicker than the skin
//! Z(s) = sqrt(s mu/sigma)/(2 tanh(t sqrt(s mu sigma)/2))    a sheet of thickness t that carries current on both faces, E over all of it
//! ```
//!
//! (S. Ramo, J. R. Whinnery and T. Van Duzer, Fields and Waves in Communication Electronics, 3rd ed., chapter 3). A rough surface is
//! lossier, by the factor of E. Hammerstad and O. Jensen (IEEE MTT-S Digest, 407 (1980)) with the rms height h and the skin depth d
//!
//! ```text
//! K = 1 + (2/pi) atan(1.4 (h/d)^2)
//! ```
//!
//! on Re Z. All of these are impedances of networks of resistors and inductors, which are sums with non-negative weights,
//!
//! ```text
//! Z(s) = R + s L + sum r s/(s + a),      1/Z(s) = g + sum q/(s + p)
//! ```
//!
//! so Z is fitted over three decades below the highest frequency, and 1/Z, whose poles lie between those of Z, follows from it
//! exactly: passive by construction.
//!
//! Tested: Z within 0.5 % over the band for smooth bodies, Re Z within 1 % for rough ones, Z within 1 % for sheets.

use super::fit::{decades, nonnegative};
use crate::constants::MU0;
use std::f64::consts::{PI, TAU};

/// The band extends this far below the highest frequency.
const BAND: f64 = 1e-3;
/// Poles extend beyond the band by this factor.
const BEYOND: f64 = 10.0;
/// Fit frequencies per decade.
const POINTS: f64 = 20.0;

/// A metal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Conductor {
    /// Conductivity in S/m.
    pub sigma: f64,
    /// Relative permeability.
    pub mu_r: f64,
    /// Rms height of the surface in m; zero if smooth.
    pub roughness: f64,
    /// Thickness in m of sheets drawn without one; absent if much larger than the skin depth.
    pub thickness: Option<f64>,
}

/// An admittance g + sum q/(s + p) in siemens per square of a surface.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceAdmittance {
    /// g.
    pub conductance: f64,
    /// q in S/s and p in 1/s, neither negative.
    pub terms: Vec<[f64; 2]>,
}

impl Conductor {
    /// Skin depth in m, where fields have fallen to 1/e.
    pub fn skin_depth(&self, frequency: f64) -> f64 {
        1.0 / (PI * frequency * MU0 * self.mu_r * self.sigma).sqrt()
    }

    /// Factor by which roughness raises the loss.
    pub fn roughness_factor(&self, frequency: f64) -> f64 {
        let ratio = self.roughness / self.skin_depth(frequency);
        1.0 + 2.0 / PI * (1.4 * ratio * ratio).atan()
    }

    /// Surface impedance of a body, as `[re, im]` in ohm per square; roughness is assumed to scale both parts equally.
    pub fn surface_impedance(&self, frequency: f64) -> [f64; 2] {
        let r = 1.0 / (self.sigma * self.skin_depth(frequency));
        [r * self.roughness_factor(frequency); 2]
    }

    /// Impedance of a sheet of thickness t, both faces together.
    pub fn sheet_impedance(&self, frequency: f64, thickness: Option<f64>) -> [f64; 2] {
        let [re, im] = self.surface_impedance(frequency);
        let Some(t) = thickness else {
            return [re / 2.0, im / 2.0];
        };
        // tanh((1 + j) x), x = t/(2 d).
        let x = t / self.skin_depth(frequency);
        let below = x.cosh() + x.cos();
        let (a, b) = if x < 300.0 {
            (x.sinh() / below, x.sin() / below)
        } else {
            (1.0, 0.0)
        };
        let square = 2.0 * (a * a + b * b);
        [(re * a + im * b) / square, (im * a - re * b) / square]
    }

    /// 1/Z of the surface of a body, fitted up to a frequency.
    pub fn surface_admittance(&self, highest: f64) -> SurfaceAdmittance {
        self.fitted(highest, |f| self.surface_impedance(f), self.is_plain())
    }

    /// 1/Z of a sheet, fitted up to a frequency.
    pub fn sheet_admittance(&self, highest: f64, thickness: Option<f64>) -> SurfaceAdmittance {
        let plain = thickness.is_none() && self.is_plain();
        self.fitted(highest, |f| self.sheet_impedance(f, thickness), plain)
    }

    fn is_plain(&self) -> bool {
        self.roughness == 0.0
    }

    fn fitted(
        &self,
        highest: f64,
        impedance: impl Fn(f64) -> [f64; 2],
        plain: bool,
    ) -> SurfaceAdmittance {
        // A function other than a root of s bends within the band and needs more poles.
        let density = if plain { 1.5 } else { 3.0 };
        // The roughness model says nothing about the reactance, which causality may require to differ.
        let reactance = if self.is_plain() { 1.0 } else { 0.03 };
        Network::fit(highest, impedance, (density, reactance)).admittance()
    }
}

/// R + s L + sum r s/(s + a).
struct Network {
    resistance: f64,
    inductance: f64,
    /// a and r, in ascending order of a.
    parts: Vec<[f64; 2]>,
}

impl Network {
    fn fit(
        highest: f64,
        impedance: impl Fn(f64) -> [f64; 2],
        (density, reactance): (f64, f64),
    ) -> Self {
        let band = [BAND * highest, highest];
        let frequencies = decades(band, POINTS);
        let target: Vec<[f64; 2]> = frequencies.iter().map(|f| impedance(*f)).collect();
        let poles = decades([TAU * band[0] / BEYOND, TAU * band[1] * BEYOND], density);
        // Relative to Re Z; the rows of the real part, then those of the imaginary part.
        let column = |of: &dyn Fn(f64) -> [f64; 2]| -> Vec<f64> {
            let values = frequencies.iter().zip(&target);
            let values = values.map(|(f, [re, _])| of(TAU * f).map(|v| v / re));
            let values: Vec<[f64; 2]> = values.collect();
            let real = values.iter().map(|v| v[0]);
            real.chain(values.iter().map(|v| reactance * v[1]))
                .collect()
        };
        let mut columns = vec![
            column(&|_| [1.0, 0.0]),
            column(&|w| [0.0, w / (TAU * highest)]),
        ];
        columns.extend(poles.iter().map(|a| {
            column(&|w| {
                let below = w * w + a * a;
                [w * w / below, w * a / below]
            })
        }));
        let real = target.iter().map(|_| 1.0);
        let b: Vec<f64> = real
            .chain(target.iter().map(|[re, im]| reactance * im / re))
            .collect();
        let weights = nonnegative(&columns, &b);
        let parts = poles.iter().zip(&weights[2..]);
        Self {
            resistance: weights[0],
            inductance: weights[1] / (TAU * highest),
            parts: parts
                .filter(|(_, r)| **r > 0.0)
                .map(|(a, r)| [*a, *r])
                .collect(),
        }
    }

    /// Z(-x).
    fn at(&self, x: f64) -> f64 {
        let parts = self.parts.iter().map(|[a, r]| r * x / (x - a));
        self.resistance - self.inductance * x + parts.sum::<f64>()
    }

    /// dZ/ds at s = -x.
    fn slope(&self, x: f64) -> f64 {
        let parts = self.parts.iter().map(|[a, r]| r * a / (a - x).powi(2));
        self.inductance + parts.sum::<f64>()
    }

    /// 1/Z: Z(-x) decreases from each of its poles to the next, so there is one zero between any two neighbours.
    fn admittance(&self) -> SurfaceAdmittance {
        let poles: Vec<f64> = self.parts.iter().map(|[a, _]| *a).collect();
        let mut zeros = Vec::new();
        let mut from = 0.0;
        for to in &poles {
            zeros.push(self.zero(from, *to));
            from = *to;
        }
        if self.inductance > 0.0 {
            // Beyond the last pole Z decreases without bound.
            let mut to = 2.0 * from.max(self.resistance / self.inductance);
            while self.at(to) > 0.0 {
                to *= 2.0;
            }
            zeros.push(self.zero(from, to));
        }
        let at_infinity = self.resistance + self.parts.iter().map(|[_, r]| r).sum::<f64>();
        SurfaceAdmittance {
            conductance: if self.inductance > 0.0 {
                0.0
            } else {
                1.0 / at_infinity
            },
            terms: zeros.iter().map(|x| [1.0 / self.slope(*x), *x]).collect(),
        }
    }

    /// The zero of the decreasing function Z(-x).
    fn zero(&self, mut from: f64, mut to: f64) -> f64 {
        if from == 0.0 && self.resistance == 0.0 {
            return 0.0;
        }
        for _ in 0..200 {
            let middle = f64::midpoint(from, to);
            if middle <= from || middle >= to {
                break;
            }
            if self.at(middle) > 0.0 {
                from = middle;
            } else {
                to = middle;
            }
        }
        f64::midpoint(from, to)
    }
}

impl SurfaceAdmittance {
    /// Of a sheet with a frequency-independent resistance, in ohm per square.
    pub fn resistive(resistance: f64) -> Self {
        Self {
            conductance: 1.0 / resistance,
            terms: Vec::new(),
        }
    }

    /// Its value at a frequency, as `[re, im]`.
    pub fn at(&self, frequency: f64) -> [f64; 2] {
        let w = TAU * frequency;
        self.terms
            .iter()
            .fold([self.conductance, 0.0], |sum, [q, p]| {
                let below = p * p + w * w;
                [sum[0] + q * p / below, sum[1] - q * w / below]
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COPPER: Conductor = Conductor {
        sigma: 5.8e7,
        mu_r: 1.0,
        roughness: 0.0,
        thickness: None,
    };

    /// Largest relative error of Z and of Re Z over the band.
    fn errors(admittance: &SurfaceAdmittance, impedance: impl Fn(f64) -> [f64; 2]) -> [f64; 2] {
        assert!(admittance.conductance >= 0.0);
        assert!(admittance.terms.iter().all(|[q, p]| *q > 0.0 && *p >= 0.0));
        let mut worst = [0.0_f64; 2];
        for f in decades([1e7, 1e10], 97.0) {
            let [g, b] = admittance.at(f);
            let square = g * g + b * b;
            let [re, im] = [g / square, -b / square];
            let [exact_re, exact_im] = impedance(f);
            let off = (re - exact_re).hypot(im - exact_im) / exact_re.hypot(exact_im);
            worst[0] = worst[0].max(off);
            worst[1] = worst[1].max((re / exact_re - 1.0).abs());
        }
        worst
    }

    #[test]
    fn copper_has_its_skin_depth() {
        // Pozar, Microwave Engineering, 4th ed., example 1.2: 6.60e-7 m at 10 GHz with 5.813e7 S/m.
        let copper = Conductor {
            sigma: 5.813e7,
            ..COPPER
        };
        assert!((copper.skin_depth(1e10) - 6.60e-7).abs() < 0.005e-7);
        let [re, im] = COPPER.surface_impedance(1e10);
        assert!((re - 0.0261).abs() < 1e-4 && re == im);
    }

    #[test]
    fn the_surface_of_a_body_is_fitted_to_half_a_percent() {
        for mu_r in [1.0, 300.0] {
            let metal = Conductor { mu_r, ..COPPER };
            let [z, _] = errors(&metal.surface_admittance(1e10), |f| {
                metal.surface_impedance(f)
            });
            assert!(z < 5e-3, "{z}");
        }
        assert!(COPPER.surface_admittance(1e10).terms.len() <= 11);
    }

    #[test]
    fn the_loss_of_a_rough_surface_is_fitted_to_one_percent() {
        for roughness in [0.1e-6, 0.3e-6, 0.5e-6, 1e-6, 1.5e-6, 3e-6] {
            let metal = Conductor {
                roughness,
                ..COPPER
            };
            let [_, re] = errors(&metal.surface_admittance(1e10), |f| {
                metal.surface_impedance(f)
            });
            assert!(re < 1e-2, "{roughness}: {re}");
        }
        let rough = Conductor {
            roughness: 1e-3,
            ..COPPER
        };
        assert!((rough.roughness_factor(1e10) - 2.0).abs() < 1e-6);
    }

    #[test]
    fn sheets_are_fitted_from_thin_to_thick() {
        for t in [1e-8, 1e-7, 1e-6, 3e-6, 18e-6, 35e-6, 1e-4, 1e-3] {
            let [z, _] = errors(&COPPER.sheet_admittance(1e10, Some(t)), |f| {
                COPPER.sheet_impedance(f, Some(t))
            });
            assert!(z < 1e-2, "{t}: {z}");
        }
        let [z, _] = errors(&COPPER.sheet_admittance(1e10, None), |f| {
            COPPER.sheet_impedance(f, None)
        });
        assert!(z < 5e-3, "{z}");
    }

    #[test]
    fn a_thin_sheet_has_the_resistance_of_its_cross_section() {
        let [re, im] = COPPER.sheet_impedance(1e8, Some(1e-7));
        assert!((re * COPPER.sigma * 1e-7 - 1.0).abs() < 1e-4 && im < 1e-3 * re);
        let [a, b] = [
            COPPER.sheet_impedance(1e10, Some(1e-3)),
            COPPER.sheet_impedance(1e10, None),
        ];
        assert!((a[0] / b[0] - 1.0).abs() < 1e-9 && (a[1] / b[1] - 1.0).abs() < 1e-9);
    }
}
