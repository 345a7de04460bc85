//! What cannot be solved is refused, and the message says why.

use crate::common::mesh;
use poynting_mom2d::{Equation, Mesh, Mom2dError, Outline, Polarization, Sampling, Side, System};

fn message<T>(result: Result<T, Mom2dError>) -> String {
    match result {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn outlines_without_extent_are_refused() {
    let found = message(Outline::polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]));
    assert!(found.contains("no area"), "{found}");
    let found = message(Outline::strip(&[[0.0, 0.0], [0.0, 0.0], [2.0, 0.0]]));
    assert!(found.contains("side 0"), "{found}");
    let found = message(Outline::polygon(&[[0.0, 0.0], [1.0, 0.0]]));
    assert!(found.contains("2 points"), "{found}");
    let found = message(Outline::circle([0.0, 0.0], -1.0));
    assert!(found.contains("radius is -1"), "{found}");
    let found = message(Outline::strip(&[[0.0, f64::NAN], [2.0, 0.0]]));
    assert!(found.contains("finite"), "{found}");
    assert!(message(Outline::new(Vec::new())).contains("0 points"));
    let line = |from, to| Side::Line { from, to };
    let found = message(Outline::new(vec![
        line([0.0, 0.0], [1.0, 0.0]),
        line([1.0, 0.5], [2.0, 0.0]),
    ]));
    assert!(found.contains("side 1 begins at (1, 0.5) m"), "{found}");
}

#[test]
fn outlines_that_meet_are_refused() {
    let square = |x: f64| {
        let corners = [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]];
        Outline::polygon(&corners).unwrap()
    };
    let crossing = |outlines: &[Outline]| message(Mesh::new(outlines, 1.0, Sampling::default()));
    let found = crossing(&[square(0.0), square(0.5)]);
    assert!(found.contains("outlines 0 and 1 cross or touch"), "{found}");
    let found = crossing(&[square(0.0), square(1.0)]);
    assert!(found.contains("cross or touch"), "{found}");
    let bow = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 3.0]];
    let found = crossing(&[Outline::polygon(&bow).unwrap()]);
    assert!(found.contains("outlines 0 and 0"), "{found}");
    assert!(crossing(&[]).contains("no outline"));
    assert!(!mesh(&[square(0.0), square(1.001)]).is_empty());
}

#[test]
fn numbers_out_of_range_are_refused() {
    let strip = [Outline::strip(&[[0.0, 0.0], [1.0, 0.0]]).unwrap()];
    let found = message(Mesh::new(&strip, 0.0, Sampling::default()));
    assert!(found.contains("wavelength is 0"), "{found}");
    let coarse = Sampling {
        per_wavelength: 2.0,
        ..Sampling::default()
    };
    let found = message(Mesh::new(&strip, 1.0, coarse));
    assert!(found.contains("at least 6"), "{found}");
    let mesh = mesh(&strip);
    let found = message(System::new(&mesh, Polarization::Tm, Equation::Magnetic));
    assert!(found.contains("outline 0 is open"), "{found}");
    let found = message(System::new(
        &mesh,
        Polarization::Tm,
        Equation::Combined(1.5),
    ));
    assert!(found.contains("between 0 and 1"), "{found}");
}
