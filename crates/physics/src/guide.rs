//! The TE10 mode of a rectangular waveguide of width a and height b.
//!
//! ```text
//! kc = pi/a,   beta^2 = k^2 - kc^2,   Z_TE = eta k/beta,   v_g = c beta/k
//! alpha_c = Rs (2 b pi^2 + a^3 k^2)/(a^3 b beta k eta),   Rs = sqrt(w mu0/(2 sigma))
//! ```
//!
//! (D. M. Pozar, Microwave Engineering, 4th ed., section 3.3; the wall loss is the perturbation
//! formula.) Tested against an independently computed table for the WR-90 guide.

use crate::{IsotropicMedium, constants::MU0};
use std::f64::consts::{PI, TAU};

/// A rectangular waveguide in its TE10 mode, a > b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RectangularGuide {
    /// Inner width a in metres, across which the field has half a wavelength.
    pub width: f64,
    /// Inner height b in metres.
    pub height: f64,
    /// The filling.
    pub medium: IsotropicMedium,
}

/// Properties of TE10 at one frequency above its cutoff.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Te10 {
    /// Phase constant in rad/m.
    pub beta: f64,
    /// Guide wavelength in metres.
    pub wavelength: f64,
    /// Wave impedance in ohm.
    pub impedance: f64,
    /// Group velocity in m/s.
    pub group_velocity: f64,
}

impl RectangularGuide {
    /// WR-90, X band, empty.
    pub const WR90: Self = Self {
        width: 22.86e-3,
        height: 10.16e-3,
        medium: IsotropicMedium::VACUUM,
    };

    /// Cutoff of TE10 in hertz.
    pub fn cutoff(&self) -> f64 {
        self.medium.speed() / (2.0 * self.width)
    }

    /// TE10 at a frequency in hertz; `None` at or below cutoff.
    pub fn te10(&self, frequency: f64) -> Option<Te10> {
        let k = TAU * frequency / self.medium.speed();
        let kc = PI / self.width;
        (k > kc).then(|| {
            let beta = ((k - kc) * (k + kc)).sqrt();
            Te10 {
                beta,
                wavelength: TAU / beta,
                impedance: self.medium.impedance() * k / beta,
                group_velocity: self.medium.speed() * beta / k,
            }
        })
    }

    /// Attenuation in Np/m of TE10 by walls of conductivity `sigma` (S/m); `None` at or below cutoff.
    pub fn wall_attenuation(&self, frequency: f64, sigma: f64) -> Option<f64> {
        let beta = self.te10(frequency)?.beta;
        let (a, b) = (self.width, self.height);
        let k = TAU * frequency / self.medium.speed();
        let surface_resistance = (PI * frequency * MU0 / sigma).sqrt();
        let a3 = a.powi(3);
        Some(
            surface_resistance * (2.0 * b * PI * PI + a3 * k * k)
                / (a3 * b * beta * k * self.medium.impedance()),
        )
    }
}
