//! Gauss-Legendre quadrature.

use std::f64::consts::PI;

/// Nodes and weights on [-1, 1], in ascending order: the zeros of P_n by Newton's method from cos(pi (i + 3/4) / (n + 1/2)), and
/// 2 / ((1 - x^2) P_n'^2) (M. Abramowitz, I. A. Stegun, 25.4.29).
pub(crate) fn gauss_legendre(n: usize) -> Vec<[f64; 2]> {
    let node = |i: usize| {
        let mut x = -(PI * (i as f64 + 0.75) / (n as f64 + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..6 {
            let (mut last, mut value) = (1.0, x);
            for k in 2..=n {
                let k = k as f64;
                (last, value) = (value, ((2.0 * k - 1.0) * x * value - (k - 1.0) * last) / k);
            }
            slope = n as f64 * (last - x * value) / (1.0 - x * x);
            x -= value / slope;
        }
        [x, 2.0 / ((1.0 - x * x) * slope * slope)]
    };
    match n {
        1 => vec![[0.0, 2.0]],
        _ => (0..n).map(node).collect(),
    }
}
