//! Interpolation between the points of a line.

use poynting_fdtd_core::plane_wave::lagrange::{POINTS, Place, interpolate, lagrange_weights};
fn between(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let values: Vec<f64> = (0..POINTS).map(|i| f(i as f64 - 2.5)).collect();
    interpolate(&values, [0], [x])[0]
}

#[test]
fn the_fifth_degree_is_exact() {
    let f = |x: f64| 1.0 - x + 2.0 * x.powi(2) - 0.3 * x.powi(3) + x.powi(4) - 0.7 * x.powi(5);
    for x in [-0.5, -0.31, 0.0, 0.2, 0.4999] {
        assert!((between(f, x) - f(x)).abs() < 1e-13, "x = {x}");
    }
    let sixth = |x: f64| x.powi(6);
    assert!((between(sixth, 0.0) - 225.0 / 64.0).abs() < 1e-12);
}

#[test]
fn points_are_met_to_the_bit() {
    assert_eq!(lagrange_weights(-0.5_f32), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(lagrange_weights(-0.5_f64), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(lagrange_weights(0.5_f64), [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
}

#[test]
fn a_wave_is_met_within_the_bound() {
    let k = 2.0 * std::f64::consts::PI / 40.0;
    let worst = (0..100)
        .map(|n| f64::from(n) * 0.01 - 0.5)
        .flat_map(|x| {
            [0.0, 0.4, 0.9, 1.5].map(|phase| {
                let wave = |x: f64| (k * x + phase).cos();
                (between(wave, x) - wave(x)).abs()
            })
        })
        .fold(0.0, f64::max);
    let bound = 225.0 / 64.0 / 720.0 * k.powi(6);
    assert!(worst < bound && worst > 0.9 * bound, "{worst:e} {bound:e}");
}

#[test]
fn places_know_their_points_and_the_ends() {
    let place = |at| Place::at(at, 10);
    assert_eq!(place(4.25), Some(Place { first: 2, x: -0.25 }));
    assert_eq!(place(5.0 - 1e-10), Some(Place { first: 3, x: -0.5 }));
    assert_eq!(place(2.0), Some(Place { first: 0, x: -0.5 }));
    assert_eq!(place(1.9), None);
    assert_eq!(place(6.9).map(|p| p.first), Some(4));
    assert_eq!(place(7.0), None);
}
