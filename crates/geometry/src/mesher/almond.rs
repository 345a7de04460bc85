//! The NASA almond of length d: half an ellipsoid, joined to an elliptic ogive.
//!
//! Woo et al., "Benchmark radar targets for the validation of computational electromagnetics programs", IEEE Antennas
//! Propag. Mag. 35(1) (1993) 84: with x = d t,
//! (y, z) = d sqrt(1 - (t/0.416667)^2) (0.193333 cos psi, 0.064444 sin psi) for t < 0,
//! (y, z) = d (sqrt(1 - (t/2.08335)^2) - 0.96) (4.83345 cos psi, 1.61115 sin psi) for t > 0.
//! The decimals do not quite meet at t = 0 and at the tip; the fractions that they are rounded from, 5/12, 0.58/3,
//! 0.58/9, 25/12 and 0.58/0.12, 0.58/0.36, do, and are used here. Tested against the decimals, and for its volume.

use std::f64::consts::{FRAC_PI_2, PI};

use super::rings::Piece;

const NOSE: f64 = 5.0 / 12.0;
const TAIL: f64 = 7.0 / 12.0;
const WIDE: f64 = 0.58 / 3.0;
const FLAT: f64 = 0.58 / 9.0;
/// The ogive is cos(theta) - 0.96 over sin(theta) = t / (25/12), up to sin(theta) = 0.28.
const ARC: f64 = 25.0 / 12.0;
const COS: f64 = 0.96;
const SIN: f64 = 0.28;

pub fn piece(length: f64) -> Piece {
    let alpha = SIN.asin();
    Box::new(move |t, psi| {
        let (x, rho) = if t < NOSE {
            let theta = FRAC_PI_2 * t / NOSE;
            (-NOSE * theta.cos(), theta.sin())
        } else {
            let theta = alpha * (t - NOSE) / TAIL;
            (ARC * theta.sin(), (theta.cos() - COS) / (1.0 - COS))
        };
        [x, rho * WIDE * psi.cos(), rho * FLAT * psi.sin()].map(|c| length * c)
    })
}

/// pi WIDE FLAT int rho^2 dt, which over the nose is 2/3 of its length, and over the tail
/// int (cos(theta) - COS)^2 cos(theta) dtheta 25/12 / (1 - COS)^2.
pub fn volume(length: f64) -> f64 {
    let tail = ARC * (SIN - SIN.powi(3) / 3.0 - COS * SIN.asin());
    let squares = 2.0 / 3.0 * NOSE + tail / (1.0 - COS).powi(2);
    PI * WIDE * FLAT * length.powi(3) * squares
}
