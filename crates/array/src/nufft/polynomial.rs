//! Polynomials that interpolate smooth functions on [-1, 1].

use std::f64::consts::PI;

/// Coefficients of z^0, z^1 ... of the polynomial of this degree through the function's values at Chebyshev nodes.
pub(super) fn interpolate(degree: usize, function: impl Fn(f64) -> f64) -> Vec<f64> {
    let nodes = degree + 1;
    let angle = |n: usize| PI * (n as f64 + 0.5) / nodes as f64;
    let values: Vec<f64> = (0..nodes).map(|n| function(angle(n).cos())).collect();
    let mut sum = vec![0.0; nodes];
    // T_k as powers of z, from T_k = 2 z T_(k-1) - T_(k-2).
    let (mut last, mut current) = (vec![0.0; nodes], vec![0.0; nodes]);
    current[0] = 1.0;
    for k in 0..nodes {
        let terms =
            (values.iter().enumerate()).map(|(n, value)| value * (k as f64 * angle(n)).cos());
        let weight = if k == 0 { 1.0 } else { 2.0 } / nodes as f64;
        let chebyshev = weight * terms.sum::<f64>();
        for (sum, power) in sum.iter_mut().zip(&current) {
            *sum += chebyshev * power;
        }
        let factor = if k == 0 { 1.0 } else { 2.0 };
        let next = (0..nodes)
            .map(|n| {
                factor * n.checked_sub(1).map_or(0.0, |n| current[n])
                    - if k == 0 { 0.0 } else { last[n] }
            })
            .collect();
        last = std::mem::replace(&mut current, next);
    }
    sum
}

/// Its value, by Horner's rule.
#[inline(always)]
pub(super) fn evaluate(coefficients: &[f64], z: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * z + c)
}
