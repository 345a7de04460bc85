//! The Hertzian dipole compared with the reference table, itself, and Maxwell's equations.

use crate::common::{assert_close, number, rows};
use poynting_physics::constants::C0;
use poynting_physics::dipole::{Dipole, Field, Moment};
use poynting_physics::{Complex, IsotropicMedium};
use std::f64::consts::TAU;

const ALONG_Z: Dipole = Dipole {
    position: [0.0; 3],
    direction: [0.0, 0.0, 1.0],
    medium: IsotropicMedium::VACUUM,
};

/// At a general orientation in a medium, so that no term drops out.
const ASKEW: Dipole = Dipole {
    position: [0.01, -0.02, 0.03],
    direction: [2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0],
    medium: IsotropicMedium {
        eps_r: 2.5,
        mu_r: 1.6,
    },
};

#[test]
fn phasors_are_those_of_the_table() {
    let text = include_str!("../data/hertz_dipole.csv");
    let moment = Complex::new(1e-3, 0.0);
    let omega = TAU * 1e9;
    let check = |got: Complex, re: &str, im: &str| {
        let want = Complex::new(number(re), number(im));
        assert!(
            (got - want).norm() < 2e-13 * want.norm(),
            "{got:?} is not {want:?}"
        );
        // The smaller part has fewer digits near the dipole, where it is a small difference.
        assert_close(got.re, want.re, 1e-9);
        assert_close(got.im, want.im, 1e-9);
    };
    let table = rows(text);
    assert_eq!(table.len(), 10);
    for row in table {
        let r = number(row[0]);
        let on_axis = ALONG_Z.phasor(moment, omega, [0.0, 0.0, r]);
        check(on_axis.e[2], row[1], row[2]);
        let equator = ALONG_Z.phasor(moment, omega, [r, 0.0, 0.0]);
        // At theta = 90 deg on the x axis theta points along -z and phi along +y.
        check(-equator.e[2], row[3], row[4]);
        check(equator.h[1], row[5], row[6]);
    }
    let power = text
        .split("/(12 pi) = ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .unwrap();
    assert_close(ALONG_Z.radiated_power(1e-3, omega), number(power), 2e-13);
}

#[test]
fn a_sine_in_time_is_the_phasor() {
    let (amplitude, omega) = (2e-3, TAU * 3e9);
    let sine = |t: f64| Moment {
        integral: -amplitude / omega * (omega * t).cos(),
        value: amplitude * (omega * t).sin(),
        derivative: amplitude * omega * (omega * t).cos(),
    };
    // sin(wt) = Re(-j e^{jwt}).
    let moment = Complex::new(0.0, -amplitude);
    for at in [[0.02, 0.0, 0.04], [-0.3, 0.5, 0.1], [3.0, -2.0, 5.0]] {
        let phasor = ASKEW.phasor(moment, omega, at);
        for time in [0.0, 0.11e-9, 1.7e-9] {
            let field = ASKEW.field(sine, at, time);
            let now = |z: Complex| (z * Complex::cis(omega * time)).re;
            for i in 0..3 {
                assert!((field.e[i] - now(phasor.e[i])).abs() < 1e-11 * norm(phasor.e));
                assert!((field.h[i] - now(phasor.h[i])).abs() < 1e-11 * norm(phasor.h));
            }
        }
    }
}

#[test]
fn a_pulse_obeys_maxwell_between_near_and_far() {
    // q = exp(-s^2): the three terms have similar magnitude at a distance of about c tau.
    let (tau, delay) = (0.1e-9, 0.4e-9);
    let pulse = |t: f64| {
        let s = (t - delay) / tau;
        let q = (-s * s).exp();
        Moment {
            integral: q,
            value: -2.0 * s * q / tau,
            derivative: (4.0 * s * s - 2.0) * q / (tau * tau),
        }
    };
    let at = [0.025, 0.0, 0.045];
    let time = delay + 0.05e-9 + 0.03 / C0;
    let h = 2e-6;
    let dt = h / C0;
    let derivative = |axis: usize| {
        let [mut plus, mut minus] = [at; 2];
        plus[axis] += h;
        minus[axis] -= h;
        difference(
            ASKEW.field(pulse, plus, time),
            ASKEW.field(pulse, minus, time),
            2.0 * h,
        )
    };
    let space = [0, 1, 2].map(derivative);
    let rate = difference(
        ASKEW.field(pulse, at, time + dt),
        ASKEW.field(pulse, at, time - dt),
        2.0 * dt,
    );
    let size = |v: [f64; 3]| v[0].hypot(v[1]).hypot(v[2]);
    for i in 0..3 {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let curl_e = space[j].e[k] - space[k].e[j];
        let curl_h = space[j].h[k] - space[k].h[j];
        let (mu, eps) = (ASKEW.medium.mu(), ASKEW.medium.eps());
        assert!((curl_e + mu * rate.h[i]).abs() < 1e-6 * mu * size(rate.h));
        assert!((curl_h - eps * rate.e[i]).abs() < 1e-6 * eps * size(rate.e));
    }
}

fn difference(plus: Field<f64>, minus: Field<f64>, width: f64) -> Field<f64> {
    let part = |a: [f64; 3], b: [f64; 3]| std::array::from_fn(|i| (a[i] - b[i]) / width);
    Field {
        e: part(plus.e, minus.e),
        h: part(plus.h, minus.h),
    }
}

fn norm(v: [Complex; 3]) -> f64 {
    v.iter().map(|z| z.norm()).fold(0.0, f64::hypot)
}
