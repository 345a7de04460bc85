//! The circular cylinder compared with its series.

use std::f64::consts::PI;

use crate::common::{BOTH, CFIE, around, off, sampled, solve};
use poynting_linalg::Complex;
use poynting_mom2d::{Equation, Outline, Polarization, Sampling, decibels};
use poynting_physics::conducting_cylinder::ConductingCylinder;
use poynting_physics::constants::ETA0;
use poynting_physics::cylinder::Field;

/// Zeros of J_0 and J_1: resonances of the inside for TM, and for TE (J_1 = -J_0').
const RESONANCES: [f64; 2] = [2.404_825_557_695_773, 3.831_705_970_207_512];

fn series(size: f64, polarization: Polarization) -> ConductingCylinder {
    let field = match polarization {
        Polarization::Tm => Field::Along,
        Polarization::Te => Field::Across,
    };
    ConductingCylinder::new(size, field)
}

/// The largest error in dB over all directions in which the width is above -30 dB of its maximum, and that of the amplitude over its maximum.
fn errors(
    size: f64,
    polarization: Polarization,
    equation: Equation,
    sampling: Sampling,
) -> [f64; 2] {
    let mesh = sampled(&[Outline::circle([0.0, 0.0], size).unwrap()], sampling);
    let current = solve(&mesh, polarization, equation, PI);
    let (directions, series) = (around(1), series(size, polarization));
    let found = current.amplitudes(&directions);
    let expected: Vec<_> = directions
        .iter()
        .map(|&phi| series.amplitude(phi))
        .collect();
    let largest = expected.iter().map(Complex::norm_sqr).fold(0.0, f64::max);
    let in_decibels = found.iter().zip(&expected).filter_map(|(a, b)| {
        let visible = b.norm_sqr() > 1e-3 * largest;
        visible.then(|| decibels(a.norm_sqr() / b.norm_sqr()).abs())
    });
    [in_decibels.fold(0.0, f64::max), off(&found, &expected)]
}

fn per_wavelength(per_wavelength: f64) -> Sampling {
    Sampling {
        per_wavelength,
        ..Sampling::default()
    }
}

/// The error that is allowed in dB: of the width, in all directions in which it is above -30 dB of its maximum.
const ALLOWED: f64 = 0.02;

/// From a wire to ten wavelengths across, by default at all frequencies.
#[test]
fn widths_are_those_of_the_series() {
    for polarization in BOTH {
        for size in [
            0.01,
            0.1,
            0.5,
            1.0,
            RESONANCES[0],
            RESONANCES[1],
            10.0,
            30.0,
        ] {
            let [decibels, _] = errors(size, polarization, CFIE, Sampling::default());
            assert!(
                decibels < ALLOWED,
                "{polarization:?}, ka = {size}: {decibels:e} dB"
            );
        }
    }
}

/// The electric equation alone has the same widths: the current of a resonance inside does not radiate.
#[test]
fn the_electric_equation_agrees_with_the_series() {
    for polarization in BOTH {
        for size in [0.1, 1.0, 3.0, 10.0] {
            let [decibels, _] = errors(size, polarization, Equation::Electric, Sampling::default());
            assert!(
                decibels < ALLOWED,
                "{polarization:?}, ka = {size}: {decibels:e} dB"
            );
        }
    }
}

/// Resonances of the inside spoil the magnetic equation, which shows that the sizes of the other tests hit them, and not the combined one.
#[test]
fn resonances_of_the_inside_spoil_only_single_equations() {
    for polarization in BOTH {
        let [alone, _] = errors(
            RESONANCES[1],
            polarization,
            Equation::Magnetic,
            Sampling::default(),
        );
        assert!(alone > 1.0, "{polarization:?}: {alone:e} dB");
        for size in RESONANCES {
            for (weight, allowed) in [(0.2, ALLOWED), (0.5, ALLOWED), (0.8, ALLOWED)] {
                let [together, _] = errors(
                    size,
                    polarization,
                    Equation::Combined(weight),
                    Sampling::default(),
                );
                assert!(
                    together < allowed,
                    "{polarization:?}, ka = {size}, {weight}: {together:e} dB"
                );
            }
        }
    }
}

/// The currents at a resonance are those of the series too.
#[test]
fn currents_are_those_of_the_series() {
    for polarization in BOTH {
        for size in RESONANCES {
            let mesh = sampled(
                &[Outline::circle([0.0, 0.0], size).unwrap()],
                per_wavelength(60.0),
            );
            let current = solve(&mesh, polarization, CFIE, PI);
            let series = series(size, polarization);
            let (found, expected): (Vec<_>, Vec<_>) = (current.densities().iter())
                .map(|d| (d.value * ETA0, series.current(d.at[1].atan2(d.at[0]))))
                .unzip();
            let off = off(&found, &expected);
            assert!(off < 2e-3, "{polarization:?}, ka = {size}: {off:e}");
        }
    }
}

/// Halved elements divide the error of the amplitude by 2^5 (TM, EFIE), 2^4 (MFIE) or 2^3 (TE, EFIE): linear functions on arcs that are represented
/// exactly, so that the error is that of the functional F and not that of the current.
#[test]
fn errors_fall_with_the_order_of_the_functions() {
    for (polarization, equation, order) in [
        (Polarization::Tm, Equation::Electric, 4.7),
        (Polarization::Te, Equation::Electric, 2.8),
        (Polarization::Tm, Equation::Magnetic, 3.8),
        (Polarization::Te, Equation::Magnetic, 3.8),
        (Polarization::Tm, CFIE, 3.8),
        (Polarization::Te, CFIE, 2.8),
    ] {
        let error = |n: f64| errors(6.0, polarization, equation, per_wavelength(n))[1];
        let [coarse, fine] = [error(12.0), error(24.0)];
        let found = (coarse / fine).log2();
        assert!(
            found > order,
            "{polarization:?} {equation:?}: {found}, {coarse:e} to {fine:e}"
        );
    }
}
