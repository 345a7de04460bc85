//! Constants of the vacuum, CODATA 2018 (E. Tiesinga et al., Rev. Mod. Phys. 93, 025010, 2021).
//!
//! eps0 mu0 c0^2 = 1 holds by construction, so one of the three is never independent of the others.

/// Speed of light in m/s, exact.
pub const C0: f64 = 299_792_458.0;
/// Magnetic constant in H/m; it differs from 4 pi 1e-7 by 5.4e-10 relative.
pub const MU0: f64 = 1.256_637_062_12e-6;
/// Electric constant in F/m.
pub const EPS0: f64 = 1.0 / (MU0 * C0 * C0);
/// The electric constant as CODATA prints it, in F/m; it is 4.4e-14 (relative) below [`EPS0`].
///
/// The loss of a conductivity, sigma/(w eps0), has always been computed with this value where scenes are read, and [`EPS0`] would change the
/// last bits of those results. Everything else uses [`EPS0`].
pub const EPS0_AS_PRINTED: f64 = 8.854_187_812_8e-12;
/// Wave impedance of the vacuum in ohm.
pub const ETA0: f64 = MU0 * C0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derived_constants_have_their_codata_values() {
        assert!((EPS0 / EPS0_AS_PRINTED - 1.0).abs() < 1e-11);
        assert!((ETA0 / 376.730_313_668 - 1.0).abs() < 1e-11);
    }
}
