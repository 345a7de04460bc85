//! The far field of currents and its radiated power.
//!
//! ```text
//! P = int U dOmega = sum_i sum_j w_i (2 pi/m) U(acos x_i, 2 pi j/m)
//! ```
//!
//! with the intensity U of [`radiation`](poynting_physics::radiation). The n Gauss points x_i in cos(theta) and m equal steps in phi are exact for
//! an intensity of degree min(2n - 1, m - 1). Gain and realised gain are as in IEEE Std 145-2013: relative to the accepted and to the
//! available power. Tested on fields of known polarisation, on the power of a dipole, and by the power that ports accept.

use std::f64::consts::TAU;

use poynting_linalg::Complex;
use poynting_physics::constants::ETA0;
pub use poynting_physics::radiation::decibels;
use poynting_physics::radiation::{
    axial_ratio, axial_ratio_level, circular, cross_section, gain, intensity, intensity_degree,
};

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
        cross_section(self.square(), 1.0)
    }

    /// Power per solid angle in W/sr.
    pub fn intensity(&self) -> f64 {
        intensity(self.square(), ETA0)
    }

    /// Major over minor axis of the polarisation ellipse: 1 for circular, infinite for linear polarisation.
    pub fn axial_ratio(&self) -> f64 {
        axial_ratio(circular(self.theta, self.phi).map(Complex::norm))
    }

    /// |F|^2 in V^2.
    fn square(&self) -> f64 {
        self.theta.norm_sqr() + self.phi.norm_sqr()
    }
}

/// Gains in dB over an isotropic radiator of `power` watts: directivity for the radiated, gain for the accepted and realised gain for the
/// available power.
pub fn gain_levels(far: &[FarField], power: f64) -> Vec<f64> {
    let level = |f: &FarField| decibels(gain(f.intensity(), power));
    far.iter().map(level).collect()
}

/// Axial ratios in dB, at most 100.
pub fn axial_ratio_levels(far: &[FarField]) -> Vec<f64> {
    let level = |f: &FarField| axial_ratio_level(f.axial_ratio());
    far.iter().map(level).collect()
}

/// Directions (theta, phi) and weights for the power of currents within `ka` = k times their radius.
pub fn sphere_rule(ka: f64) -> Vec<([f64; 2], f64)> {
    let degree = intensity_degree(ka);
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
