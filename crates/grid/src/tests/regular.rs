//! Grids without the mesher, lookup, and the messages of the checks.

use crate::checks::phase_error_deg;
use crate::lines::Grid;
use crate::messages::{GridError, GridWarning};
use crate::tests::{COPPER, DIELECTRIC, FREQUENCY, MM, add, auto, line_at, run, scene, try_run};
use poynting_scene::{GridKind, MaterialId, Symmetry};

#[test]
fn symmetry_keeps_the_upper_half() {
    let mut s = scene(auto());
    s.symmetry = [None, Some(Symmetry::Electric), None];
    add(&mut s, "block", DIELECTRIC, [-3.0; 3], [3.0; 3]);
    let grid = run(&s).grid;
    assert_eq!(line_at(&grid, 1, 0.0), Ok(0));
    line_at(&grid, 1, 3.0).unwrap();
    line_at(&grid, 0, -3.0).unwrap();

    s.grid.kind = GridKind::Uniform { spacing: [MM; 3] };
    let grid = run(&s).grid;
    assert_eq!(grid.cells(), [40, 20, 40]);
    assert!(grid.lines[1][0].abs() < 1e-18);

    let whole: Vec<f64> = (0..=40).map(|i| f64::from(i - 20) * MM).collect();
    s.grid.kind = GridKind::Lines {
        lines: [whole.clone(), whole.clone(), whole.clone()],
    };
    assert_eq!(run(&s).grid.cells(), [40, 20, 40]);
    let odd = vec![-20.0 * MM, -5.0 * MM, 3.0 * MM, 20.0 * MM];
    s.grid.kind = GridKind::Lines {
        lines: [whole.clone(), odd, whole],
    };
    let error = try_run(&s).unwrap_err();
    assert!(matches!(
        error,
        GridError::NoLineOnSymmetryPlane { axis: 1, .. }
    ));
    assert!(error.to_string().contains("3 mm"), "{error}");
}

#[test]
fn large_uniform_grids_are_only_lines() {
    for n in [700_u32, 1000] {
        let s = scene(GridKind::Uniform {
            spacing: [40.0 * MM / f64::from(n); 3],
        });
        let grid = run(&s).grid;
        assert_eq!(grid.cells(), [n as usize; 3]);
        assert_eq!(grid.total_cells(), u64::from(n).pow(3));
    }
    let s = scene(GridKind::Uniform {
        spacing: [1e-15; 3],
    });
    assert!(matches!(try_run(&s), Err(GridError::TooManyLines { .. })));
}

#[test]
fn a_changed_spacing_is_told() {
    let meshed = run(&scene(GridKind::Uniform {
        spacing: [1.0 * MM, 0.95 * MM, 60.0 * MM],
    }));
    assert_eq!(meshed.grid.cells(), [40, 42, 1]);
    let axes: Vec<usize> = meshed
        .warnings
        .iter()
        .filter_map(|w| match w {
            GridWarning::SpacingChanged { axis, .. } => Some(*axis),
            _ => None,
        })
        .collect();
    assert_eq!(axes, [2]);
}

#[test]
fn coarse_grids_and_conductors_are_warned_of() {
    let mut s = scene(GridKind::Uniform {
        spacing: [2.5 * MM; 3],
    });
    add(&mut s, "lens", DIELECTRIC, [-5.0; 3], [5.0; 3]);
    add(&mut s, "foil", COPPER, [-5.0, -5.0, 10.0], [5.0, 5.0, 15.0]);
    let warnings = run(&s).warnings;
    let lens = warnings.iter().find_map(|w| match w {
        GridWarning::Dispersion {
            material,
            cells_per_wavelength,
            phase_error_deg_per_wavelength,
        } if material == "glass" => Some((*cells_per_wavelength, *phase_error_deg_per_wavelength)),
        _ => None,
    });
    let (cells, error) = lens.unwrap();
    assert!((cells - 4.0).abs() < 1e-9 && (error - phase_error_deg(4.0)).abs() < 1e-9);
    // delta = 0.066 m / sqrt(f) for copper, the handbook value.
    let depth = warnings.iter().find_map(|w| match w {
        GridWarning::SkinDepth { depth, .. } => Some(*depth),
        _ => None,
    });
    assert!((depth.unwrap() * FREQUENCY.sqrt() - 0.0661).abs() < 1e-4);
    // Series: 360 (pi/N)^2/6 degrees to leading order.
    assert!(
        (phase_error_deg(100.0) / (360.0 * (std::f64::consts::PI / 100.0).powi(2) / 6.0) - 1.0)
            .abs()
            < 1e-3
    );
    assert!(phase_error_deg(3.0).is_infinite());
}

