//! Gauss-Legendre rules on 0 to 1.
//!
//! The nodes are zeros of P_n, by Newton's iteration from Tricomi's estimate; the weights are 1/((1 - x^2) P_n'^2) for x on -1 to 1 (M. Abramowitz and
//! I. A. Stegun, Handbook of Mathematical Functions, 25.4.30), halved.

use std::f64::consts::PI;

/// Nodes with their weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    nodes: Vec<(f64, f64)>,
}

impl Rule {
    /// The rule with `count` nodes, exact for polynomials of degree 2 count - 1.
    pub fn gauss(count: usize) -> Self {
        let node = |i: usize| {
            let mut x = (PI * (i as f64 + 0.75) / (count as f64 + 0.5)).cos();
            let mut slope = 1.0;
            for _ in 0..8 {
                let (value, before) = legendre(count, x);
                slope = count as f64 * (x * value - before) / (x * x - 1.0);
                x -= value / slope;
            }
            (0.5 - 0.5 * x, 1.0 / ((1.0 - x * x) * slope * slope))
        };
        Self {
            nodes: (0..count).map(node).collect(),
        }
    }

    /// The same number of nodes, with t = u^2 (3 - 2u): they crowd at both ends, where integrands behave like t ln t.
    #[must_use]
    pub fn crowded(&self) -> Self {
        let nodes = self.nodes.iter().map(|&(u, weight)| {
            let t = u * u * (3.0 - 2.0 * u);
            (t, weight * 6.0 * u * (1.0 - u))
        });
        Self {
            nodes: nodes.collect(),
        }
    }

    /// Nodes with their weights.
    pub fn nodes(&self) -> &[(f64, f64)] {
        &self.nodes
    }
}

/// P_n and P_{n-1}.
fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut here, mut before) = (x, 1.0);
    for m in 2..=n {
        let m = m as f64;
        (here, before) = (((2.0 * m - 1.0) * x * here - (m - 1.0) * before) / m, here);
    }
    (here, before)
}
