//! Integrands point by point.

use poynting_mom_core::Magnetic;
use poynting_mom_core::formula::product;
use poynting_mom_core::integrand::{Integrand, Shapes, difference, zero};
use std::f64::consts::PI;

/// (r - p) . [K (n . (r - q)) - (r - q)(n . K)].
fn pointwise(p: [f64; 3], q: [f64; 3], n: [f64; 3], k: [f64; 3]) -> f64 {
    product(p, k) * product(n, q) - product(p, q) * product(n, k)
}

/// Moments of K give the same as (r - p) . n x (K x (r - q)) point by point.
#[test]
fn magnetic_entries_follow_from_moments() {
    let shapes = Shapes {
        test: [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.2, 0.7, 0.0]],
        trial: [[0.3, 2.0, 1.0], [1.4, 2.2, 1.5], [0.1, 1.8, 2.0]],
        normal: [0.0, 0.0, 1.0],
    };
    let magnetic = Magnetic::new(1.0, -16.0 * PI);
    let points = [
        ([0.2, 0.1, 0.0], [0.3, -0.4, 0.7]),
        ([0.4, 0.3, 0.0], [-0.2, 0.5, 0.9]),
    ];
    let (mut sums, mut expected) = (zero(), [[0.0_f64; 3]; 3]);
    for (at, k) in points {
        let outer = magnetic.outer(at, [0.0; 3], &shapes, k.map(|x| [x, 0.0]));
        let values = sums.iter_mut().flatten().flatten();
        for (sum, value) in values.zip(outer.iter().flatten().flatten()) {
            *sum += value;
        }
        for a in 0..3 {
            for b in 0..3 {
                let [p, q] = [shapes.test[a], shapes.trial[b]].map(|c| difference(at, c));
                expected[a][b] += pointwise(p, q, shapes.normal, k);
            }
        }
    }
    let found = magnetic.finish(sums, &shapes);
    for a in 0..3 {
        for b in 0..3 {
            assert!((found[a][b][0] - expected[a][b]).abs() < 1e-14);
        }
    }
}
