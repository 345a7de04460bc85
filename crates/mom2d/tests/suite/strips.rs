//! Strips: narrow ones compared with closed forms, one of a wavelength with a spectral solution.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::common::{CFIE, off, sampled, solve};
use poynting_linalg::Complex;
use poynting_mom2d::{Outline, Polarization, Sampling, decibels};
use poynting_physics::conducting_cylinder::ConductingCylinder;
use poynting_physics::cylinder::Field;

/// A narrow strip along the field is a wire of a quarter of its width as radius: the logarithmic capacity of an interval.
#[test]
fn a_narrow_strip_is_a_wire() {
    for width in [1e-4, 1e-2] {
        let strip = Outline::strip(&[[0.0, -0.5 * width], [0.0, 0.5 * width]]).unwrap();
        let mesh = sampled(&[strip], Sampling::default());
        let current = solve(&mesh, Polarization::Tm, CFIE, PI);
        let wire = ConductingCylinder::new(0.25 * width, Field::Along);
        // The next mode of both vanishes at 90 degrees.
        let off = off(
            &[current.amplitude(FRAC_PI_2)],
            &[wire.amplitude(FRAC_PI_2)],
        );
        assert!(off < 1e-3, "{width}: {off:e}");
    }
}

/// A narrow strip across the field is an electric dipole of polarizability eps0 pi c^2, c half its width, whatever the directions.
#[test]
fn a_narrow_strip_across_the_field_is_a_dipole() {
    let half = 5e-3;
    let strip = Outline::strip(&[[0.0, -half], [0.0, half]]).unwrap();
    for arrival in [PI, 2.0_f64, -0.8] {
        let mesh = sampled(std::slice::from_ref(&strip), Sampling::default());
        let current = solve(&mesh, Polarization::Te, CFIE, arrival);
        for phi in [0.0_f64, 0.7, 3.0] {
            let expected = Complex::new(0.0, PI * half * half / 4.0) * arrival.cos() * phi.cos();
            let off = off(&[current.amplitude(phi)], &[expected]);
            assert!(off < 2e-3, "{arrival} {phi}: {off:e}");
        }
    }
}

/// F of a strip of a wavelength along x, of a wave from 45 degrees: direction in degrees, TM, TE.
///
/// By a program of its own with 20 digits: Chebyshev polynomials over or times the root of the edge, the logarithm of the kernel by its cosine series,
/// collocation at 24 and 32 points, which agree to 1e-20.
const WAVELENGTH_STRIP: [(f64, [f64; 2], [f64; 2]); 13] = [
    (0.0, [0.4381286359038, 0.2953298706387], [0.0, 0.0]),
    (
        15.0,
        [0.4869949228013, 0.2522775235365],
        [-0.3744965646512, -0.1245507074222],
    ),
    (
        30.0,
        [0.6021161339243, 0.1114505101775],
        [-0.7211924652044, -0.3017240379942],
    ),
    (
        45.0,
        [0.6692308618368, -0.1317063423896],
        [-0.9075079690819, -0.5312200569467],
    ),
    (
        60.0,
        [0.4869339225317, -0.4031745254098],
        [-0.6879339711647, -0.7028275720919],
    ),
    (
        75.0,
        [-0.1099537274078, -0.5253169585854],
        [0.09845216278535, -0.6196625988147],
    ),
    (
        90.0,
        [-1.027469982247, -0.3431781839736],
        [1.235950007848, -0.1811507750049],
    ),
    (
        105.0,
        [-1.876989135041, 0.0892594947497],
        [2.158873442373, 0.4377397349305],
    ),
    (
        120.0,
        [-2.286396565125, 0.5284790804152],
        [2.4174554019, 0.8959597129182],
    ),
    (
        135.0,
        [-2.213152173238, 0.7758964232762],
        [2.035478205675, 0.9914329273987],
    ),
    (
        150.0,
        [-1.89718857553, 0.8234578938234],
        [1.349693116757, 0.7758603676427],
    ),
    (
        165.0,
        [-1.607177841206, 0.7824760532398],
        [0.6449669212548, 0.4084913469676],
    ),
    (180.0, [-1.496211690606, 0.7563679494848], [0.0, 0.0]),
];

#[test]
fn a_strip_of_a_wavelength_is_as_by_a_spectral_method() {
    let strip = Outline::strip(&[[-PI, 0.0], [PI, 0.0]]).unwrap();
    let complex = |[re, im]: [f64; 2]| Complex::new(re, im);
    for polarization in [Polarization::Tm, Polarization::Te] {
        let expected = WAVELENGTH_STRIP.map(|(_, tm, te)| match polarization {
            Polarization::Tm => complex(tm),
            Polarization::Te => complex(te),
        });
        for (sampling, allowed) in [
            (Sampling::default(), 0.005),
            (
                Sampling {
                    per_wavelength: 60.0,
                    halvings: 14,
                },
                0.0005,
            ),
        ] {
            let mesh = sampled(std::slice::from_ref(&strip), sampling);
            let current = solve(&mesh, polarization, CFIE, PI / 4.0);
            let found = WAVELENGTH_STRIP.map(|(phi, ..)| current.amplitude(phi.to_radians()));
            let largest = expected.iter().map(Complex::norm_sqr).fold(0.0, f64::max);
            for (a, b) in found.iter().zip(&expected) {
                let error = decibels(a.norm_sqr() / b.norm_sqr()).abs();
                let visible = b.norm_sqr() > 1e-3 * largest;
                assert!(
                    !visible || error < allowed,
                    "{polarization:?}: {error:e} dB"
                );
            }
        }
    }
}
