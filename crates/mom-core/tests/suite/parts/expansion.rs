//! The expansion about centroids compared with quadrature.

use poynting_mom_core::expansion::{Centred, Expanded, Expansion};
use poynting_mom_core::formula::plus;
use poynting_mom_core::integrand::{Combined, Integrand, Shapes};
use poynting_mom_core::rule::TriangleRule;
use poynting_mom_core::vector::{Point, blend, cross, norm, scale, sub};
use poynting_mom_core::{Block, Electric, Equation, Magnetic, Rules};
use poynting_physics::constants::ETA0;

fn by_rule(integrand: impl Integrand<f64>, shapes: &Shapes<f64>) -> Block<f64> {
    let rule = TriangleRule::of_degree(13);
    let mut sums = Block::default();
    for (lambda, w) in rule.points.iter().zip(&rule.weights) {
        let at = blend(&shapes.test, *lambda);
        for (mu, v) in rule.points.iter().zip(&rule.weights) {
            let separation = sub(at, blend(&shapes.trial, *mu));
            let inner = integrand.inner(separation, mu.map(|m| m * w * v), w * v);
            sums = plus(sums, &integrand.outer(at, *lambda, shapes, inner), 1.0);
        }
    }
    integrand.finish(sums, shapes)
}

fn by_rules(k: f64, factors: [f64; 2], shapes: &Shapes<f64>) -> Block<f64> {
    let electric = by_rule(Electric::new(k, factors[0]), shapes);
    let magnetic = by_rule(Magnetic::new(k, factors[1]), shapes);
    plus(electric, &magnetic, 1.0)
}

fn by_expansion(integrand: impl Expanded<f64>, pair: Centred<f64>) -> Block<f64> {
    integrand.entries(&Expansion::new(integrand.wave_number(), pair))
}

fn largest(block: &Block<f64>) -> f64 {
    let sizes = block.iter().flatten().map(|v| v[0].hypot(v[1]));
    sizes.fold(0.0, f64::max)
}

/// A triangle of radius 1 about the origin.
fn centred(corners: [Point; 3]) -> [Point; 3] {
    let middle = blend(&corners, [1.0 / 3.0; 3]);
    let seen = corners.map(|c| sub(c, middle));
    let radius = seen.iter().map(|&c| norm(c)).fold(0.0, f64::max);
    seen.map(|c| scale(c, 1.0 / radius))
}

/// Turned about the x axis, then about the z axis.
fn turned(corners: [Point; 3], [tilt, turn]: [f64; 2]) -> [Point; 3] {
    corners.map(|[x, y, z]| {
        let [y, z] = [
            y * tilt.cos() - z * tilt.sin(),
            y * tilt.sin() + z * tilt.cos(),
        ];
        [
            x * turn.cos() - y * turn.sin(),
            x * turn.sin() + y * turn.cos(),
            z,
        ]
    })
}

const REGULAR: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.1, 0.0], [0.3, 0.8, 0.0]];
const LONG: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.7, 0.45, 0.0]];
/// Tilt of the trial triangle against the test triangle and turn about its normal: nearly coplanar, oblique, upright, facing.
const TURNS: [[f64; 2]; 5] = [[0.05, 0.3], [0.7, 2.0], [1.57, 0.9], [2.4, 4.0], [3.1, 5.5]];
const DIRECTIONS: [Point; 5] = [
    [1.0, 0.0, 0.0],
    [0.0, 0.999_2, 0.04],
    [0.0, 0.0, 1.0],
    [0.6, 0.0, -0.8],
    [0.48, 0.64, 0.6],
];

/// Pairs of triangles, the trial triangle smaller by `size`, at `t` times the sum of their radii.
fn pairs(t: f64, size: f64) -> impl Iterator<Item = Centred<f64>> {
    let [a, b, c] = centred(REGULAR);
    let across = cross(sub(b, a), sub(c, a));
    TURNS.into_iter().flat_map(move |turn| {
        DIRECTIONS.into_iter().map(move |direction| Centred {
            away: scale(direction, t * (1.0 + size) / norm(direction)),
            test: [a, b, c],
            trial: turned(centred(LONG), turn).map(|corner| scale(corner, size)),
            normal: scale(across, 1.0 / norm(across)),
        })
    })
}

