//! How many points the phase on a triangle asks for.
//!
//! A rule of degree p integrates a function that is linear on a triangle times e^{jk.r} with an error, relative to the integral of its magnitude, of at
//! most
//!
//! ```text
//! 3^(1-p) x^p/p!,     x = k radius
//! ```
//!
//! The form is the first term of the series that the rule misses; the factor bounds what was measured on random triangles with longest
//! edges up to four heights and x <= 2. Tested against rules of higher degree.

use crate::rule::TriangleRule;
use crate::space::{RwgSpace, Triangle};

/// Relative error of integrals over a wave.
const TOLERANCE: f64 = 1e-6;
/// Triangles that ask for more are larger than a wavelength and are not to be trusted anyhow.
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

fn degree(x: f64, tolerance: f64) -> usize {
    let mut error = 3.0;
    for p in 1..HIGHEST {
        error *= x / (3.0 * p as f64);
        if p > 1 && error <= tolerance {
            return p;
        }
    }
    HIGHEST
}

#[cfg(test)]
mod tests {
    use super::*;

    /// int (r - p) e^{jk.r} over a slanted triangle, for many k, against degree 41.
    #[test]
    fn the_rule_for_a_phase_keeps_its_tolerance() {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.8, 0.55]];
        let middle = [0.6, 0.55 / 3.0];
        let radius = f64::hypot(middle[0], middle[1]);
        let integral = |rule: &TriangleRule, k: [f64; 2]| {
            let mut sum = [0.0; 4];
            for (p, w) in rule.points.iter().zip(&rule.weights) {
                let at = [0, 1].map(|i| (0..3).map(|c| p[c] * corners[c][i]).sum::<f64>());
                let (s, c) = (k[0] * at[0] + k[1] * at[1]).sin_cos();
                for i in 0..2 {
                    sum[2 * i] += w * at[i] * c;
                    sum[2 * i + 1] += w * at[i] * s;
                }
            }
            sum
        };
        let exact = TriangleRule::of_degree(41);
        let mut used = Vec::new();
        for x in [0.01, 0.1, 0.3, 0.6, 1.0, 2.0, 4.0] {
            let rule = TriangleRule::of_degree(degree(x, TOLERANCE));
            used.push(rule.points.len());
            for turn in 0..12 {
                let (s, c) = (0.5 * f64::from(turn)).sin_cos();
                let k = [x / radius * c, x / radius * s];
                let (a, b) = (integral(&rule, k), integral(&exact, k));
                let off = a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>();
                // The mean of |r - p| is about two thirds of the longest edge.
                assert!(off.sqrt() < 0.67 * TOLERANCE, "{x}: {:e}", off.sqrt());
            }
        }
        assert!(used[0] == 6 && used[2] == 7 && used.is_sorted(), "{used:?}");
    }
}
