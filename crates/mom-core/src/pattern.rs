//! What is read from a far field F: intensity, gain, polarisation, power.
//!
//! ```text
//! U = |F|^2/(2 eta),    G = 4 pi U/P                       W/sr, and over an isotropic radiator of power P
//! P = int U dOmega = sum_i sum_j w_i (2 pi/m) U(acos x_i, 2 pi j/m)
//! E_right, E_left = (F_theta +- j F_phi)/sqrt 2,   axial ratio = (|E_right| + |E_left|)/||E_right| - |E_left||
//! ```
//!
//! (C. A. Balanis, Antenna Theory, 2016, chapter 2; gain and realised gain as in IEEE Std 145-2013: over the power that is accepted and
//! over that which is available.) The n Gauss points x_i in cos(theta) and m equal steps in phi are exact for an intensity of
//! degree min(2n - 1, m - 1). Tested on fields of known polarisation, on the power of a dipole, and by the power that ports accept.

use std::f64::consts::{PI, TAU};

use poynting_linalg::Complex;
use poynting_physics::constants::ETA0;

use crate::rule::gauss;

/// Amplitude of the far field in one direction, in V.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FarField {
    /// Component along theta.
    pub theta: Complex<f64>,
    /// Component along phi.
    pub phi: Complex<f64>,
}

impl FarField {
    /// Radar cross-section in m^2 for an incident field of 1 V/m, both components received.
    pub fn cross_section(&self) -> f64 {
        4.0 * PI * (self.theta.norm_sqr() + self.phi.norm_sqr())
    }

    /// Power per solid angle in W/sr.
    pub fn intensity(&self) -> f64 {
        (self.theta.norm_sqr() + self.phi.norm_sqr()) / (2.0 * ETA0)
    }

    /// Long over short axis of the polarisation ellipse: 1 for circular, infinite for linear polarisation.
    pub fn axial_ratio(&self) -> f64 {
        let turned = Complex::new(-self.phi.im, self.phi.re);
        let (right, left) = ((self.theta + turned).norm(), (self.theta - turned).norm());
        (right + left) / (right - left).abs()
    }
}

/// Gains in dB over an isotropic radiator of `power` watts: directivity for the radiated, gain for the accepted and realised gain for the
/// available power.
pub fn gain_levels(far: &[FarField], power: f64) -> Vec<f64> {
    let gain = |f: &FarField| 4.0 * PI * f.intensity() / power;
    far.iter().map(|f| decibels(gain(f))).collect()
}

/// Axial ratios in dB. Linear polarisation has no finite one; 100 dB is as good as that.
pub fn axial_ratio_levels(far: &[FarField]) -> Vec<f64> {
    let level = |f: &FarField| (2.0 * decibels(f.axial_ratio())).min(100.0);
    far.iter().map(level).collect()
}

/// 10 log10, not below what double precision can tell from nothing.
pub fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.max(1e-30).log10()
}

/// Directions (theta, phi) and weights for the power of currents within `ka` = k times their radius.
///
/// Beyond ka + 1.8 d^{2/3} (ka)^{1/3} waves hold less than 10^{-d} of the field, here three digits and hence six of the power (W. C. Chew et
/// al., Fast and Efficient Algorithms in Computational Electromagnetics, 2001, section 3.4); an intensity has twice the degree of its field.
pub fn sphere_rule(ka: f64) -> Vec<([f64; 2], f64)> {
    let degree = 2 * (ka + 3.7 * ka.cbrt() + 4.0).ceil() as usize;
    let around = degree + 1;
    let mut rule = Vec::new();
    for (u, weight) in gauss::uniform(degree / 2 + 1) {
        let theta = (2.0 * u - 1.0).acos();
        for j in 0..around {
            let phi = TAU * j as f64 / around as f64;
            rule.push(([theta, phi], 2.0 * weight * TAU / around as f64));
        }
    }
    rule
}
