//! Translation of waves between boxes.

use poynting_mom::Complex;
use poynting_mom::internals::mlfma::directions::Directions;
use poynting_mom::internals::mlfma::options::buffer;
use poynting_mom::internals::mlfma::translation::{Weights, radial, series, terms};
use poynting_mom::mlfma::smallest_leaf;
use poynting_mom_core::vector::{dot, norm, sub};
use std::f64::consts::PI;

type C = Complex<f64>;

/// Pairs of points in two boxes, each relative to its own centre. (Where corners face each other the series converges far more slowly; few functions
/// are there.)
fn pairs(side: f64) -> Vec<[[f64; 3]; 2]> {
    let mut state = 7_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5) * side
    };
    let mut point = || [random(), random(), random()];
    (0..200).map(|_| [point(), point()]).collect()
}

/// e^{-jkR}/R by a sum over directions.
fn summed(k: f64, directions: &Directions, factors: &[f64], d: [f64; 3]) -> C {
    let (re, im) = factors.split_at(directions.len());
    let waves = directions.all().zip(re.iter().zip(im));
    let sum: C = waves
        .map(|(s, (&re, &im))| {
            let (sin, cos) = (k * dot(s, d)).sin_cos();
            C::new(cos, -sin) * C::new(re, im)
        })
        .sum();
    sum * C::new(0.0, -k / (4.0 * PI))
}

/// The error over all pairs, relative in the 2-norm.
fn error(side: f64, away: [f64; 3], directions: &Directions, factors: &[f64]) -> f64 {
    let k = 2.0 * PI;
    let mut sums = [0.0; 2];
    for [at, source] in pairs(side) {
        let d = sub(at, source);
        let distance = norm([0, 1, 2].map(|i| away[i] + d[i]));
        let exact = C::new(0.0, -k * distance).exp() / distance;
        sums[0] += (summed(k, directions, factors, d) - exact).norm_sqr();
        sums[1] += exact.norm_sqr();
    }
    (sums[0] / sums[1]).sqrt()
}

fn directions_of(side: f64, digits: f64) -> (usize, Directions) {
    let terms = terms(2.0 * PI, side * 3.0_f64.sqrt(), digits);
    (terms, Directions::new(terms + 2))
}

#[test]
fn waves_between_boxes_apart_are_those_of_the_greens_function() {
    for digits in [2.0, 3.0, 4.0, 5.0, 6.0] {
        let (least, next) = (
            smallest_leaf(2.0 * PI, digits),
            f64::from(buffer(digits) + 1),
        );
        for side in [least, 2.0 * least] {
            let (terms, directions) = directions_of(side, digits);
            let weights = Weights::new(&directions);
            for offset in [[next, 0.0, 0.0], [0.0, 0.0, -next], [1.0, -next, 2.0]] {
                let away = offset.map(|d| d * side);
                let factors = weights.factors(2.0 * PI, away, terms);
                let error = error(side, away, &directions, &factors);
                println!("{side} {digits} {offset:?}: {error:.1e}");
                assert!(
                    error <= 10.0_f64.powf(-digits),
                    "{side} {digits}: {error:e}"
                );
            }
        }
    }
}

/// The plain weight (pi/n)^2 |sin theta|, whose upper harmonics alias, is not sufficient.
#[test]
fn weights_that_are_not_cut_off_spoil_the_sum() {
    let (side, digits) = (0.5, 4.0);
    let (terms, directions) = directions_of(side, digits);
    let away = [2.0 * side, 0.0, 0.0];
    let radial = radial(2.0 * PI * norm(away), terms);
    let n = directions.n;
    let plain: Vec<C> = (0..directions.len())
        .map(|at| {
            let weight = (PI / n as f64).powi(2) * directions.angle(at / n).sin().abs();
            series(&radial, directions.units(at / n, at % n)[0][0]) * weight
        })
        .collect();
    let re = plain.iter().map(|z| z.re);
    let factors: Vec<f64> = re.chain(plain.iter().map(|z| z.im)).collect();
    let error = error(side, away, &directions, &factors);
    assert!(error > 1e-3, "{error:e}");
}
