//! Microstrip lines.

use poynting_physics::constants::{C0, ETA0};
use poynting_physics::microstrip::Microstrip;
use std::f64::consts::{PI, TAU};

fn line(width: f64, thickness: f64, height: f64, eps_r: f64) -> Microstrip {
    Microstrip {
        width,
        thickness,
        height,
        eps_r,
    }
}

/// The line of Sheen et al., IEEE Trans. Microw. Theory Tech. 38, 849 (1990): about 50 ohm, eps_eff 1.882 at low frequency.
#[test]
fn the_line_of_the_patch_antenna_has_its_values() {
    let sheen = line(2.46e-3, 0.0, 0.794e-3, 2.2);
    assert!(
        (sheen.eps_eff() - 1.882).abs() < 1e-3,
        "{}",
        sheen.eps_eff()
    );
    assert!(
        (sheen.impedance() - 49.8).abs() < 0.5,
        "{}",
        sheen.impedance()
    );
}

/// eta0/(2 pi) ln(8/u) is the exact limit of narrow strips in air.
#[test]
fn narrow_strips_are_those_of_conformal_mapping() {
    for u in [0.01_f64, 0.03] {
        let exact = ETA0 / TAU * (8.0 / u).ln();
        let found = line(u, 0.0, 1.0, 1.0 + 1e-12).impedance();
        assert!((found / exact - 1.0).abs() < 2e-4, "{u}: {found} {exact}");
    }
}

/// Wide strips are a parallel-plate line: eps_eff goes to er, Z to eta0 h/(w sqrt(er)), losses to R/(Z w) and k tan/2.
#[test]
fn wide_strips_are_a_plate_line() {
    let wide = line(1.0, 0.0, 1e-3, 4.0);
    assert!((wide.eps_eff() / 4.0 - 1.0).abs() < 0.02);
    assert!((wide.impedance() / (ETA0 * 1e-3 / 2.0) - 1.0).abs() < 0.02);
    let conductor = wide.conductor_loss(0.03) * wide.impedance() / 0.03;
    assert!((conductor - 1.0).abs() < 0.02, "{conductor}");
    let thin = line(1.0, 1e-6, 1e-3, 4.0);
    let conductor = thin.conductor_loss_by_recession(0.03) * thin.impedance() / 0.03;
    assert!((conductor - 1.0).abs() < 0.03, "{conductor}");
    let dielectric = wide.dielectric_loss(1e10, 0.01) / (PI * 1e10 / C0 * 2.0 * 0.01);
    assert!((dielectric - 1.0).abs() < 0.02, "{dielectric}");
}

/// Thickness adds more capacitance in air than on the substrate: lower impedance, lower eps_eff.
#[test]
fn thickness_lowers_impedance_and_permittivity() {
    let [thin, thick] = [0.0, 35e-6].map(|t| line(1.1e-3, t, 0.508e-3, 3.55));
    assert!(thick.impedance() < thin.impedance() && thick.impedance() > 0.96 * thin.impedance());
    assert!(thick.eps_eff() < thin.eps_eff() && thick.eps_eff() > 0.97 * thin.eps_eff());
}

/// Two independent rules for the loss of a thin strip.
#[test]
fn the_loss_of_thin_strips_is_that_of_incremental_inductance() {
    for (width, height, eps_r) in [(2.46e-3, 0.794e-3, 2.2), (1.1e-3, 0.508e-3, 3.55)] {
        let strip = line(width, height / 50.0, height, eps_r);
        let ratio = strip.conductor_loss_by_recession(0.026) / strip.conductor_loss(0.026);
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }
}
