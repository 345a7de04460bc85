//! Plane waves of the difference equations.

use poynting_fdtd_core::plane_wave::discrete::{DiscreteWave, cross, dot, unit};
use poynting_physics::constants::{C0, ETA0};
use poynting_physics::constants::{EPS0, MU0};
use poynting_physics::dispersion::{AxialWave, courant_limit};
use std::f64::consts::TAU;

fn wave(direction: [f64; 3], electric: [f64; 3]) -> DiscreteWave {
    let cell = [1e-3, 1.3e-3, 0.8e-3];
    DiscreteWave {
        direction: unit(direction),
        electric: unit(electric),
        cell,
        dt: 0.9 * courant_limit(cell, C0),
    }
}

#[test]
fn along_an_axis_it_is_the_closed_form() {
    let wave = wave([0.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
    let axial = AxialWave {
        cell: wave.cell[1],
        dt: wave.dt,
        speed: C0,
    };
    for frequency in [1e9, 2e10, 5e10] {
        let omega = TAU * frequency;
        let velocity = axial.phase_velocity(frequency).unwrap();
        let off = wave.wave_number(omega) * velocity / omega - 1.0;
        assert!(off.abs() < 1e-13, "{off:e}");
    }
}

/// With phasors, a difference between positions +-d/2 is -2j sin(k d/2); no other property of the wave is used.
#[test]
fn it_solves_the_difference_equations() {
    let wave = wave([0.3, -0.5, 0.8], [0.8, 0.0, -0.3]);
    let omega = TAU * C0 / 10e-3;
    let k = wave.wave_number(omega);
    let c = wave.amplitudes(omega);
    let (e, h) = ([c[0], c[1], c[2]], [c[3], c[4], c[5]]);
    let space: [f64; 3] = std::array::from_fn(|a| {
        2.0 * (k * wave.direction[a] * wave.cell[a] / 2.0).sin() / wave.cell[a]
    });
    let time = 2.0 * (omega * wave.dt / 2.0).sin() / wave.dt;
    let (curl_e, curl_h) = (cross(space, e), cross(space, h));
    for a in 0..3 {
        // -j K x E = -j W mu H and -j K x H = j W eps E.
        assert!((curl_e[a] - time * MU0 * h[a]).abs() < 1e-12 * k);
        assert!((curl_h[a] + time * EPS0 * e[a]).abs() < 1e-12 * k / ETA0);
    }
    assert!((dot(e, e) - 1.0).abs() < 1e-14);
    assert!((dot(e, wave.electric) - 1.0).abs() < 1e-3);
}

#[test]
fn the_group_delay_is_the_slope_of_the_wave_number() {
    let wave = wave([0.3, 0.5, -0.8], [0.8, 0.0, 0.3]);
    let (omega, step) = (TAU * 3e10, TAU * 1e6);
    let slope = (wave.wave_number(omega + step) - wave.wave_number(omega - step)) / (2.0 * step);
    let off = wave.group_delay(omega) / slope - 1.0;
    assert!(off.abs() < 1e-8, "{off:e}");
    assert!(wave.group_delay(omega) > wave.group_delay(0.0));
}
