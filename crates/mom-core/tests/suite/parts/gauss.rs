//! Gauss rules.

use poynting_mom_core::rule::gauss::{Line, falling, uniform};

fn moment(line: &Line, degree: i32) -> f64 {
    line.iter().map(|(u, w)| w * u.powi(degree)).sum()
}

#[test]
fn monomials_are_exact() {
    for n in 1..=20 {
        let (flat, falling) = (uniform(n), falling(n));
        assert_eq!((flat.len(), falling.len()), (n, n));
        for degree in (0..).take(2 * n) {
            let m = f64::from(degree);
            assert!(
                (moment(&flat, degree) - 1.0 / (m + 1.0)).abs() < 1e-13,
                "{n} {degree}"
            );
            let exact = 1.0 / ((m + 1.0) * (m + 2.0));
            assert!(
                (moment(&falling, degree) - exact).abs() < 1e-13,
                "{n} {degree}"
            );
        }
    }
}
