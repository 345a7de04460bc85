//! Lines at structures, ports and metal edges.

use crate::messages::{GridWarning, What};
use crate::tests::{C0, DIELECTRIC, GROWTH, MM, add, auto, line_at, run, scene, worst_ratio};
use poynting_scene::{GridKind, MaterialId, Port, Wire};

#[test]
fn an_empty_domain_has_equal_cells() {
    let meshed = run(&scene(auto()));
    assert_eq!(meshed.grid.cells(), [40; 3]);
    assert!((meshed.grid.smallest().size - MM).abs() < 1e-9 * MM);
    assert!(meshed.warnings.is_empty(), "{:?}", meshed.warnings);
    assert!(
        meshed.smallest_cause.contains("vacuum"),
        "{}",
        meshed.smallest_cause
    );
    let limit = meshed.grid.courant_limit(C0);
    assert!((limit / (MM / (C0 * 3.0_f64.sqrt())) - 1.0).abs() < 1e-6);
}

#[test]
fn every_face_of_a_dielectric_box_has_a_line() {
    let mut s = scene(auto());
    let (from, to) = ([-3.3, 1.23, -7.1], [4.6, 9.87, -2.05]);
    add(&mut s, "block", DIELECTRIC, from, to);
    let grid = run(&s).grid;
    for axis in 0..3 {
        let (i, j) = (
            line_at(&grid, axis, from[axis]).unwrap(),
            line_at(&grid, axis, to[axis]).unwrap(),
        );
        // Half the wavelength inside, and no cell anywhere above its limit.
        let cells = grid.primal(axis);
        assert!(
            cells[i..j].iter().all(|c| *c <= 0.5 * MM * (1.0 + 1e-9)),
            "{cells:?}"
        );
        assert!(cells.iter().all(|c| *c <= MM * (1.0 + 1e-9)));
        assert!((grid.lines[axis][0] + 20.0 * MM).abs() == 0.0);
        assert!((grid.lines[axis][cells.len()] - 20.0 * MM).abs() == 0.0);
    }
    assert!(worst_ratio(&grid) <= GROWTH * (1.0 + 1e-6));
}

#[test]
fn wires_lie_on_lines_and_bend_at_nodes() {
    let mut s = scene(auto());
    let points = [[-3.3, 1.23, 0.4], [-3.3, 1.23, 7.7], [5.15, 1.23, 7.7]];
    s.wires.push(Wire {
        name: "bent".into(),
        radius: 0.1 * MM,
        points: points.map(|p| p.map(|x| x * MM)).to_vec(),
    });
    let meshed = run(&s);
    for point in points {
        for (axis, x) in point.into_iter().enumerate() {
            line_at(&meshed.grid, axis, x).unwrap();
        }
    }
    let is_wire = |l: &&crate::lines::FixedLine| l.cause.what == What::Wire;
    assert_eq!(meshed.fixed[0].iter().filter(is_wire).count(), 2);
}

#[test]
fn the_edge_of_a_strip_lies_one_third_into_a_cell() {
    let mut s = scene(auto());
    add(
        &mut s,
        "strip",
        MaterialId::PEC,
        [-5.0, -1.3, 0.37],
        [5.0, 1.3, 0.37],
    );
    let meshed = run(&s);
    let grid = &meshed.grid;
    line_at(grid, 2, 0.37).unwrap();
    for (axis, edge) in [(0, 5.0), (1, 1.3)] {
        for sign in [-1.0, 1.0] {
            let x = sign * edge * MM;
            let cell = grid.locate(axis, x);
            let (a, b) = (grid.lines[axis][cell], grid.lines[axis][cell + 1]);
            // From the line within the metal to the edge.
            let inside = if sign > 0.0 { x - a } else { b - x };
            assert!(
                (inside / (b - a) - 1.0 / 3.0).abs() < 1e-9,
                "axis {axis}: {a} {x} {b}"
            );
        }
    }
    // 2.6 mm wide: 2/3 of a cell at the edges, and whole cells of the same size between them.
    let inner: Vec<f64> = grid
        .primal(1)
        .into_iter()
        .filter(|c| (c / MM - 2.6 / (2.0 + 2.0 / 3.0)).abs() < 1e-6)
        .collect();
    assert!(inner.len() >= 4, "{:?}", grid.primal(1));
    assert!(worst_ratio(grid) <= GROWTH * (1.0 + 1e-6));
    assert!(
        meshed.fixed[1]
            .iter()
            .any(|l| l.cause.what == What::MetalEdge)
    );
}

#[test]
fn thick_metal_is_snapped_and_thin_metal_obeys_the_thirds() {
    let mut s = scene(auto());
    add(
        &mut s,
        "block",
        MaterialId::PEC,
        [-15.0, -5.2, -15.0],
        [-8.0, 5.2, -8.0],
    );
    add(
        &mut s,
        "trace",
        MaterialId::PEC,
        [2.0, -3.0, 0.0],
        [9.0, 3.0, 0.2],
    );
    let grid = run(&s).grid;
    for y in [-5.2, 5.2] {
        line_at(&grid, 1, y).unwrap();
    }
    line_at(&grid, 2, 0.2).unwrap();
    assert!(line_at(&grid, 1, 3.0).is_err());
    let cell = grid.locate(1, 3.0 * MM);
    let inside = (3.0 * MM - grid.lines[1][cell]) / grid.primal(1)[cell];
    assert!((inside - 1.0 / 3.0).abs() < 1e-9, "{inside}");
}

