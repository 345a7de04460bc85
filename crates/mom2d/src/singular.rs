//! The logarithm of the distance, integrated along an element in closed form.
//!
//! ```text
//! int (1/2) ln(u^2 + d^2) du   = (u/2) ln(u^2 + d^2) - u + d atan(u/d)
//! int (u/2) ln(u^2 + d^2) du   = ((u^2 + d^2) ln(u^2 + d^2) - u^2)/4
//! ```
//!
//! with u the length from the foot of the observer and d its distance (`side`).

use crate::side::Foot;

/// Integrals of ln R over an element, with weights falling from 1 at its beginning to 0 at its end, and rising from 0 to 1.
pub fn logarithms(foot: &Foot, length: f64) -> [f64; 2] {
    let d2 = foot.distance2;
    let d = d2.sqrt();
    let log = |u: f64| {
        let square = u * u + d2;
        if square > 0.0 { square.ln() } else { 0.0 }
    };
    let constant = |u: f64| {
        let angle = if d > 0.0 { d * (u / d).atan() } else { 0.0 };
        0.5 * u * log(u) - u + angle
    };
    let linear = |u: f64| 0.25 * ((u * u + d2) * log(u) - u * u);
    let (first, last) = (-foot.along, length - foot.along);
    let whole = constant(last) - constant(first);
    let rising = (linear(last) - linear(first) + foot.along * whole) / length;
    // ln R = ln(stretch)/2 + the logarithm above.
    let half = 0.25 * length * foot.stretch.ln();
    [whole - rising + half, rising + half]
}

/// ln R without the part that is smooth in t: what `logarithms` integrates.
pub fn logarithm(foot: &Foot, along: f64) -> f64 {
    let u = along - foot.along;
    0.5 * (foot.stretch * (u * u + foot.distance2)).ln()
}
