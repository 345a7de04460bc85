//! Coefficients and what they are made from.

use poynting_fdtd_core::tuple::ConstitutiveParameters;
use poynting_physics::constants::EPS0;

#[test]
fn coefficients_can_be_taken_back() {
    let c = ConstitutiveParameters::Medium {
        storage: 4.0 * EPS0,
        loss: 0.3,
    };
    let (keep, gain) = c.coefficients(2e-12);
    let ConstitutiveParameters::Medium { storage, loss } =
        ConstitutiveParameters::from_coefficients(keep, gain, 2e-12)
    else {
        panic!("lost")
    };
    assert!((storage / (4.0 * EPS0) - 1.0).abs() < 1e-12 && (loss / 0.3 - 1.0).abs() < 1e-12);
}
