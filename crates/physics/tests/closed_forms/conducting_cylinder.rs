//! The series of the conducting cylinder compared with a multiprecision table, and with what holds for every size.

use crate::common::{assert_close, assert_complex_close, complex, number, rows};
use poynting_physics::Complex;
use poynting_physics::conducting_cylinder::ConductingCylinder;
use poynting_physics::cylinder::Field;
use std::f64::consts::PI;

#[test]
fn amplitudes_are_those_of_the_table() {
    let table = rows(include_str!("../data/cylinder_pec.csv"));
    assert_eq!(table.len(), 130);
    for row in table {
        let (x, phi) = (number(row[0]), number(row[1]).to_radians());
        for (field, column) in [(Field::Along, 2), (Field::Across, 4)] {
            let cylinder = ConductingCylinder::new(x, field);
            let (found, expected) = (cylinder.amplitude(phi), complex(&row, column));
            // A small one across the field has a null at 60 degrees.
            let largest = cylinder
                .amplitude(0.0)
                .norm()
                .max(cylinder.amplitude(PI).norm());
            let off = (found - expected).norm() / largest;
            assert!(off < 1e-13, "x = {x}, {field:?}: {found} {expected}");
            assert_eq!(cylinder.width(phi), 4.0 * found.norm_sqr());
        }
    }
}

/// The power that the forward wave loses is the scattered power.
#[test]
fn the_optical_theorem_holds() {
    for x in [0.01, 0.5, 2.404_825_557_695_773, 30.0, 200.0] {
        for field in [Field::Along, Field::Across] {
            let cylinder = ConductingCylinder::new(x, field);
            let extinction = -4.0 * cylinder.amplitude(0.0).re;
            assert_close(cylinder.total_width(), extinction, 1e-12);
        }
    }
}

/// Far into the light the current is that of a plane mirror, 2 H_i, and the current radiates the amplitude.
#[test]
fn currents_are_those_of_a_mirror_and_radiate_the_amplitude() {
    for (field, sign) in [(Field::Along, 1.0), (Field::Across, -1.0)] {
        let cylinder = ConductingCylinder::new(200.0, field);
        // The lit side is at phi = pi: e^{-jkx} = e^{+jka} there.
        let mirror = Complex::cis(200.0) * (2.0 * sign);
        let off = (cylinder.current(PI) - mirror).norm();
        assert!(off < 0.01, "{field:?}: {}", cylinder.current(PI));
    }
    let (x, count) = (3.0, 200);
    for phi in [0.0, 1.0, 2.5, PI] {
        for field in [Field::Along, Field::Across] {
            let cylinder = ConductingCylinder::new(x, field);
            let mut sum = Complex::default();
            for n in 0..count {
                let at = 2.0 * PI * f64::from(n) / f64::from(count);
                let across = match field {
                    Field::Along => 1.0,
                    Field::Across => (at - phi).cos(),
                };
                sum += Complex::cis(x * (at - phi).cos()) * cylinder.current(at) * across;
            }
            let radiated = sum * (-x / 4.0 * 2.0 * PI / f64::from(count));
            assert_complex_close(radiated, cylinder.amplitude(phi), 1e-12);
        }
    }
}
