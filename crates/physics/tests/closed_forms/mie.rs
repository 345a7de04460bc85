//! The Mie series compared with reference tables, the optical theorem and the Rayleigh limit.

use crate::common::{assert_close, assert_complex_close, complex, number, rows};
use poynting_physics::constants::C0;
use poynting_physics::mie::{Efficiencies, Sphere};
use poynting_physics::susceptibility::{Pole, relative};
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Parses a refractive index of the tables.
fn index(cell: &str) -> Complex {
    match cell {
        "1.5" => Complex::from(1.5),
        "2-0.1j" => Complex::new(2.0, -0.1),
        other => panic!("no index {other}"),
    }
}

/// Asserts the four efficiencies in the order of the tables.
fn assert_efficiencies(got: Efficiencies, want: &[&str], tolerance: f64) {
    assert_close(got.extinction, number(want[0]), tolerance);
    assert_close(got.scattering, number(want[1]), tolerance);
    assert_close(got.absorption, number(want[2]), tolerance);
    assert_close(got.backscatter, number(want[3]), tolerance);
}

#[test]
fn conductors_reflect_as_in_the_table() {
    let table = rows(include_str!("../data/mie_pec_monostatic.csv"));
    assert_eq!(table.len(), 300);
    for row in table {
        let sphere = Sphere::conducting(number(row[0]));
        assert_close(sphere.monostatic(), number(row[1]), 5e-14);
        let back = sphere.amplitudes(PI);
        assert_complex_close(back.s1, complex(&row, 3), 5e-14);
        assert_complex_close(-back.s2, complex(&row, 3), 5e-14);
    }
}

#[test]
fn conductors_scatter_as_in_the_table() {
    let table = rows(include_str!("../data/mie_pec_amplitudes.csv"));
    assert_eq!(table.len(), 2 * 181);
    for row in table {
        let sphere = Sphere::conducting(number(row[0]));
        let theta = number(row[1]).to_radians();
        let got = sphere.amplitudes(theta);
        let (s1, s2) = (complex(&row, 2), complex(&row, 4));
        assert_complex_close(got.s1, s1, 6e-13);
        assert_complex_close(got.s2, s2, 6e-13);
        let scale = 4.0 / number(row[0]).powi(2);
        assert_close(sphere.bistatic(theta, 0.0), scale * s2.norm_sqr(), 1.2e-12);
        assert_close(
            sphere.bistatic(theta, FRAC_PI_2),
            scale * s1.norm_sqr(),
            1.2e-12,
        );
    }
}

#[test]
fn dielectrics_have_the_efficiencies_of_the_table() {
    let table = rows(include_str!("../data/mie_dielectric_efficiencies.csv"));
    assert_eq!(table.len(), 192);
    for row in table {
        let sphere = Sphere::penetrable(number(row[1]), index(row[0]));
        assert_efficiencies(sphere.efficiencies(), &row[2..], 1e-13);
    }
}

#[test]
fn dielectrics_scatter_as_in_the_table() {
    let table = rows(include_str!("../data/mie_dielectric_angular.csv"));
    assert_eq!(table.len(), 4 * 46);
    for row in table {
        let sphere = Sphere::penetrable(number(row[1]), index(row[0]));
        let theta = number(row[2]).to_radians();
        let got = sphere.amplitudes(theta);
        assert_complex_close(got.s1, complex(&row, 5), 6e-12);
        assert_complex_close(got.s2, complex(&row, 7), 6e-12);
        let differential = sphere.bistatic(theta, 0.0) / (4.0 * PI);
        assert_close(differential, number(row[3]), 6e-12);
    }
}

#[test]
fn extremes_are_as_in_the_table() {
    let table = rows(include_str!("../data/mie_extremes.csv"));
    assert_eq!(table.len(), 10);
    for row in table {
        let sphere = Sphere::penetrable(number(row[2]), complex(&row, 0));
        assert_efficiencies(sphere.efficiencies(), &row[3..], 2e-13);
        let got = sphere.amplitudes(1.0);
        assert_complex_close(got.s1, complex(&row, 7), 2e-13);
        assert_complex_close(got.s2, complex(&row, 9), 2e-13);
    }
}

#[test]
fn dispersive_spheres_are_as_in_their_tables() {
    let metal = Pole::Drude {
        plasma: TAU * 2e15,
        collision: TAU * 5e13,
    };
    let water = Pole::Debye {
        delta: 73.16,
        tau: 8.27e-12,
    };
    for (text, count, radius, at_infinity, pole) in [
        (
            include_str!("../data/mie_drude_sphere.csv"),
            151,
            25e-9,
            1.0,
            metal,
        ),
        (
            include_str!("../data/mie_debye_sphere.csv"),
            100,
            10e-3,
            5.2,
            water,
        ),
    ] {
        let table = rows(text);
        assert_eq!(table.len(), count);
        for row in table {
            let omega = TAU * number(row[0]);
            let size = omega * radius / C0;
            assert_close(size, number(row[1]), 6e-13);
            let eps = relative(at_infinity, &[pole], omega);
            assert_complex_close(eps, complex(&row, 2), 6e-13);
            let sphere = Sphere::penetrable(size, eps.root());
            assert_efficiencies(sphere.efficiencies(), &row[4..], 6e-13);
        }
    }
}

/// Qext = (4/x^2) Re S(0): the extinction of the forward wave equals scattering plus absorption, which
/// are summed independently.
#[test]
fn the_optical_theorem_holds() {
    let spheres = [0.3, 1.0, 7.0, 60.0].into_iter().flat_map(|x| {
        let indices = [
            Complex::from(1.5),
            Complex::new(2.0, -0.1),
            Complex::new(-2.0, -0.1).root(),
            Complex::new(0.1, -30.0),
        ];
        indices
            .map(|m| (x, Sphere::penetrable(x, m)))
            .into_iter()
            .chain([(x, Sphere::conducting(x))])
    });
    for (x, sphere) in spheres {
        let forward = sphere.amplitudes(0.0);
        assert_complex_close(forward.s1, forward.s2, 1e-15);
        let extinction = 4.0 / (x * x) * forward.s1.re;
        assert_close(sphere.efficiencies().extinction, extinction, 1e-14);
    }
}

#[test]
fn nothing_is_absorbed_without_loss() {
    let glass = Sphere::penetrable(12.0, Complex::from(1.5)).efficiencies();
    assert_eq!(glass.absorption, 0.0);
    // A metal without collisions has an imaginary index.
    let metal = Sphere::penetrable(1.0, Complex::from(-3.0).root()).efficiencies();
    assert_eq!(metal.absorption, 0.0);
    assert_eq!(Sphere::conducting(5.0).efficiencies().absorption, 0.0);
}

/// Qsca = (8/3) x^4 |(eps-1)/(eps+2)|^2, Qabs = -4 x Im((eps-1)/(eps+2)); Qback = 9 x^4 for a conductor.
#[test]
fn small_spheres_are_dipoles() {
    let x = 1e-4;
    let one = Complex::from(1.0);
    for eps in [Complex::new(4.0, -0.3), Complex::new(-5.0, -0.2)] {
        let polarisability = (eps - one).over(eps + Complex::from(2.0));
        let got = Sphere::penetrable(x, eps.root()).efficiencies();
        let scattering = 8.0 / 3.0 * x.powi(4) * polarisability.norm_sqr();
        assert_close(got.scattering, scattering, 1e-7);
        assert_close(got.absorption, -4.0 * x * polarisability.im, 1e-7);
    }
    assert_close(Sphere::conducting(x).monostatic(), 9.0 * x.powi(4), 1e-7);
}