#[test]
fn slivers_are_merged_and_named() {
    let mut s = scene(auto());
    add(&mut s, "left", DIELECTRIC, [-5.0; 3], [0.0, 5.0, 5.0]);
    add(&mut s, "right", DIELECTRIC, [0.001, -5.0, -5.0], [5.0; 3]);
    let meshed = run(&s);
    assert!(
        meshed.grid.smallest().size > 0.2 * MM,
        "{:?}",
        meshed.grid.smallest()
    );
    let text: Vec<String> = meshed.warnings.iter().map(ToString::to_string).collect();
    assert!(
        text.len() == 1 && text[0].contains("`left`") && text[0].contains("`right`"),
        "{text:?}"
    );
    assert!(text[0].contains("1 µm"), "{text:?}");
}

#[test]
fn thin_structures_are_reported_with_their_line() {
    let mut s = scene(auto());
    add(
        &mut s,
        "foil",
        MaterialId::PEC,
        [-5.0, -5.0, 1.0],
        [5.0, 5.0, 1.005],
    );
    add(&mut s, "far", DIELECTRIC, [100.0; 3], [101.0; 3]);
    let meshed = run(&s);
    assert_eq!(meshed.flattened.len(), 1);
    let flat = meshed.flattened[0];
    assert_eq!((flat.structure, flat.axis), (0, 2));
    assert_eq!(line_at(&meshed.grid, 2, 1.0), Ok(flat.line));
    assert!(
        meshed
            .warnings
            .iter()
            .any(|w| matches!(w, GridWarning::Outside { structure } if structure == "far"))
    );
    assert!(
        meshed
            .warnings
            .iter()
            .any(|w| matches!(w, GridWarning::Flattened { .. }))
    );
}

#[test]
fn the_smallest_cell_is_explained() {
    let mut s = scene(auto());
    add(&mut s, "lower", DIELECTRIC, [-5.0; 3], [5.0, 5.0, 0.0]);
    add(&mut s, "upper", DIELECTRIC, [-5.0, -5.0, 0.03], [5.0; 3]);
    let meshed = run(&s);
    assert!((meshed.grid.smallest().size - 0.03 * MM).abs() < 1e-12);
    let cause = &meshed.smallest_cause;
    assert!(
        cause.contains("`lower`") && cause.contains("`upper`") && cause.contains("30 µm"),
        "{cause}"
    );
    assert!(
        meshed
            .warnings
            .iter()
            .any(|w| matches!(w, GridWarning::SmallCell { .. }))
    );
    assert!(worst_ratio(&meshed.grid) <= GROWTH * (1.0 + 1e-6));
}

#[test]
fn min_and_max_cell_are_honoured() {
    let kind = |min_cell, max_cell| GridKind::Auto {
        cells_per_wavelength: 20.0,
        max_growth: GROWTH,
        min_cell,
        max_cell,
    };
    let mut s = scene(kind(Some(0.25 * MM), None));
    add(&mut s, "lower", DIELECTRIC, [-5.0; 3], [5.0, 5.0, 0.0]);
    add(
        &mut s,
        "upper",
        DIELECTRIC,
        [-5.0, -5.0, 0.2],
        [5.0, 5.0, 0.63],
    );
    let meshed = run(&s);
    assert!(
        meshed.grid.smallest().size >= 0.25 * MM * (1.0 - 1e-6),
        "{:?}",
        meshed.grid.smallest()
    );
    assert!(
        meshed
            .warnings
            .iter()
            .any(|w| matches!(w, GridWarning::Merged { .. }))
    );
    let meshed = run(&scene(kind(None, Some(0.3 * MM))));
    assert_eq!(meshed.grid.cells(), [134; 3]);
}

#[test]
fn port_ends_have_lines() {
    let mut s = scene(auto());
    add(
        &mut s,
        "patch",
        MaterialId::PEC,
        [-4.0, -4.0, 1.6],
        [4.0, 4.0, 1.6],
    );
    s.ports.push(Port {
        name: "feed".into(),
        from: [-1.37 * MM, 0.0, 0.0],
        to: [-1.37 * MM, 0.0, 1.6 * MM],
        axis: 2,
        sign: 1.0,
        resistance: 50.0,
        excitation: None,
    });
    let grid = run(&s).grid;
    for (axis, x) in [(0, -1.37), (1, 0.0), (2, 0.0), (2, 1.6)] {
        line_at(&grid, axis, x).unwrap();
    }
    assert!(worst_ratio(&grid) <= GROWTH * (1.0 + 1e-6));
}

#[test]
fn a_thin_layer_has_cells_across_it() {
    let mut s = scene(auto());
    add(
        &mut s,
        "substrate",
        DIELECTRIC,
        [-20.0, -20.0, 0.0],
        [20.0, 20.0, 0.8],
    );
    let grid = run(&s).grid;
    let cells = |grid: &crate::lines::Grid, to: f64| {
        line_at(grid, 2, to).unwrap() - line_at(grid, 2, 0.0).unwrap()
    };
    assert_eq!(cells(&grid, 0.8), 4);
    assert!(worst_ratio(&grid) <= GROWTH * (1.0 + 1e-6));
    // A coating of a twentieth of a cell does not refine the grid to its own thickness: no cell under 1/12 of 0.5 mm.
    s.structures.clear();
    add(
        &mut s,
        "coating",
        DIELECTRIC,
        [-20.0, -20.0, 0.0],
        [20.0, 20.0, 0.05],
    );
    let grid = run(&s).grid;
    assert_eq!(cells(&grid, 0.05), 2);
    // Along the other axes it requires no more than its wavelength.
    assert_eq!(grid.cells()[0], 80);
}
