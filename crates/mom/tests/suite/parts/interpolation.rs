//! Patterns of point currents, and the transpose.

use poynting_mom::Precision;
use poynting_mom::internals::mlfma::directions::Directions;
use poynting_mom::internals::mlfma::interpolation::{Interpolation, InterpolationWorkspace};
use poynting_mom::internals::mlfma::translation::terms;
use poynting_mom_core::vector::{Point, dot};

/// Wave number.
const K: f64 = 3.0;

/// Both components of the pattern of a point current, real parts and imaginary parts.
fn pattern(directions: &Directions, at: Point, current: Point) -> Vec<f64> {
    let mut planes = vec![Vec::new(); 4];
    for i in 0..2 * directions.n {
        for j in 0..directions.n {
            let [r, units @ ..] = directions.units(i, j);
            let (sin, cos) = (K * dot(r, at)).sin_cos();
            for (component, unit) in units.iter().enumerate() {
                planes[2 * component].push(dot(*unit, current) * cos);
                planes[2 * component + 1].push(dot(*unit, current) * sin);
            }
        }
    }
    planes.concat()
}

/// Points on a sphere of this radius, with transverse and radial currents.
fn currents(radius: f64) -> Vec<[Point; 2]> {
    let unit = |p: Point| p.map(|x| x / dot(p, p).sqrt());
    let points = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.0],
        [1.0, -2.0, 0.5],
        [-0.1, 0.3, -1.0],
    ];
    let all = points.map(|p| {
        let at = unit(p).map(|x| radius * x);
        [[1.0, 0.0, 0.0], unit([0.2, -0.5, 1.0])].map(|current| [at, current])
    });
    all.concat()
}

fn refined<T: Precision>(from: &Directions, to: &Directions, values: &[f64]) -> Vec<f64> {
    let values: Vec<T> = values.iter().map(|&x| T::of(x)).collect();
    let mut out = vec![T::of(0.0); 4 * to.len()];
    Interpolation::new(from, to).refine(
        4,
        &values,
        &mut out,
        &mut InterpolationWorkspace::default(),
    );
    out.iter().map(|x| x.f64()).collect()
}

/// Largest difference, relative to the unit current.
fn error<T: Precision>(radius: f64, digits: f64) -> f64 {
    let from = Directions::new(terms(K, radius, digits) + 2);
    let to = Directions::new(terms(K, 2.2 * radius, digits) + 2);
    let mut worst = 0.0_f64;
    for [at, current] in currents(radius) {
        let found = refined::<T>(&from, &to, &pattern(&from, at, current));
        let expected = pattern(&to, at, current);
        let differences = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
        worst = differences.fold(worst, f64::max);
    }
    worst
}

#[test]
fn patterns_of_point_currents_are_carried_to_finer_directions() {
    for radius in [0.5, 1.0, 3.0] {
        for digits in [2.0, 3.0, 4.0, 6.0, 8.0] {
            let error = error::<f64>(radius, digits);
            println!("kr = {}, {digits} digits: {error:.1e}", K * radius);
            assert!(
                error <= 10.0_f64.powf(-digits),
                "{radius} {digits}: {error:e}"
            );
        }
        let error = error::<f32>(radius, 3.0);
        assert!(error <= 1e-3, "{error:e}");
    }
}

/// With many more angles than the pattern has harmonics, only rounding error is left.
#[test]
fn patterns_within_the_band_are_carried_exactly() {
    let (from, to) = (Directions::new(30), Directions::new(44));
    for [at, current] in currents(1.0) {
        let found = refined::<f64>(&from, &to, &pattern(&from, at, current));
        for (a, b) in found.iter().zip(&pattern(&to, at, current)) {
            assert!((a - b).abs() < 1e-13, "{a} {b}");
        }
    }
}

#[test]
fn coarsening_is_the_transpose_of_refining() {
    for [n, m] in [[6, 10], [8, 8], [14, 32]] {
        let (from, to) = (Directions::new(n), Directions::new(m));
        let numbers = |count: usize, turn: f64| -> Vec<f64> {
            (0..count).map(|i| (i as f64 * turn).sin()).collect()
        };
        let interpolation = Interpolation::new(&from, &to);
        let (x, y) = (numbers(8 * from.len(), 1.3), numbers(8 * to.len(), 0.7));
        let (mut fine, mut coarse) = (vec![0.0; y.len()], vec![0.0; x.len()]);
        let mut work = InterpolationWorkspace::default();
        interpolation.refine(8, &x, &mut fine, &mut work);
        interpolation.coarsen(8, &y, &mut coarse, &mut work);
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let [left, right] = [product(&fine, &y), product(&x, &coarse)];
        let size = (product(&fine, &fine) * product(&y, &y)).sqrt();
        assert!((left - right).abs() < 1e-13 * size, "{left} {right}");
    }
}
