//! Quantities derived from a far field.

use poynting_mom_core::pattern::sphere_rule;
use poynting_mom_core::{Complex, FarField, axial_ratio_levels, gain_levels};
use poynting_physics::constants::ETA0;
use std::f64::consts::PI;

fn far(theta: [f64; 2], phi: [f64; 2]) -> FarField {
    FarField {
        theta: Complex::new(theta[0], theta[1]),
        phi: Complex::new(phi[0], phi[1]),
    }
}

#[test]
fn circular_elliptic_and_linear_fields_are_told_apart() {
    let fields = [
        far([1.0, 0.0], [0.0, -1.0]),
        far([1.0, 0.0], [0.0, 0.5]),
        far([1.0, 0.0], [-1.0, 0.0]),
    ];
    let levels = axial_ratio_levels(&fields);
    assert!(levels[0].abs() < 1e-12, "{levels:?}");
    assert!((levels[1] - 20.0 * 2.0_f64.log10()).abs() < 1e-12);
    assert!(levels[2] == 100.0);
}

#[test]
fn an_isotropic_radiator_has_no_gain() {
    let volts = (2.0 * ETA0 * 7.0 / (4.0 * PI)).sqrt();
    let level = gain_levels(&[far([0.0, 0.0], [0.0, volts])], 7.0)[0];
    assert!(level.abs() < 1e-12, "{level}");
}

/// int x^2 y^2 dOmega = 4 pi/15, and the weights sum to 4 pi.
#[test]
fn the_sphere_is_covered() {
    let rule = sphere_rule(1.0);
    let all: f64 = rule.iter().map(|r| r.1).sum();
    assert!((all / (4.0 * PI) - 1.0).abs() < 1e-13);
    let product = |[t, p]: [f64; 2]| (t.sin() * p.cos() * t.sin() * p.sin()).powi(2);
    let sum: f64 = rule.iter().map(|&(at, w)| w * product(at)).sum();
    assert!((sum / (4.0 * PI / 15.0) - 1.0).abs() < 1e-13);
}
