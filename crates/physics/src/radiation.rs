//! Quantities derived from a far field E: intensity, cross section, gain, polarisation, and the sampling that its power requires.
//!
//! ```text
//! U = (|E_theta|^2 + |E_phi|^2) r^2 / (2 eta)          W/sr
//! sigma = 4 pi r^2 |E|^2 / |E_i|^2                     m^2
//! G = 4 pi U / P
//! E_right = (E_theta + j E_phi)/sqrt 2,   E_left = (E_theta - j E_phi)/sqrt 2
//! axial ratio = (|E_right| + |E_left|) / ||E_right| - |E_left||
//! ```
//!
//! (C. A. Balanis, Antenna Theory, 2016, ch. 2; the sense of rotation is that of IEEE Std 145-2013, seen along the direction of
//! propagation, for e^{+jwt}.) Tested on fields of known polarisation, and on the cross section of an electrically
//! small dipole scatterer.
//!
//! The formulas take magnitudes, not fields: each solver squares and adds in its own order, and its results are guaranteed to the last bit.

use crate::Complex;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// A far field times r e^{jkr}, in volts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FarField {
    /// Along increasing theta.
    pub theta: Complex,
    /// Along increasing phi.
    pub phi: Complex,
}

/// Sense of rotation of a field, seen along its propagation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handedness {
    /// Clockwise.
    Right,
    /// Counterclockwise.
    Left,
}

impl FarField {
    /// Power per solid angle in W/sr, in a medium of this wave impedance.
    pub fn intensity(self, impedance: f64) -> f64 {
        intensity(self.square(), impedance)
    }

    /// Radar cross section in m^2, for an incident wave of this peak amplitude in V/m.
    pub fn cross_section(self, incident: f64) -> f64 {
        cross_section(self.square(), incident)
    }

    /// The right-hand circular component.
    pub fn right(self) -> Complex {
        circular(self.theta, self.phi)[0] * FRAC_1_SQRT_2
    }

    /// The left-hand circular component.
    pub fn left(self) -> Complex {
        circular(self.theta, self.phi)[1] * FRAC_1_SQRT_2
    }

    /// Major over minor axis of the polarisation ellipse: 1 for circular, infinite for linear polarisation.
    pub fn axial_ratio(self) -> f64 {
        axial_ratio([self.right().norm(), self.left().norm()])
    }

    /// The sense of rotation; None for linear polarisation.
    pub fn handedness(self) -> Option<Handedness> {
        let (right, left) = (self.right().norm(), self.left().norm());
        let linear = (right - left).abs() <= 1e-12 * (right + left);
        (!linear).then_some(if right > left {
            Handedness::Right
        } else {
            Handedness::Left
        })
    }

    /// Angle from the direction of theta towards that of phi to the major axis of the ellipse, in -pi/2..pi/2.
    pub fn tilt(self) -> f64 {
        let square = |z: Complex| z.re * z.re + z.im * z.im;
        let cross = self.theta.re * self.phi.re + self.theta.im * self.phi.im;
        0.5 * (2.0 * cross).atan2(square(self.theta) - square(self.phi))
    }

    fn square(self) -> f64 {
        self.theta.norm().powi(2) + self.phi.norm().powi(2)
    }
}

/// Power per solid angle in W/sr of a far field with this |r E|^2 in V^2, in a medium of this wave impedance.
pub fn intensity(square: f64, impedance: f64) -> f64 {
    square / (2.0 * impedance)
}

/// Radar cross section in m^2 of a far field with this |r E|^2 in V^2, for an incident wave of this peak amplitude in V/m.
pub fn cross_section(square: f64, incident: f64) -> f64 {
    4.0 * PI * square / (incident * incident)
}

/// The right-hand and left-hand circular components of a field, both times sqrt 2.
pub fn circular(theta: Complex, phi: Complex) -> [Complex; 2] {
    let turned = Complex::new(-phi.im, phi.re);
    [theta + turned, theta - turned]
}

