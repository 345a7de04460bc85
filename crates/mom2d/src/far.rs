//! Scattered fields far away.
//!
//! ```text
//! u_sca -> sqrt(2j/(pi kr)) e^{-jkr} F(phi),   u = E_z (TM) or eta H_z (TE) for a wave of 1 V/m
//! TM:  F = -(k eta/4) int J e^{jk r'.p} dl',   TE:  F = -(k eta/4) int J (p x t') e^{jk r'.p} dl',   p = (cos phi, sin phi)
//! scattering width  2 pi r |u_sca|^2/|u_inc|^2 = 4 |F|^2/k
//! extinction width  -(4/k) Re F(forward)
//! ```
//!
//! A conductor absorbs nothing, so that the extinction width equals the mean of the scattering width over all directions.

use std::f64::consts::{PI, TAU};

use poynting_physics::Complex;
use poynting_physics::constants::ETA0;

use crate::equation::Polarization;
use crate::rule::Rule;
use crate::side::{Point, cross, dot};
use crate::solution::Current;

/// Points of an element.
const POINTS: usize = 4;
/// Amplitudes below this part of those of a small body of the same size are rounding.
const NOTHING: f64 = 1e-6;

/// A scattering width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Width {
    /// In m.
    pub metres: f64,
    wavelength: f64,
}

impl Width {
    /// In dB of 1 m.
    pub fn dbm(&self) -> f64 {
        decibels(self.metres)
    }

    /// In wavelengths.
    pub fn wavelengths(&self) -> f64 {
        self.metres / self.wavelength
    }
}

/// 10 log10 of a ratio of powers or widths.
pub fn decibels(ratio: f64) -> f64 {
    10.0 * ratio.log10()
}

impl Current<'_> {
    /// F in a direction, in radians from +x.
    pub fn amplitude(&self, phi: f64) -> Complex {
        self.amplitudes(&[phi]).first().copied().unwrap_or_default()
    }

    /// F in some directions.
    pub fn amplitudes(&self, directions: &[f64]) -> Vec<Complex> {
        let k = self.mesh.wave_number();
        // Position, tangent and current times weight.
        let mut sources: Vec<(Point, Point, Complex)> = Vec::new();
        let rule = Rule::gauss(POINTS);
        for element in self.mesh.elements() {
            let [first, last] = self.ends(element.nodes);
            for point in element.samples(&rule) {
                let value = first * point.shape[0] + last * point.shape[1];
                sources.push((point.at, point.tangent, value * point.weight));
            }
        }
        let amplitude = |phi: &f64| {
            let (sin, cos) = phi.sin_cos();
            let p = [cos, sin];
            let mut sum = Complex::default();
            for (at, tangent, current) in &sources {
                let across = match self.polarization {
                    Polarization::Tm => 1.0,
                    Polarization::Te => cross(p, *tangent),
                };
                sum += *current * Complex::cis(k * dot(p, *at)) * across;
            }
            sum * (-0.25 * k * ETA0)
        };
        directions.iter().map(amplitude).collect()
    }

    /// The bistatic scattering width in a direction, in radians from +x.
    pub fn width(&self, phi: f64) -> Width {
        self.of(self.amplitude(phi).norm_sqr())
    }

    /// The monostatic scattering width: back to where the wave comes from.
    pub fn monostatic(&self) -> Width {
        self.width(self.wave.arrival())
    }

    /// The mean of the scattering width over all directions: scattered power per power density of the wave.
    pub fn total_width(&self) -> Width {
        // |F|^2 has no frequencies beyond 2 k reach; equal steps integrate them exactly.
        let reach = self.mesh.wave_number() * self.mesh.reach();
        let count = (2.0 * reach + 15.0 * reach.cbrt() + 30.0).ceil() as usize;
        let directions: Vec<f64> = (0..count).map(|n| TAU * n as f64 / count as f64).collect();
        let squares = self.amplitudes(&directions);
        self.of(squares.iter().map(Complex::norm_sqr).sum::<f64>() / count as f64)
    }

    /// What the wave loses, by the optical theorem.
    pub fn extinction_width(&self) -> Width {
        let forward = self.amplitude(self.wave.arrival() + PI);
        Width {
            metres: -4.0 / self.mesh.wave_number() * forward.re,
            wavelength: self.mesh.wavelength(),
        }
    }

    /// How far the total width is from the extinction width, over (4/k)|F(forward)|: an error of F. Small bodies have |F| of (k reach)^2 (TE); where it is
    /// far below that, as for a wave along a strip with E across it, it is rounding.
    pub fn power_error(&self) -> f64 {
        let k = self.mesh.wave_number();
        let size = (k * self.mesh.reach()).powi(2).min(1.0);
        let forward = self.amplitude(self.wave.arrival() + PI).norm();
        let off = self.total_width().metres - self.extinction_width().metres;
        off.abs() * k / (4.0 * forward.max(NOTHING * size))
    }

    fn of(&self, square: f64) -> Width {
        Width {
            metres: 4.0 / self.mesh.wave_number() * square,
            wavelength: self.mesh.wavelength(),
        }
    }
}
