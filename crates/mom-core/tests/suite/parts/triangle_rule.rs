//! Quadrature on a triangle.

use poynting_mom_core::rule::TriangleRule;

/// 2 i! j!/(i + j + 2)! is the average of a^i b^j.
fn exact(i: usize, j: usize) -> f64 {
    let factorial = |n: usize| (1..=n).map(|m| m as f64).product::<f64>();
    2.0 * factorial(i) * factorial(j) / factorial(i + j + 2)
}

#[test]
fn monomials_are_exact() {
    for degree in 1..=17 {
        let rule = TriangleRule::of_degree(degree);
        for i in 0..=degree {
            for j in 0..=degree - i {
                let sum: f64 = (rule.points.iter().zip(&rule.weights))
                    .map(|(p, w)| w * p[1].powf(i as f64) * p[2].powf(j as f64))
                    .sum();
                assert!((sum - exact(i, j)).abs() < 1e-14, "{degree}: {i} {j}");
            }
        }
        assert!(rule.points.iter().flatten().all(|&p| p > 0.0));
    }
}
