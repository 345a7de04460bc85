//! The slab compared with reference tables, power balance, duality and its limits.

use crate::common::{assert_close, assert_complex_close, complex, number, rows};
use poynting_physics::constants::C0;
use poynting_physics::slab::{Polarisation, Response, Slab};
use poynting_physics::susceptibility::{Pole, relative};
use poynting_physics::{Complex, PhasorArithmetic};
use std::f64::consts::TAU;

/// Angle in degrees, polarisation and first column of a set of four in the tables.
const COLUMNS: [(f64, Polarisation, usize); 6] = [
    (0.0, Polarisation::Te, 3),
    (0.0, Polarisation::Tm, 3),
    (30.0, Polarisation::Te, 7),
    (30.0, Polarisation::Tm, 11),
    (60.0, Polarisation::Te, 15),
    (60.0, Polarisation::Tm, 19),
];

/// Compares a table with the slab of one material.
fn assert_table(text: &str, thickness: f64, at_infinity: f64, poles: &[Pole]) {
    let table = rows(text);
    assert!(table.len() >= 39);
    for row in table {
        let omega = TAU * number(row[0]);
        let eps = relative(at_infinity, poles, omega);
        assert_complex_close(eps, complex(&row, 1), 6e-13);
        let slab = Slab::dielectric(eps, thickness);
        for (degrees, polarisation, first) in COLUMNS {
            let got = slab.response(omega, degrees.to_radians(), polarisation);
            assert_complex_close(got.r, complex(&row, first), 6e-13);
            assert_complex_close(got.t, complex(&row, first + 2), 6e-13);
        }
    }
}

#[test]
fn a_dielectric_is_as_in_its_table() {
    let text = include_str!("../data/slab_dielectric_er4_10mm.csv");
    assert_table(text, 10e-3, 4.0, &[]);
}

#[test]
fn a_conductor_is_as_in_its_table() {
    let text = include_str!("../data/slab_conducting_5Spm_2mm.csv");
    assert_table(text, 2e-3, 1.0, &[Pole::Conduction { sigma: 5.0 }]);
}

#[test]
fn a_resonance_is_as_in_its_table() {
    let resonance = TAU * 10e9;
    let pole = Pole::Lorentz {
        delta: 1.5,
        resonance,
        damping: 0.05 * resonance,
    };
    let text = include_str!("../data/slab_lorentz_10mm.csv");
    assert_table(text, 10e-3, 1.5, &[pole]);
}

#[test]
fn a_relaxation_is_as_in_its_table() {
    let pole = Pole::Debye {
        delta: 79.2,
        tau: 9.4e-12,
    };
    let text = include_str!("../data/slab_debye_3mm.csv");
    assert_table(text, 3e-3, 1.8, &[pole]);
}

#[test]
fn a_plasma_is_as_in_its_table() {
    let pole = Pole::Drude {
        plasma: TAU * 28.7e9,
        collision: 2e10,
    };
    let text = include_str!("../data/slab_drude_plasma_15mm.csv");
    assert_table(text, 15e-3, 1.0, &[pole]);
}

#[test]
fn power_is_kept_without_loss_and_an_empty_slab_only_delays() {
    let (omega, theta) = (TAU * 7.3e9, 0.9_f64);
    for polarisation in [Polarisation::Te, Polarisation::Tm] {
        // Above, below and beyond total reflection, and a metal.
        for eps in [9.0, 1.0, 0.3, -4.0] {
            let slab = Slab {
                eps_r: Complex::from(eps),
                mu_r: Complex::from(1.3),
                thickness: 11e-3,
            };
            let Response { r, t } = slab.response(omega, theta, polarisation);
            assert_close(r.norm_sqr() + t.norm_sqr(), 1.0, 1e-14);
        }
        let empty = Slab::dielectric(Complex::from(1.0), 11e-3);
        let Response { r, t } = empty.response(omega, theta, polarisation);
        assert!(r.norm() < 1e-15);
        let delay = Complex::cis(-omega / C0 * 11e-3 * theta.cos());
        assert_complex_close(t, delay, 1e-14);
    }
}

/// Exchanging E with H exchanges eps with mu and TE with TM; a ratio of reflected tangential H is -r.
#[test]
fn exchanging_e_with_h_exchanges_the_polarisations() {
    let slab = Slab {
        eps_r: Complex::new(3.0, -0.4),
        mu_r: Complex::new(1.7, -0.2),
        thickness: 8e-3,
    };
    let dual = Slab {
        eps_r: slab.mu_r,
        mu_r: slab.eps_r,
        ..slab
    };
    let te = slab.response(TAU * 9e9, 0.7, Polarisation::Te);
    let tm = dual.response(TAU * 9e9, 0.7, Polarisation::Tm);
    assert_complex_close(te.r, -tm.r, 1e-14);
    assert_complex_close(te.t, tm.t, 1e-14);
}

/// With eps = 0 at normal incidence H is uniform inside, so 1 - r = t, and E is linear in z, so
/// 1 + r - t = j k0 d t. The neighbourhood must join it smoothly.
#[test]
fn a_slab_at_its_plasma_frequency_is_no_exception() {
    let (omega, thickness) = (TAU * 5e9, 4e-3);
    let t = Complex::new(1.0, omega / C0 * thickness / 2.0).inv();
    for eps in [0.0, 1e-14, -1e-14] {
        let slab = Slab::dielectric(Complex::from(eps), thickness);
        let got = slab.response(omega, 0.0, Polarisation::Te);
        assert_complex_close(got.t, t, 1e-13);
        assert_complex_close(got.r, Complex::from(1.0) - t, 1e-13);
    }
}

#[test]
fn a_thick_metal_is_a_half_space() {
    // sqrt(eps) = 100 - 100j: e^{jkz d} would overflow.
    let slab = Slab::dielectric(Complex::new(0.0, -2e4), 10.0);
    let got = slab.response(TAU * 1e10, 0.0, Polarisation::Te);
    let index = Complex::new(100.0, -100.0);
    let one = Complex::from(1.0);
    assert_complex_close(got.r, (one - index).over(one + index), 1e-14);
    assert_eq!(got.t.norm(), 0.0);
}
