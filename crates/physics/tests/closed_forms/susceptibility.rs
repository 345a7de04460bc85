//! The named models compared with their expansions into poles; their values are compared with tables in the tests
//! of the slab and the sphere.

use crate::common::assert_complex_close;
use poynting_physics::Complex;
use poynting_physics::susceptibility::{Pole, relative};
use std::f64::consts::TAU;

const FREQUENCIES: [f64; 5] = [1e8, 3.1e9, 10e9, 17e9, 4e11];

fn assert_same(model: Pole, poles: &[Pole]) {
    for frequency in FREQUENCIES {
        let omega = TAU * frequency;
        let want = relative(0.0, poles, omega);
        assert_complex_close(model.susceptibility(omega), want, 1e-13);
    }
}

#[test]
fn debye_is_a_real_pole() {
    let (delta, tau) = (79.2, 9.4e-12);
    let pole = Pole::Real {
        residue: delta / tau,
        pole: -1.0 / tau,
    };
    assert_same(Pole::Debye { delta, tau }, &[pole]);
}

#[test]
fn drude_is_a_conduction_and_its_relaxation() {
    let (plasma, collision) = (TAU * 28.7e9, 2e10);
    let residue = plasma * plasma / collision;
    let poles = [
        Pole::Real { residue, pole: 0.0 },
        Pole::Real {
            residue: -residue,
            pole: -collision,
        },
    ];
    assert_same(Pole::Drude { plasma, collision }, &poles);
}

#[test]
fn lorentz_is_a_pair() {
    let (delta, resonance) = (1.5, TAU * 10e9);
    let damping = 0.05 * resonance;
    let ringing = (resonance * resonance - damping * damping).sqrt();
    let pair = Pole::Pair {
        residue: Complex::new(0.0, -delta * resonance * resonance / (2.0 * ringing)),
        pole: Complex::new(-damping, ringing),
    };
    let model = Pole::Lorentz {
        delta,
        resonance,
        damping,
    };
    assert_same(model, &[pair]);
}

#[test]
fn a_pair_on_the_real_axis_is_twice_its_real_pole() {
    let pair = Pole::Pair {
        residue: Complex::from(3e9),
        pole: Complex::from(-2e10),
    };
    let real = Pole::Real {
        residue: 3e9,
        pole: -2e10,
    };
    assert_same(pair, &[real, real]);
}
