//! Quadrature degree required by the phase variation on a triangle.
//!
//! A rule of degree p integrates a function that is linear on a triangle times e^{jk.r} with an error, relative to the integral of its magnitude, of
//! at most
//!
//! ```text
//! 3^(1-p) x^p/p!,     x = k radius
//! ```
//!
//! The form is the first term of the series that the rule misses; the factor bounds the errors measured on random triangles with longest
//! edges up to four heights and x <= 2. Tested against rules of higher degree.

use crate::rule::TriangleRule;
use crate::space::{RwgSpace, Triangle};

/// Relative error of integrals over a wave.
pub const TOLERANCE: f64 = 1e-6;
/// Triangles that need more are larger than a wavelength and not reliable anyway.
const HIGHEST: usize = 31;

/// The cheapest rule for waves on every triangle of a space, of at least degree `lowest`.
pub fn wave_rule(space: &RwgSpace, k: f64, lowest: usize) -> TriangleRule {
    TriangleRule::of_degree(degree(phase(space, k), TOLERANCE).max(lowest))
}

/// The cheapest rule with a relative error of at most `tolerance`.
pub fn wave_rule_to(space: &RwgSpace, k: f64, tolerance: f64) -> TriangleRule {
    TriangleRule::of_degree(degree(phase(space, k), tolerance))
}

/// x of the largest triangle.
fn phase(space: &RwgSpace, k: f64) -> f64 {
    let radius = |t: &Triangle| t.radius;
    k * space.triangles().iter().map(radius).fold(0.0, f64::max)
}

/// Degree of the rule that integrates a wave of phase `x` over a triangle's radius within a tolerance.
pub fn degree(x: f64, tolerance: f64) -> usize {
    let mut error = 3.0;
    for p in 1..HIGHEST {
        error *= x / (3.0 * p as f64);
        if p > 1 && error <= tolerance {
            return p;
        }
    }
    HIGHEST
}
