//! Fields near bodies and inside them.

use crate::common::{BOTH, CFIE, mesh, sampled, solve};
use poynting_linalg::Complex;
use poynting_mom2d::{Current, Field, Outline, Point, Polarization, Sampling};
use poynting_physics::constants::ETA0;

fn bodies() -> [Outline; 2] {
    [
        Outline::circle([0.0, 0.0], 2.0).unwrap(),
        Outline::polygon(&[[3.0, -1.0], [5.0, -1.0], [5.0, 1.0], [3.0, 1.0]]).unwrap(),
    ]
}

/// V/m of both parts.
fn strength(field: Field, polarization: Polarization) -> [f64; 2] {
    let [x, y] = field.transverse;
    let (axial, transverse) = (field.axial.norm(), x.norm().hypot(y.norm()));
    match polarization {
        Polarization::Tm => [axial, transverse * ETA0],
        Polarization::Te => [axial * ETA0, transverse],
    }
}

#[test]
fn there_is_no_field_inside() {
    let inside = [[0.0, 0.0], [1.0, 1.0], [-1.5, 0.3], [4.0, 0.2], [3.4, -0.5]];
    for polarization in BOTH {
        let mesh = mesh(&bodies());
        let current = solve(&mesh, polarization, CFIE, 2.0);
        for field in current.total(&inside) {
            let strength = strength(field, polarization);
            assert!(
                strength.iter().all(|e| *e < 2e-3),
                "{polarization:?}: {strength:?}"
            );
        }
    }
}

/// Outside, the transverse field is the curl of the axial one: TM jw mu H = -curl E, TE jw eps E = curl H.
#[test]
fn fields_obey_maxwells_equations() {
    let step = 1e-4;
    let points: [Point; 3] = [[2.05, 0.1], [0.0, 6.0], [2.6, -0.9]];
    for polarization in BOTH {
        let mesh = mesh(&bodies());
        let current = solve(&mesh, polarization, CFIE, 2.0);
        for at in points {
            let axial = |dx: f64, dy: f64| axial(&current, [at[0] + dx * step, at[1] + dy * step]);
            let d_dx = (axial(1.0, 0.0) - axial(-1.0, 0.0)) / (2.0 * step);
            let d_dy = (axial(0.0, 1.0) - axial(0.0, -1.0)) / (2.0 * step);
            let minus_j = Complex::new(0.0, -1.0);
            // k = 1: w mu = eta, w eps = 1/eta.
            let factor = match polarization {
                Polarization::Tm => -minus_j / ETA0,
                Polarization::Te => minus_j * ETA0,
            };
            let expected = [d_dy * factor, -d_dx * factor];
            let found = current.total(&[at])[0].transverse;
            let size = expected[0].norm() + expected[1].norm();
            for (a, b) in found.iter().zip(expected) {
                assert!(
                    (a - b).norm() < 2e-3 * size,
                    "{polarization:?} {at:?}: {a} {b}"
                );
            }
        }
    }
}

fn axial(current: &Current<'_>, at: Point) -> Complex<f64> {
    current.total(&[at])[0].axial
}

/// On the surface E along it vanishes, and H along it is the current. Between two nodes, where the charge of TE, constant along an element, is as it
/// should be: at a node it jumps, and E along the surface has a logarithm.
#[test]
fn surface_fields_are_those_of_a_conductor() {
    let sampling = Sampling {
        per_wavelength: 60.0,
        ..Sampling::default()
    };
    for (polarization, allowed) in [(Polarization::Tm, 5e-4), (Polarization::Te, 5e-2)] {
        let mesh = sampled(&bodies(), sampling);
        let current = solve(&mesh, polarization, CFIE, 2.0);
        let densities = current.densities();
        let circle: Vec<_> = densities.iter().filter(|d| d.outline == 0).collect();
        for pair in circle.windows(2).step_by(7) {
            let value = (pair[0].value + pair[1].value) / 2.0;
            let (sin, cos) = (0.25 * (pair[0].along + pair[1].along)).sin_cos();
            let field = current.total(&[[2.0001 * cos, 2.0001 * sin]])[0];
            let [x, y] = field.transverse;
            let along = y * cos - x * sin;
            let (electric, magnetic) = match polarization {
                Polarization::Tm => (field.axial, along),
                Polarization::Te => (along, -field.axial),
            };
            let off = (magnetic - value).norm() * ETA0;
            assert!(electric.norm() < allowed, "{polarization:?}: {electric}");
            assert!(off < 5e-3, "{polarization:?}: {magnetic} {value}");
        }
    }
}

/// sqrt(2j/(pi kr)) e^{-jkr} F.
#[test]
fn fields_far_away_are_those_of_the_amplitude() {
    let r = 1e6;
    for polarization in BOTH {
        let mesh = mesh(&bodies());
        let current = solve(&mesh, polarization, CFIE, 2.0);
        for phi in [0.3_f64, 2.0, 4.0] {
            let field = current.scattered(&[[r * phi.cos(), r * phi.sin()]])[0];
            let wave =
                Complex::new(0.0, 2.0 / (std::f64::consts::PI * r)).sqrt() * Complex::cis(-r);
            let expected = current.amplitude(phi) * wave;
            let found = match polarization {
                Polarization::Tm => field.axial,
                Polarization::Te => field.axial * ETA0,
            };
            let off = (found - expected).norm() / expected.norm();
            assert!(off < 1e-4, "{polarization:?}: {off:e}");
        }
    }
}
