//! Bessel functions of complex argument.

use poynting_layered::Complex;
use poynting_layered::bessel::{bessel, hankel, modified};
use std::f64::consts::PI;

/// The functions of `physics` have Chebyshev coefficients of their own.
#[test]
fn real_arguments_agree_with_the_real_functions() {
    for x in [1e-3, 0.7, 3.9, 4.99, 5.01, 11.0, 24.9, 25.1, 80.0, 900.0] {
        let expected = poynting_physics::hankel::hankel(x);
        let (j, h) = (bessel(Complex::from(x)), hankel(Complex::from(x)));
        for n in 0..2 {
            let size = expected[n].norm();
            assert!((h[n] - expected[n]).norm() < 1e-13 * size, "H_{n}({x})");
            assert!(
                (j[n].re - expected[n].re).abs() < 1e-13 * size,
                "J_{n}({x})"
            );
        }
    }
}

/// J_1 H_0 - J_0 H_1 = -2j/(pi z) (Abramowitz and Stegun, 9.1.16), on both sides of every change of method.
#[test]
fn complex_arguments_obey_the_wronskian() {
    for size in [0.01, 1.0, 4.9, 5.1, 14.0, 24.9, 25.1, 200.0] {
        for angle in [-0.3_f64, -0.05, 0.05, 0.3] {
            let angle = angle.clamp(-2.0 / size, 2.0 / size);
            let z = Complex::from_polar(size, angle);
            let (j, h) = (bessel(z), hankel(z));
            let found = j[1] * h[0] - j[0] * h[1];
            let expected = Complex::new(0.0, -2.0 / PI) / z;
            let scale = j[1].norm() * h[0].norm() + j[0].norm() * h[1].norm();
            assert!((found - expected).norm() < 1e-12 * scale, "{z}");
        }
    }
}

/// K_0 and K_1 at 0.1 and 2 (Abramowitz and Stegun, table 9.8), and H_n(-jx), which is 2j/pi K_0 and -2/pi K_1.
#[test]
fn modified_functions_are_those_of_the_table() {
    for (x, k0, k1) in [
        (0.1, 2.427_069_024_702, 9.853_844_780_870),
        (2.0, 0.113_893_872_749, 0.139_865_881_816),
    ] {
        let found = modified(x);
        assert!((found[0] / k0 - 1.0).abs() < 1e-11, "{found:?}");
        assert!((found[1] / k1 - 1.0).abs() < 1e-11, "{found:?}");
        let h = hankel(Complex::new(0.0, -x));
        assert!((h[0] - Complex::new(0.0, 2.0 / PI * found[0])).norm() < 1e-12);
        assert!((h[1] + 2.0 / PI * found[1]).norm() < 1e-11 * found[1]);
    }
}
