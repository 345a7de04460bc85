//! Rules for waves over a triangle.

use poynting_mom_core::phase::{TOLERANCE, degree};
use poynting_mom_core::rule::TriangleRule;

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
