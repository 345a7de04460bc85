//! Edges of strips, and strips and gaps that are too narrow.

use crate::lines::Meshed;
use crate::messages::{GridWarning, What};
use crate::tests::{GROWTH, MM, add, auto, run, scene};
use poynting_geometry::End;
use poynting_scene::{GridKind, MaterialId, Shape, Structure};

const PEC: MaterialId = MaterialId::PEC;

/// Checks that an edge at `x` millimetres has one third of its cell within the metal.
fn assert_thirds(meshed: &Meshed, axis: usize, x: f64, end: End) {
    let grid = &meshed.grid;
    let cell = grid.locate(axis, x * MM);
    let part = (x * MM - grid.lines[axis][cell]) / grid.primal(axis)[cell];
    let inside = match end {
        End::Lower => 1.0 - part,
        End::Upper => part,
    };
    assert!(
        (inside - 1.0 / 3.0).abs() < 1e-9,
        "axis {axis}, {x} mm: {inside}"
    );
}

/// Sheets and boxes a fifth of a cell thick.
#[test]
fn both_sides_along_both_axes_obey_the_thirds_whatever_the_thickness() {
    for normal in 0..3 {
        for thickness in [0.0, 0.2] {
            let mut s = scene(auto());
            let [a, b] = [(normal + 1) % 3, (normal + 2) % 3];
            let (mut from, mut to) = ([0.0; 3], [0.0; 3]);
            (from[a], to[a]) = (-5.1, 4.3);
            (from[b], to[b]) = (-1.3, 1.7);
            to[normal] = thickness;
            add(&mut s, "strip", PEC, from, to);
            let meshed = run(&s);
            for axis in [a, b] {
                assert_thirds(&meshed, axis, from[axis], End::Lower);
                assert_thirds(&meshed, axis, to[axis], End::Upper);
            }
        }
    }
}

/// A patch with its line, as two sheets, two thin boxes, or one union of these. The line ends at the patch, whose edge
/// continues on either side of it; so the edge of the patch obeys the thirds rule, and the end of the line is not an edge.
#[test]
fn where_a_line_meets_a_patch_only_the_patch_has_an_edge() {
    for (thickness, is_union) in [(0.0, false), (0.2, false), (0.2, true)] {
        let mut s = scene(auto());
        add(
            &mut s,
            "line",
            PEC,
            [-12.0, -1.1, 0.0],
            [-3.7, 1.1, thickness],
        );
        add(
            &mut s,
            "patch",
            PEC,
            [-3.7, -6.0, 0.0],
            [8.3, 6.0, thickness],
        );
        if is_union {
            let parts = s.structures.drain(..).map(|part| part.shape).collect();
            s.structures.push(Structure {
                name: "patch".into(),
                material: PEC,
                shape: Shape::Union(parts),
            });
        }
        let meshed = run(&s);
        assert_thirds(&meshed, 0, -12.0, End::Lower);
        assert_thirds(&meshed, 0, -3.7, End::Lower);
        assert_thirds(&meshed, 0, 8.3, End::Upper);
        for (y, end) in [
            (-6.0, End::Lower),
            (-1.1, End::Lower),
            (1.1, End::Upper),
            (6.0, End::Upper),
        ] {
            assert_thirds(&meshed, 1, y, end);
        }
        assert_eq!(meshed.warnings, []);
    }
}

/// An L of two boxes: its outer edges obey the thirds rule, and so does the inner corner's edge along y, at y = 2 mm, since it
/// is an edge next to the upright.
#[test]
fn the_outer_edges_of_an_l_obey_the_thirds() {
    let mut s = scene(auto());
    add(&mut s, "foot", PEC, [-9.0, -1.0, 0.0], [9.0, 2.0, 0.0]);
    add(&mut s, "upright", PEC, [5.5, 2.0, 0.0], [9.0, 12.0, 0.0]);
    let meshed = run(&s);
    for (axis, x, end) in [
        (0, -9.0, End::Lower),
        (0, 5.5, End::Lower),
        (0, 9.0, End::Upper),
        (1, -1.0, End::Lower),
        (1, 2.0, End::Upper),
        (1, 12.0, End::Upper),
    ] {
        assert_thirds(&meshed, axis, x, end);
    }
}