/// Major over minor axis of the polarisation ellipse, from the magnitudes of its circular components on any common scale.
pub fn axial_ratio([right, left]: [f64; 2]) -> f64 {
    (right + left) / (right - left).abs()
}

/// An intensity (W/sr) over that of an isotropic radiator of this power (W).
///
/// It is the directivity for the radiated, the gain for the accepted and the realised gain for the available power.
pub fn gain(intensity: f64, power: f64) -> f64 {
    4.0 * PI * intensity / power
}

/// 10 log10, bounded below to stay finite.
pub fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.max(1e-30).log10()
}

/// An axial ratio in dB. It is infinite for linear polarisation; 100 dB is treated as such.
pub fn axial_ratio_level(ratio: f64) -> f64 {
    (2.0 * decibels(ratio)).min(100.0)
}

/// The degree in spherical harmonics of the intensity of currents within `ka` = k times their radius.
///
/// Beyond ka + 1.8 d^{2/3} (ka)^{1/3} waves hold less than 10^{-d} of the field, here three digits and hence six of the power (W. C. Chew et
/// al., Fast and Efficient Algorithms in Computational Electromagnetics, 2001, section 3.4); an intensity has twice the degree of its field.
pub fn intensity_degree(ka: f64) -> usize {
    2 * (ka + 3.7 * ka.cbrt() + 4.0).ceil() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::IsotropicMedium;
    use crate::constants::EPS0;

    fn far(theta: Complex, phi: Complex) -> FarField {
        FarField { theta, phi }
    }

    #[test]
    fn circular_elliptic_and_linear_fields_are_told_apart() {
        let one = Complex::new(1.0, 0.0);
        // E_theta = cos wt, E_phi = sin wt: from theta towards phi, which is clockwise seen along r.
        let right = far(one, Complex::new(0.0, -1.0));
        assert_eq!(right.handedness(), Some(Handedness::Right));
        assert!((right.axial_ratio() - 1.0).abs() < 1e-15);
        let left = far(one, Complex::new(0.0, 0.5));
        assert_eq!(left.handedness(), Some(Handedness::Left));
        assert!((left.axial_ratio() - 2.0).abs() < 1e-15 && left.tilt() == 0.0);
        let linear = far(one, Complex::new(-1.0, 0.0));
        assert_eq!(linear.handedness(), None);
        assert!(linear.axial_ratio() > 1e12);
        assert!((linear.tilt() + PI / 4.0).abs() < 1e-15);
    }

    #[test]
    fn a_small_sphere_has_the_cross_section_of_rayleigh() {
        // p = alpha E_i, r E = k^2 p/(4 pi eps0) broadside; sigma = 4 pi a^2 (ka)^4 for alpha = 4 pi eps0 a^3.
        let (a, k, incident) = (1e-3, 20.0, 3.0);
        let p = 4.0 * PI * EPS0 * f64::powi(a, 3) * incident;
        let volts = k * k * p / (4.0 * PI * EPS0);
        let sigma = far(Complex::new(0.0, volts), Complex::default()).cross_section(incident);
        assert!((sigma / (4.0 * PI * a * a * (k * a).powi(4)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_isotropic_radiator_has_no_gain() {
        let impedance = IsotropicMedium::VACUUM.impedance();
        let volts = (2.0 * impedance * 7.0 / (4.0 * PI)).sqrt();
        let field = far(Complex::default(), Complex::new(volts, 0.0));
        assert!((gain(field.intensity(impedance), 7.0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn levels_stay_within_what_can_be_told_apart() {
        assert!((axial_ratio_level(2.0) - 20.0 * 2.0_f64.log10()).abs() < 1e-12);
        assert_eq!(
            axial_ratio_level(f64::INFINITY).to_bits(),
            100.0_f64.to_bits()
        );
        assert!((decibels(0.0) + 300.0).abs() < 1e-12);
    }
}
