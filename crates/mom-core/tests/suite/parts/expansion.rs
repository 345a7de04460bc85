//! The expansion about centroids compared with quadrature.

use poynting_mom_core::expansion::expanded;
use poynting_mom_core::integrand::{Integrand, Shapes};
use poynting_mom_core::rule::TriangleRule;
use poynting_mom_core::vector::{Point, blend, dot, norm, sub};
use poynting_mom_core::{Block, Electric, Rules};

fn by_rule(electric: Electric<f64>, shapes: &Shapes<f64>) -> Block<f64> {
    let rule = TriangleRule::of_degree(13);
    let mut sums = Block::default();
    for (lambda, w) in rule.points.iter().zip(&rule.weights) {
        let at = blend(&shapes.test, *lambda);
        for (mu, v) in rule.points.iter().zip(&rule.weights) {
            let separation = sub(at, blend(&shapes.trial, *mu));
            let inner = electric.inner(separation, mu.map(|m| m * w * v), w * v);
            let outer = electric.outer(at, *lambda, shapes, inner);
            let values = sums.iter_mut().flatten().flatten();
            for (sum, value) in values.zip(outer.iter().flatten().flatten()) {
                *sum += value;
            }
        }
    }
    electric.finish(sums, shapes)
}

fn size(value: [f64; 2]) -> f64 {
    value[0].hypot(value[1])
}

/// At the distance from which the expansion is used, its error is within the tolerance.
#[test]
fn the_expansion_holds_from_its_reach_on() {
    let centred = |corners: [Point; 3]| {
        let middle = blend(&corners, [1.0 / 3.0; 3]);
        let seen = corners.map(|c| sub(c, middle));
        let radius = seen.iter().map(|&c| norm(c)).fold(0.0, f64::max);
        seen.map(|c| c.map(|x| x / radius))
    };
    let p = centred([[0.0, 0.0, 0.0], [1.0, 0.1, 0.2], [0.3, 0.8, -0.1]]);
    let q = centred([[0.0, 0.0, 0.0], [0.9, 0.0, 0.5], [0.1, 0.6, 0.6]]);
    for (tolerance, k) in [(1e-2, 0.5), (1e-3, 0.3), (1e-3, 0.01), (1e-5, 0.08)] {
        let t = Rules::new(tolerance).unwrap().expansion_reach(k);
        for direction in [
            [1.0, 0.0, 0.0],
            [0.6, 0.0, 0.8],
            [0.0, -0.6, 0.8],
            [0.48, 0.64, 0.6],
        ] {
            let away: Point = direction.map(|x| 2.0 * t * x);
            assert!((dot(away, away).sqrt() - 2.0 * t).abs() < 1e-12 * t);
            let electric = Electric::new(k, 1.0);
            let shapes = Shapes {
                test: p.map(|c| [c[0] + away[0], c[1] + away[1], c[2] + away[2]]),
                trial: q,
                normal: [0.0; 3],
            };
            let (found, exact) = (expanded(electric, away, p, q), by_rule(electric, &shapes));
            let pairs = found.iter().flatten().zip(exact.iter().flatten());
            let (mut off, mut largest) = (0.0_f64, 0.0_f64);
            for (a, b) in pairs {
                off = off.max(size([a[0] - b[0], a[1] - b[1]]));
                largest = largest.max(size(*b));
            }
            assert!(
                off < tolerance * largest,
                "{tolerance:e} {k}: {:e}",
                off / largest
            );
        }
    }
}