#[test]
fn bad_specifications_are_refused() {
    let mut s = scene(auto());
    s.grid.max_frequency = None;
    assert_eq!(try_run(&s).unwrap_err(), GridError::NoFrequency);
    let lines = [vec![0.0, 1.0], vec![0.0, 2.0, 1.0], vec![0.0]];
    let error = Grid::new(lines).unwrap_err().to_string();
    assert!(
        error.contains("along y") && error.contains("line 3"),
        "{error}"
    );
}

#[test]
fn lookup_of_cells_and_lines() {
    let grid = Grid::new([vec![0.0, 1.0, 3.0, 4.0], vec![0.0, 1.0], vec![0.0, 1.0]]).unwrap();
    let cells: Vec<usize> = [-1.0, 0.0, 0.9, 1.0, 2.9, 3.0, 9.0]
        .iter()
        .map(|x| grid.locate(0, *x))
        .collect();
    assert_eq!(cells, [0, 0, 0, 1, 1, 2, 2]);
    let lines: Vec<usize> = [-1.0, 0.4, 0.6, 2.0, 2.1, 9.0]
        .iter()
        .map(|x| grid.nearest_line(0, *x))
        .collect();
    assert_eq!(lines, [0, 0, 1, 1, 2, 3]);
}

#[test]
fn faces_between_the_lines_of_a_given_grid_are_told() {
    let mut s = scene(GridKind::Uniform { spacing: [MM; 3] });
    add(&mut s, "fits", DIELECTRIC, [-5.0; 3], [5.0; 3]);
    assert!(run(&s).warnings.is_empty());
    add(
        &mut s,
        "strip",
        MaterialId::PEC,
        [-5.0, -1.0, 0.8],
        [5.0, 1.0, 0.8],
    );
    let warnings = run(&s).warnings;
    assert!(
        matches!(&warnings[..], [GridWarning::Moved { axis: 2, from, to, .. }]
            if (from - 0.8 * MM).abs() < 1e-12 && (to - MM).abs() < 1e-12),
        "{warnings:?}"
    );
    let text = warnings[0].to_string();
    assert!(
        text.contains("`strip` is at z = 800 µm, but the nearest grid line is at 1 mm"),
        "{text}"
    );
}

#[test]
fn a_structure_without_its_image_is_told() {
    let mut s = scene(auto());
    s.symmetry = [None, Some(Symmetry::Magnetic), None];
    add(&mut s, "middle", DIELECTRIC, [-3.0; 3], [3.0; 3]);
    add(
        &mut s,
        "ground",
        DIELECTRIC,
        [-20.0, -20.0, -20.0],
        [20.0, 20.0, -15.0],
    );
    add(
        &mut s,
        "left",
        DIELECTRIC,
        [5.0, -8.0, 0.0],
        [9.0, -6.0, 3.0],
    );
    add(
        &mut s,
        "right",
        DIELECTRIC,
        [5.0, 6.0, 0.0],
        [9.0, 8.0, 3.0],
    );
    assert!(run(&s).warnings.is_empty());
    add(
        &mut s,
        "alone",
        DIELECTRIC,
        [-9.0, 6.0, 0.0],
        [-5.0, 8.0, 3.0],
    );
    let warnings = run(&s).warnings;
    assert!(
        matches!(&warnings[..], [GridWarning::NotSymmetric { structure, axis: 1 }] if structure == "alone"),
        "{warnings:?}"
    );
}
