//! Powers of dipoles.

use poynting_layered::{Boundary, Complex, Dipole, Layer, Medium, Side, Stack};
use poynting_physics::constants::ETA0;
use std::f64::consts::PI;

use crate::common::{AIR, dielectric, real, slabs};

fn directions() -> [[Complex; 3]; 3] {
    [
        [1.0, 0.0, 0.0].map(real),
        [0.0, 0.0, 1.0].map(real),
        [real(0.4), Complex::new(0.0, -0.7), Complex::new(0.5, 0.2)],
    ]
}

/// eta k^2 |p|^2/(12 pi), half of it up and half of it down.
#[test]
fn a_dipole_in_free_space_radiates_as_the_textbook_says() {
    let stack = Stack::new(10e9, AIR, &[dielectric(real(1.0), 3e-3)], AIR).unwrap();
    let height = stack.above(1e-3).unwrap();
    for moment in directions() {
        let dipole = Dipole { moment, height };
        let square: f64 = moment.iter().map(Complex::norm_sqr).sum();
        let expected = ETA0 * stack.wave_number().powi(2) * square / (12.0 * PI);
        let up = stack.radiated_power(&dipole, Side::Above).unwrap();
        let down = stack.radiated_power(&dipole, Side::Below).unwrap();
        let supplied = stack.supplied_power(&dipole).unwrap();
        assert!(
            ((up + down) / expected - 1.0).abs() < 1e-9,
            "{up} {down} {expected}"
        );
        assert!(
            (supplied / expected - 1.0).abs() < 1e-9,
            "{supplied} {expected}"
        );
    }
}

/// What a dipole supplies without losses is radiated or carried away by surface waves.
#[test]
fn power_is_conserved() {
    let magnetic = Layer {
        thickness: 4e-3,
        medium: Medium {
            eps_r: real(3.0),
            mu_r: real(2.0),
        },
    };
    let glass = Boundary::HalfSpace(Medium::dielectric(real(2.25)));
    let layers = [dielectric(real(8.0), 5e-3), magnetic];
    let two_sided = Stack::new(15e9, glass, &layers, AIR).unwrap();
    let [(thin, ..), (thick, ..)] = slabs();
    let cases = [
        (thin, vec![0.3e-3, 0.794e-3, 2e-3]),
        (thick, vec![0.5e-3, 1e-3, 1.4e-3]),
        (two_sided, vec![-2e-3, 3e-3, 7e-3, 10e-3]),
    ];
    for (stack, heights) in cases {
        for z in heights {
            for moment in directions() {
                let height = stack.above(z).unwrap();
                let dipole = Dipole { moment, height };
                let supplied = stack.supplied_power(&dipole).unwrap();
                let waves = stack.surface_wave_powers(&dipole).unwrap();
                let guided: f64 = waves.iter().map(|(_, power)| power).sum();
                let sides = [Side::Above, Side::Below];
                let radiated = sides.map(|side| stack.radiated_power(&dipole, side).unwrap());
                let total = guided + radiated[0] + radiated[1];
                assert!(waves.iter().all(|(_, power)| *power >= 0.0), "{waves:?}");
                assert!(
                    (total / supplied - 1.0).abs() < 1e-8,
                    "{z}: {supplied} supplied, {radiated:?} radiated, {guided} guided"
                );
            }
        }
    }
}

/// Over a conductor the field is that of the dipole and its image: E_theta = jk eta/(4 pi) (sin theta p_z - cos theta p_u) by e^{jk h cos theta}, and the
/// image with the other sign of h and of the horizontal moment.
#[test]
fn far_fields_over_a_conductor_are_those_of_an_image() {
    let stack = Stack::new(10e9, Boundary::Conductor, &[], AIR).unwrap();
    let h = 11e-3;
    let k = stack.wave_number();
    let [_, _, moment] = directions();
    let dipole = Dipole {
        moment,
        height: stack.above(h).unwrap(),
    };
    for (theta, phi) in [(0.0_f64, 0.3_f64), (0.8, -1.1), (1.5, 2.0)] {
        let found = stack.far_field(&dipole, theta, phi).unwrap();
        let [x, y, z] = moment;
        let (u, v) = (x * phi.cos() + y * phi.sin(), y * phi.cos() - x * phi.sin());
        let front = Complex::new(0.0, k * ETA0 / (4.0 * PI));
        let up = Complex::cis(k * h * theta.cos());
        let expected = [
            front * (z * theta.sin() * (up + up.conj()) - u * theta.cos() * (up - up.conj())),
            -front * v * (up - up.conj()),
        ];
        let size = k * ETA0 / (4.0 * PI);
        for (found, expected) in found.iter().zip(expected) {
            let error = (found - expected).norm() / size;
            assert!(error < 1e-8, "{found} {expected}");
        }
    }
}
