//! Sampled fields of Hertzian dipoles.
//!
//! Samples of the continuous field do not solve the grid equations: J and M of a wave leaving at normal incidence are h/2 apart, and
//! their sum is cos(kh/2) of the correct value, -0.107 dB at 20 cells per wavelength. This is the limit here and falls with h^2;
//! fields radiated on a lattice have no such error (`exactness.rs`).

use super::*;
use poynting_physics::radiation::gain;

/// Error of the field relative to its maximum, and of its level in dB.
fn errors(boxed: &(Grid, Surface), dipoles: &[(Dipole, Complex)]) -> [f64; 2] {
    let directions = around();
    let far = transformed(boxed, dipoles, &directions);
    let closed = directions
        .iter()
        .map(|d| exact(dipoles, *d, boxed.1.centre));
    let expected: Vec<FarField> = closed.collect();
    [error(&far, &expected), decibels(&far, &expected)]
}

fn tilted() -> (Dipole, Complex) {
    (dipole([0.011, -0.007, 0.004], [1.0, -2.0, 0.5]), MOMENT)
}

#[test]
fn a_dipole_of_any_place_and_direction_has_its_field_and_phase() {
    for dipoles in [[(dipole([0.0; 3], [0.0, 0.0, 1.0]), MOMENT)], [tilted()]] {
        let [coarse, level] = errors(&boxed(1.4, 20.0), &dipoles);
        let [fine, fine_level] = errors(&boxed(1.4, 40.0), &dipoles);
        assert!(coarse < 0.015 && level < 0.14, "{coarse:e} {level}");
        assert!(fine < 0.004 && fine_level < 0.035, "{fine:e} {fine_level}");
        assert!(errors(&boxed(0.7, 20.0), &dipoles)[0] < 0.006);
    }
}

#[test]
fn the_phase_centre_is_where_the_caller_puts_it() {
    let (grid, surface) = boxed(0.7, 20.0);
    let centred = Surface {
        centre: tilted().0.position,
        ..surface
    };
    let pattern = transformed(&(grid, centred), &[tilted()], &around());
    // Seen from the dipole itself, every phase is that of -j times the moment or its opposite.
    let scale = pattern.iter().map(|f| size(*f)).fold(0.0, f64::max);
    for z in pattern.iter().flat_map(|f| [f.theta, f.phi]) {
        let turned = z * Complex::new(0.0, 1.0) * MOMENT.inv();
        assert!(turned.im.abs() < 0.006 * scale, "{z:?}");
    }
}

#[test]
fn directivity_and_power_are_those_of_a_dipole() {
    for source in [(dipole([0.0; 3], [0.0, 0.0, 1.0]), MOMENT), tilted()] {
        let (grid, surface) = boxed(1.0, 20.0);
        let huygens = Huygens::new(&grid, &surface).unwrap();
        let currents = huygens.currents(omega(), |spot| sampled(&grid, &[source], spot));
        let power = currents.radiated_power();
        let broadside = Direction {
            theta: 0.5 * PI,
            phi: source.0.direction[0].atan2(-source.0.direction[1]),
        };
        let intensity = currents
            .far(broadside)
            .intensity(IsotropicMedium::VACUUM.impedance());
        let directivity = gain(intensity, power);
        let expected = source.0.radiated_power(MOMENT.norm(), omega());
        assert!((directivity / 1.5 - 1.0).abs() < 5e-3, "{directivity}");
        assert!((power / expected - 1.0).abs() < 0.016);
        assert!((currents.flux() / expected - 1.0).abs() < 0.008);
    }
}

#[test]
fn two_dipoles_interfere() {
    let pair = [
        tilted(),
        (
            dipole([-0.02, 0.01, -0.01], [0.3, 0.2, 1.0]),
            Complex::new(-0.2, 0.9),
        ),
    ];
    let [coarse, _] = errors(&boxed(1.4, 20.0), &pair);
    let [fine, _] = errors(&boxed(1.4, 40.0), &pair);
    assert!(coarse < 0.015 && fine < 0.004, "{coarse:e} {fine:e}");
}

#[test]
fn a_source_outside_of_the_box_is_not_seen() {
    let source = [(dipole([0.09, 0.05, -0.02], [1.0, -2.0, 0.5]), MOMENT)];
    let directions = around();
    let closed: Vec<FarField> = directions
        .iter()
        .map(|d| exact(&source, *d, [0.0; 3]))
        .collect();
    let most = closed.iter().map(|f| size(*f)).fold(0.0, f64::max);
    let seen = |cells: f64| {
        let far = transformed(&boxed(0.7, cells), &source, &directions);
        far.iter().map(|f| size(*f)).fold(0.0, f64::max) / most
    };
    let (coarse, fine) = (seen(20.0), seen(40.0));
    assert!(coarse < 1.5e-3 && fine < 7e-4, "{coarse:e} {fine:e}");
}