fn shapes(pair: &Centred<f64>) -> Shapes<f64> {
    let away = pair.away;
    Shapes {
        test: (pair.test).map(|c| [c[0] + away[0], c[1] + away[1], c[2] + away[2]]),
        trial: pair.trial,
        normal: pair.normal,
    }
}

/// At the distance from which the expansion is used its error is within the tolerance, for every equation, distance, size and direction.
#[test]
fn the_expansion_holds_from_its_reach_on() {
    let equations = [
        Equation::Electric,
        Equation::Magnetic,
        Equation::Combined { alpha: 0.5 },
        Equation::Combined { alpha: 0.05 },
    ];
    for equation in equations {
        let mut worst = 0.0_f64;
        for (tolerance, k) in [
            (1e-2, 0.5),
            (1e-3, 0.2),
            (1e-3, 0.01),
            (1e-4, 0.1),
            (1e-5, 0.05),
            (1e-6, 0.02),
        ] {
            let t = (Rules::new(tolerance).unwrap()).expansion_reach(k, equation.shares());
            assert!(t < 100.0, "{equation:?} {tolerance:e} {k}: {t}");
            for size in [1.0, 0.3] {
                for pair in pairs(t, size) {
                    let factors = equation.factors();
                    let exact = by_rules(k, factors, &shapes(&pair));
                    let found = if factors[1] == 0.0 {
                        by_expansion(Electric::new(k, factors[0]), pair)
                    } else {
                        by_expansion(Combined::new(k, factors), pair)
                    };
                    let error = largest(&plus(found, &exact, -1.0)) / largest(&exact);
                    worst = worst.max(error / tolerance);
                    assert!(
                        error < tolerance,
                        "{equation:?} {tolerance:e} {k} {pair:?}: {error:e}"
                    );
                }
            }
        }
        println!("{equation:?}: {worst:.2} of the tolerance");
    }
}

/// What is left out is of third order: at twice the distance, on scales much smaller than a wavelength, the error is an eighth.
#[test]
fn the_error_of_the_magnetic_entries_is_of_third_order() {
    let (k, factors) = (1e-4, Equation::Magnetic.factors());
    let error = |pair: Centred<f64>| {
        let exact = by_rules(k, factors, &shapes(&pair));
        let found = by_expansion(Combined::new(k, factors), pair);
        largest(&plus(found, &exact, -1.0)) / largest(&exact)
    };
    for (near, far) in pairs(20.0, 0.7).zip(pairs(40.0, 0.7)) {
        let ratio = error(near) / error(far);
        assert!((6.5..20.0).contains(&ratio), "{near:?}: {ratio}");
    }
}

/// The gradient of G in the plane of both triangles has no share normal to it.
#[test]
fn coplanar_triangles_have_no_magnetic_entries() {
    let mut pair = pairs(3.0, 0.7).next().unwrap();
    pair.trial = turned(centred(LONG), [0.0, 1.0]);
    let entries = by_expansion(Combined::new(0.3, [0.0, ETA0]), pair);
    assert!(largest(&entries) < 1e-14 * ETA0, "{entries:?}");
}

/// Single precision loses only rounding, however far apart the triangles are.
#[test]
fn distance_costs_no_digits_in_single_precision() {
    let single = |corners: [Point; 3]| corners.map(|c| c.map(|x| x as f32));
    let factors = Equation::Magnetic.factors();
    for t in [4.0, 400.0] {
        let k = 0.3 / t;
        for pair in pairs(t, 0.7) {
            let exact = by_expansion(Combined::new(k, factors), pair);
            let narrow = Centred {
                away: pair.away.map(|x| x as f32),
                test: single(pair.test),
                trial: single(pair.trial),
                normal: pair.normal.map(|x| x as f32),
            };
            let combined = Combined::<f32>::new(k, factors);
            let found = combined.entries(&Expansion::new(combined.electric.k, narrow));
            let found = found.map(|row| row.map(|value| value.map(f64::from)));
            // The nearly coplanar pair is a difference of normals, a twentieth of their size.
            let error = largest(&plus(found, &exact, -1.0)) / largest(&exact);
            assert!(error < 1e-5, "{pair:?}: {error:e}");
        }
    }
}