/// A strip drawn in two pieces is one strip: the grid is that of the whole, except for a line at the joint.
#[test]
fn there_is_no_edge_where_boxes_continue_each_other() {
    let pieces = |ends: &[[f64; 2]]| {
        let mut s = scene(auto());
        for (n, [from, to]) in ends.iter().enumerate() {
            add(
                &mut s,
                &format!("piece {n}"),
                PEC,
                [*from, -1.5, 0.0],
                [*to, 1.5, 0.0],
            );
        }
        run(&s)
    };
    let whole = pieces(&[[-8.0, 8.0]]);
    for parts in [[[-8.0, 0.4], [0.4, 8.0]], [[-8.0, 2.0], [-1.0, 8.0]]] {
        let split = pieces(&parts);
        assert_thirds(&split, 0, -8.0, End::Lower);
        assert_thirds(&split, 0, 8.0, End::Upper);
        assert_eq!(split.grid.lines[1], whole.grid.lines[1]);
        // Two lines for each edge of the whole, and at most one for each interior end.
        let edges = |m: &Meshed| {
            let fixed = m.fixed[0].iter();
            fixed
                .filter(|line| line.cause.what == What::MetalEdge)
                .count()
        };
        assert_eq!(edges(&whole), 4);
        assert!(edges(&split) <= 6, "{:?}", split.fixed[0]);
        assert_eq!(split.warnings, []);
    }
}

fn uniform(spacing: f64) -> GridKind {
    GridKind::Uniform {
        spacing: [spacing * MM; 3],
    }
}

fn narrow(meshed: &Meshed) -> Vec<String> {
    let narrow = |w: &GridWarning| matches!(w, GridWarning::Narrow(_)).then(|| w.to_string());
    meshed.warnings.iter().filter_map(narrow).collect()
}

#[test]
fn strips_of_less_than_two_cells_are_named_with_their_cure() {
    for thickness in [0.0, 1.0] {
        let mut s = scene(uniform(1.0));
        add(
            &mut s,
            "wide",
            PEC,
            [-10.0, -5.0, 0.0],
            [10.0, -3.0, thickness],
        );
        add(
            &mut s,
            "narrow",
            PEC,
            [-10.0, 3.0, 0.0],
            [10.0, 4.5, thickness],
        );
        assert_eq!(
            narrow(&run(&s)),
            [
                "the strip `narrow` is 1.5 mm wide along y, only 1.5 cells of 1 mm: its impedance will be wrong, because \
                 both edges share cells; resolve it with at least two cells: use smaller cells there, or use the \
                 automatic mesher"
            ]
        );
        s.grid.kind = auto();
        assert_eq!(narrow(&run(&s)), [""; 0]);
    }
}

/// The mesher makes two cells across a strip unless forbidden.
#[test]
fn a_smallest_cell_that_is_too_large_for_a_strip_is_named() {
    let mut s = scene(GridKind::Auto {
        cells_per_wavelength: 20.0,
        max_growth: GROWTH,
        min_cell: Some(0.5 * MM),
        max_cell: None,
    });
    add(&mut s, "thread", PEC, [-10.0, -0.3, 0.0], [10.0, 0.3, 0.0]);
    let told = narrow(&run(&s));
    assert!(
        told.len() == 1
            && told[0].contains("the strip `thread` is 600 µm wide along y")
            && told[0].contains("reduce `min_cell` of the grid"),
        "{told:?}"
    );
}

/// A part of a wider structure is not narrow: the pieces of a patch.
#[test]
fn slices_of_a_patch_are_no_strips() {
    let mut s = scene(uniform(1.0));
    for n in 0..6 {
        let x = f64::from(n) - 3.0;
        add(&mut s, "slice", PEC, [x, -6.0, 0.0], [x + 1.0, 6.0, 0.0]);
    }
    assert_eq!(narrow(&run(&s)), [""; 0]);
}

#[test]
fn a_gap_of_less_than_a_cell_is_named_unless_it_is_bridged() {
    let mut s = scene(uniform(1.0));
    add(&mut s, "left", PEC, [-10.0, -3.0, 0.0], [-0.2, 3.0, 0.0]);
    add(&mut s, "right", PEC, [0.2, -3.0, 0.0], [10.0, 3.0, 0.0]);
    add(&mut s, "beside", PEC, [-10.0, 4.0, 0.0], [10.0, 8.0, 0.0]);
    add(&mut s, "below", PEC, [-10.0, -8.0, -2.0], [10.0, 8.0, -2.0]);
    let told = narrow(&run(&s));
    assert_eq!(
        told,
        [
            "the gap between `left` and `right` is 400 µm wide along x, only 0.4 cells of 1 mm, and may be closed on the \
             grid; resolve it with at least one cell: use smaller cells there, or use the automatic mesher",
        ]
    );
    add(&mut s, "bridge", PEC, [-1.0, -1.0, 0.0], [1.0, 1.0, 0.0]);
    assert_eq!(narrow(&run(&s)), [""; 0]);
}
