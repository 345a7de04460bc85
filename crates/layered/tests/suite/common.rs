//! Stacks that several tests use.

use poynting_layered::{Boundary, Complex, Layer, Medium, Stack};
use std::f64::consts::PI;

pub fn real(x: f64) -> Complex {
    Complex::from(x)
}

pub fn dielectric(eps_r: Complex, thickness: f64) -> Layer {
    let medium = Medium::dielectric(eps_r);
    Layer { thickness, medium }
}

pub const AIR: Boundary = Boundary::HalfSpace(Medium::VACUUM);

/// A dielectric on a conductor, under air.
pub fn grounded(frequency: f64, eps_r: Complex, thickness: f64) -> Stack {
    let layers = [dielectric(eps_r, thickness)];
    Stack::new(frequency, Boundary::Conductor, &layers, AIR).unwrap()
}

/// Two layers, one of them magnetic, between a lossy half space and air: three interfaces and every kind of loss.
pub fn lossy(frequency: f64) -> Stack {
    let below = Boundary::HalfSpace(Medium::dielectric(Complex::new(6.0, -1.5)));
    let layers = [
        dielectric(Complex::new(3.0, -0.2), 4e-3),
        Layer {
            thickness: 2.5e-3,
            medium: Medium {
                eps_r: Complex::new(9.0, -0.4),
                mu_r: Complex::new(1.7, -0.1),
            },
        },
    ];
    Stack::new(frequency, below, &layers, AIR).unwrap()
}

/// The two slabs of the tables in `tests/data`.
pub fn slabs() -> [(Stack, f64, &'static str); 2] {
    [
        (
            grounded(10e9, real(2.2), 0.794e-3),
            0.794e-3,
            include_str!("../data/layered_gf_er2p2_h0p794mm_10GHz.csv"),
        ),
        (
            grounded(30e9, real(12.6), 1e-3),
            1e-3,
            include_str!("../data/layered_gf_er12p6_h1mm_30GHz.csv"),
        ),
    ]
}

/// Rows of numbers after comments and the line of column names.
pub fn rows(text: &str) -> Vec<Vec<f64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = |line: &str| line.split(',').map(|x| x.trim().parse().unwrap()).collect();
    lines.skip(1).map(numbers).collect()
}

/// e^{-jkR}/(4 pi R).
pub fn free_space(k: Complex, r: f64) -> Complex {
    (Complex::new(0.0, -1.0) * k * r).exp() / (4.0 * PI * r)
}

pub fn assert_close(found: Complex, expected: Complex, tolerance: f64, what: &str) {
    let error = (found - expected).norm() / expected.norm();
    assert!(
        error <= tolerance,
        "{what}: {found} instead of {expected}, relative error {error:e}"
    );
}
