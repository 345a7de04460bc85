//! A homogeneous slab of thickness d between two vacuum half spaces, with a plane wave at oblique incidence.
//!
//! The front face is z = 0, the back face z = d, and fields go as e^{-j kz z}. r is the reflected over the
//! incident tangential E at z = 0; t is the transmitted tangential E at z = d over the incident one at
//! z = 0, so an empty slab has t = e^{-j k0 d cos(theta)}. With kz^2 = k0^2 (eps mu - sin^2 theta),
//! P = e^{-j kz d} and z = Z/Z0 the ratio of transverse wave impedances inside and outside,
//!
//! ```text
//! t = 2 P/N,   r = (1 - P^2) (z - 1/z)/(2 N),   N = 1 + P^2 + (1 - P^2) (z + 1/z)/2
//! TE: z = mu k0 cos(theta)/kz,   TM: z = kz/(eps k0 cos(theta))
//! ```
//!
//! (L. M. Brekhovskikh, Waves in Layered Media, 2nd ed., chapter 1; D. M. Pozar, Microwave Engineering,
//! 4th ed., section 4.4, for the equivalent ABCD matrix of a line.) These are even in kz: the root is
//! the decaying one, so that P does not overflow, and z is multiplied out, so that kz = 0 is not a
//! special case.
//!
//! Tested against multiprecision tables of five materials at three angles, power balance,
//! duality, and the limit kz = 0.

use crate::constants::C0;
use crate::{Complex, PhasorArithmetic};

/// The slab.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slab {
    /// Relative permittivity; loss is a negative imaginary part.
    pub eps_r: Complex,
    /// Relative permeability.
    pub mu_r: Complex,
    /// Thickness in metres.
    pub thickness: f64,
}

/// Which field is perpendicular to the plane of incidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Polarisation {
    /// E.
    Te,
    /// H.
    Tm,
}

/// Ratios of tangential E.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Response {
    /// Reflected at the front face over incident there.
    pub r: Complex,
    /// Transmitted at the back face over incident at the front face.
    pub t: Complex,
}

impl Slab {
    /// A non-magnetic slab.
    pub const fn dielectric(eps_r: Complex, thickness: f64) -> Self {
        Self {
            eps_r,
            mu_r: Complex::new(1.0, 0.0),
            thickness,
        }
    }

    /// Reflection and transmission at an angular frequency (rad/s) and an angle from the normal
    /// (radians, less than pi/2).
    pub fn response(&self, omega: f64, theta: f64, polarisation: Polarisation) -> Response {
        let k0d = omega / C0 * self.thickness;
        let (sin, cos) = theta.sin_cos();
        let normal_squared = self.eps_r * self.mu_r - Complex::from(sin * sin);
        let phase = decaying_root(normal_squared) * k0d;
        // z kz/k0 and kz/(k0 z), which stay finite at kz = 0.
        let (z, inverse) = match polarisation {
            Polarisation::Te => (self.mu_r * cos, normal_squared.over(self.mu_r * cos)),
            Polarisation::Tm => (normal_squared.over(self.eps_r * cos), self.eps_r * cos),
        };
        let way = (-J * phase).exp();
        let half = half_round_trip(phase) * k0d;
        let denominator = Complex::from(1.0) + way * way + half * (z + inverse);
        Response {
            r: (half * (z - inverse)).over(denominator),
            t: (way * 2.0).over(denominator),
        }
    }
}

const J: Complex = Complex::new(0.0, 1.0);

/// The square root for which e^{-jkz z} decays or travels forward.
fn decaying_root(square: Complex) -> Complex {
    let root = square.root();
    if root.im > 0.0 { -root } else { root }
}

/// (1 - e^{-2ju})/(2u).
fn half_round_trip(u: Complex) -> Complex {
    if u == Complex::default() {
        return J;
    }
    (-(J * u * -2.0).exp_m1()).over(u * 2.0)
}
