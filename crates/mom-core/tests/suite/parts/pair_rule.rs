//! Quadrature on touching pairs.

use poynting_mom_core::rule::{Contact, PairRule};

/// Averages of products of barycentric coordinates, which every rule must reproduce: 2 i! j!/(i + j + 2)! on each triangle.
#[test]
fn polynomials_are_exact() {
    for contact in [Contact::Face, Contact::Edge, Contact::Vertex] {
        let rule = PairRule::touching(contact, 6, 6);
        for (powers, exact) in [
            ([0, 0, 0, 0], 1.0),
            ([1, 0, 0, 0], 1.0 / 3.0),
            ([0, 0, 0, 1], 1.0 / 3.0),
            ([1, 0, 0, 1], 1.0 / 9.0),
            ([2, 0, 1, 0], 1.0 / 18.0),
            ([1, 1, 2, 0], 1.0 / 72.0),
            ([1, 1, 1, 1], 1.0 / 144.0),
        ] {
            let sum: f64 = (0..rule.len())
                .map(|n| {
                    let at = [
                        rule.lambda[1][n],
                        rule.lambda[2][n],
                        rule.mu[1][n],
                        rule.mu[2][n],
                    ];
                    let value: f64 = at.iter().zip(powers).map(|(x, p)| x.powi(p)).product();
                    rule.weights[n] * value
                })
                .sum();
            assert!((sum - exact).abs() < 1e-14, "{contact:?} {powers:?}: {sum}");
        }
    }
}
