//! Least-squares filters.

use poynting_fdtd_core::plane_wave::filter::{FilterDesign, LeastSquares, middle};
use poynting_physics::Complex;
use std::f64::consts::PI;

fn response(taps: &[f64], w: f64) -> Complex {
    let parts = taps.iter().enumerate().map(|(q, h)| {
        let z = Complex::cis(-w * (q as f64 - middle(taps.len())));
        z * *h
    });
    parts.fold(Complex::default(), |sum, z| sum + z)
}

#[test]
fn a_fractional_delay_is_met_in_the_band_and_bounded_above() {
    let band = 0.25 * PI;
    let design = FilterDesign::new(24, band);
    for delay in [0.0, 0.31, 0.5, 2.2] {
        let taps = design.fit(
            design
                .frequencies()
                .iter()
                .map(|w| Complex::cis(-w * delay)),
        );
        for n in 0..=200 {
            let w = PI * f64::from(n) / 200.0;
            let off = (response(&taps, w) - Complex::cis(-w * delay)).norm();
            match w / band {
                x if x <= 0.9 => assert!(off < 1e-10, "{delay} {x} {off:e}"),
                x if x <= 1.0 => assert!(off < 1e-8, "{delay} {x} {off:e}"),
                _ => assert!(off < 20.0, "{delay} {w} {off:e}"),
            }
        }
    }
}

#[test]
fn least_squares_fit_a_line() {
    // y = 1, 2, 2 at x = 0, 1, 2: the regression line is 7/6 + x/2.
    let system = LeastSquares::new(vec![vec![1.0, 1.0, 1.0], vec![0.0, 1.0, 2.0]]);
    let line = system.solve(vec![1.0, 2.0, 2.0]);
    assert!((line[0] - 7.0 / 6.0).abs() < 1e-14 && (line[1] - 0.5).abs() < 1e-14);
}
