//! What is refused, with its reason.

use poynting_layered::{
    Boundary, Complex, Dipole, GreenFunction, Kernel, LayeredError, Medium, Settings, Side, Stack,
};

use crate::common::{AIR, dielectric, grounded, lossy, real};

#[test]
fn stacks_that_cannot_be_are_refused() {
    let conductor = Boundary::Conductor;
    let empty = Stack::new(1e9, conductor, &[], conductor);
    assert_eq!(empty, Err(LayeredError::Empty));
    for thickness in [0.0, -1e-3, f64::NAN, f64::INFINITY] {
        let layers = [dielectric(real(2.0), thickness)];
        let stack = Stack::new(1e9, conductor, &layers, AIR);
        assert!(matches!(stack, Err(LayeredError::Value { .. })));
    }
    for eps in [Complex::new(2.0, 0.1), real(0.0), real(f64::NAN)] {
        let above = Boundary::HalfSpace(Medium::dielectric(eps));
        let stack = Stack::new(1e9, conductor, &[dielectric(real(2.0), 1e-3)], above);
        assert!(matches!(
            stack,
            Err(LayeredError::Medium { section: 1, .. })
        ));
    }
}

#[test]
fn places_that_are_not_in_the_stack_are_refused() {
    let slab = grounded(1e9, real(2.0), 1e-3);
    let outside = slab.above(-1e-6);
    assert!(matches!(outside, Err(LayeredError::Outside { .. })));
    // A height of another stack.
    let other = lossy(1e9).above(0.01).unwrap();
    let settings = Settings::new(&[Kernel::Xx], 1e-6);
    let green = GreenFunction::new(&slab, other, other, settings.clone());
    assert!(matches!(green, Err(LayeredError::Outside { .. })));
    let top = slab.above(1e-3).unwrap();
    let green = GreenFunction::new(&slab, top, top, settings).unwrap();
    assert_eq!(green.at(0.0), Err(LayeredError::Coincident));
    for rho in [-1.0, f64::NAN, f64::INFINITY, 1e9] {
        assert!(matches!(green.at(rho), Err(LayeredError::Value { .. })));
    }
}

/// Power that leaves with losses on the way is a matter of definition.
#[test]
fn powers_in_lossy_stacks_are_refused() {
    let stack = lossy(1e9);
    let dipole = Dipole {
        moment: [real(1.0); 3],
        height: stack.above(0.01).unwrap(),
    };
    let refused =
        |result: Result<(), LayeredError>| matches!(result, Err(LayeredError::Lossy { .. }));
    assert!(refused(stack.supplied_power(&dipole).map(|_| ())));
    assert!(refused(stack.surface_wave_powers(&dipole).map(|_| ())));
    assert!(refused(
        stack.radiated_power(&dipole, Side::Below).map(|_| ())
    ));
    assert!(stack.radiated_power(&dipole, Side::Above).is_ok());
}
