//! Gauss rules on (0, 1), from the zeros of Legendre polynomials P_n (M. Abramowitz and I. Stegun, Handbook of
//! Mathematical Functions, 1964, 25.4.29 and 25.4.31).
//!
//! ```text
//! weight 1:      P_n(x) = 0,                       w = 2/((1 - x^2) P_n'(x)^2)
//! weight 1 - u:  (P_n(x) - P_{n+1}(x))/(1 - x) = 0,  w = (1 - x^2)/((n + 1)^2 P_n(x)^2)
//! ```
//!
//! for x = 2u - 1 in (-1, 1). Tested on monomials up to their degree 2n - 1.

/// Nodes and weights.
pub type Line = Vec<(f64, f64)>;

/// P_n and P_{n+1} at x.
fn legendre(n: usize, x: f64) -> [f64; 2] {
    let mut p = [1.0, x];
    for m in 1..=n {
        let m = m as f64;
        p = [p[1], ((2.0 * m + 1.0) * x * p[1] - m * p[0]) / (m + 1.0)];
    }
    p
}

/// The rule for the integral over (0, 1).
pub fn uniform(n: usize) -> Line {
    let value = |x| legendre(n, x)[0];
    let weight = |x: f64| {
        let [p, q] = legendre(n, x);
        // (1 - x^2) P_n' = (n + 1)(x P_n - P_{n+1})
        let slope = (n as f64 + 1.0) * (x * p - q);
        (1.0 - x * x) / (slope * slope)
    };
    rule(n, value, weight)
}

/// The rule for the integral of (1 - u) times the integrand.
pub fn falling(n: usize) -> Line {
    let value = |x| {
        let [p, q] = legendre(n, x);
        p - q
    };
    let weight = |x: f64| {
        let p = (n as f64 + 1.0) * legendre(n, x)[0];
        0.25 * (1.0 - x * x) / (p * p)
    };
    rule(n, value, weight)
}

/// Finds the n zeros in (-1, 1): equal steps in angle never skip two of them.
fn rule(n: usize, value: impl Fn(f64) -> f64, weight: impl Fn(f64) -> f64) -> Line {
    let steps = 8 * n + 1;
    // Slightly inside, because P_n - P_{n+1} vanishes at 1.
    let at = |i: usize| (1.0 - 1e-9) * (std::f64::consts::PI * i as f64 / steps as f64).cos();
    let mut line = Vec::with_capacity(n);
    for i in (0..steps).rev() {
        let (mut low, mut high) = (at(i + 1), at(i));
        if value(low) * value(high) > 0.0 {
            continue;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if value(low) * value(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = 0.5 * (low + high);
        line.push((0.5 * (x + 1.0), weight(x)));
    }
    line
}
