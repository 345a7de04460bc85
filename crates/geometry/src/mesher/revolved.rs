//! Bodies of revolution about x: cone and cylinder, cone-sphere, ogive.
//!
//! A. C. Woo, H. T. G. Wang, M. J. Schuh and M. L. Sanders, "Benchmark radar targets for the validation of computational
//! electromagnetics programs", IEEE Antennas Propag. Mag. 35(1) (1993) 84, give cone-sphere and ogive. Tested against the closed forms
//! of volume and area.

use std::f64::consts::{FRAC_PI_2, PI};

use super::rings::Piece;

/// A piece from its profile, (x, rho) over 0 to 1.
fn revolve(profile: impl Fn(f64) -> [f64; 2] + 'static) -> Piece {
    Box::new(move |t, psi| {
        let [x, rho] = profile(t);
        [x, rho * psi.cos(), rho * psi.sin()]
    })
}

fn line(from: [f64; 2], to: [f64; 2]) -> Piece {
    revolve(move |t| [0, 1].map(|a| from[a] * (1.0 - t) + to[a] * t))
}

/// From x = 0 to the length, with the discs at the ends.
pub fn cone(length: f64, radius_from: f64, radius_to: f64) -> Vec<Piece> {
    let corners = [
        [0.0, 0.0],
        [0.0, radius_from],
        [length, radius_to],
        [length, 0.0],
    ];
    corners
        .windows(2)
        .filter(|c| c[0] != c[1])
        .map(|c| line(c[0], c[1]))
        .collect()
}

pub fn cone_volume(length: f64, r: f64, s: f64) -> f64 {
    PI * length / 3.0 * (r * r + r * s + s * s)
}

/// The sphere about x = r sin(alpha) touches the cone in the circle x = 0 of radius r cos(alpha).
pub fn cone_sphere(radius: f64, half_angle: f64) -> Vec<Piece> {
    let (sin, cos) = half_angle.sin_cos();
    let tip = -radius * cos * cos / sin;
    let cap = revolve(move |t| {
        // From the circle, which the centre sees at pi/2 + alpha off the axis, to the axis.
        let theta = (FRAC_PI_2 + half_angle) * (1.0 - t);
        [radius * (sin + theta.cos()), radius * theta.sin()]
    });
    vec![line([tip, 0.0], [0.0, radius * cos]), cap]
}

/// Cone, and pi int (r^2 - x^2) dx from -r sin(alpha) to r.
pub fn cone_sphere_volume(r: f64, half_angle: f64) -> f64 {
    let (sin, cos) = half_angle.sin_cos();
    let cone = PI / 3.0 * (r * cos).powi(2) * (r * cos * cos / sin);
    cone + PI * r.powi(3) * (2.0 / 3.0 + sin - sin.powi(3) / 3.0)
}

/// The arc's own radius R and half its opening angle alpha: tan(alpha/2) = radius / (length/2).
fn arc(length: f64, radius: f64) -> (f64, f64) {
    let half = 0.5 * length;
    let alpha = 2.0 * (radius / half).atan();
    (half / alpha.sin(), alpha)
}

/// rho = R cos(theta) - R cos(alpha) at x = R sin(theta). The published form, rho = (sqrt(1 - (x/5)^2 sin^2 22.62deg)
/// - cos 22.62deg) / (1 - cos 22.62deg) in inches, is this with length 10 and radius 1.
pub fn ogive(length: f64, radius: f64) -> Piece {
    let (big, alpha) = arc(length, radius);
    revolve(move |t| {
        let theta = alpha * (2.0 * t - 1.0);
        // cos(theta) - cos(alpha) without cancellation.
        let rho = 2.0 * big * (0.5 * (alpha + theta)).sin() * (0.5 * (alpha - theta)).sin();
        [big * theta.sin(), rho]
    })
}

/// pi int rho^2 dx = 2 pi R^3 (sin(alpha) - sin^3(alpha)/3 - alpha cos(alpha)).
pub fn ogive_volume(length: f64, radius: f64) -> f64 {
    let (big, alpha) = arc(length, radius);
    let sin = alpha.sin();
    2.0 * PI * big.powi(3) * (sin - sin.powi(3) / 3.0 - alpha * alpha.cos())
}
