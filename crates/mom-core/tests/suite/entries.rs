//! Entries of single pairs of triangles compared with the independent reference.

use crate::{meshes, reference};
use poynting_exec::Budget;
use poynting_geometry::Surface;
use poynting_linalg::solve;
use poynting_mom_core::{
    Block, Complex, Dense, Equation, Mat, MomError, Operator, Rules, RwgSpace, Symmetry, mean_green,
};
use poynting_physics::constants::ETA0;

/// A flattened sphere: triangles of many shapes, longest edge up to four heights.
fn pebble() -> Surface {
    let mut surface = meshes::sphere(2);
    for v in &mut surface.vertices {
        *v = [v[0], 0.6 * v[1], 0.35 * v[2]];
    }
    surface
}

/// A thin box: opposite faces at a tenth of a cell.
fn slab() -> Surface {
    let mut surface = meshes::cube(2);
    surface.vertices.iter_mut().for_each(|v| v[2] *= 0.05);
    surface
}

fn common(space: &RwgSpace, a: usize, b: usize) -> usize {
    let [a, b] = [a, b].map(|t| space.triangles()[t].vertices);
    a.iter().filter(|v| b.contains(v)).count()
}

/// Largest difference over the largest entry.
fn off(found: &Block<f64>, expected: &Block<f64>) -> f64 {
    let values = found.iter().flatten().zip(expected.iter().flatten());
    let (mut difference, mut largest) = (0.0_f64, 0.0_f64);
    for (x, y) in values {
        difference = difference.max((x[0] - y[0]).hypot(x[1] - y[1]));
        largest = largest.max(y[0].hypot(y[1]));
    }
    difference / largest
}

/// The reference of the first `equations`, its step refined until it is a hundred times more accurate than the tested value.
fn settled(
    space: &RwgSpace,
    [test, trial]: [usize; 2],
    k: f64,
    equations: usize,
) -> [Block<f64>; 2] {
    let [t, s] = [test, trial].map(|n| &space.triangles()[n]);
    let mut coarse = reference::blocks(k, t, s, 0.24);
    for step in [0.19, 0.14, 0.1, 0.07] {
        let fine = reference::blocks(k, t, s, step);
        if (0..equations).all(|n| off(&coarse[n], &fine[n]) < 1e-8) {
            return fine;
        }
        coarse = fine;
    }
    panic!("the reference of {test} and {trial} does not settle");
}

/// Errors of both equations at a tolerance of 1e-6.
fn check(space: &RwgSpace, pair: [usize; 2], k: f64) {
    let block = |equation| {
        let operator = Operator::new(space, k, equation, 1e-6).unwrap();
        operator.block(pair[0], pair[1]).unwrap()
    };
    let flat = coplanar(space, pair);
    let expected = settled(space, pair, k, if flat { 1 } else { 2 });
    let error = off(&block(Equation::Electric), &expected[0]);
    println!("EFIE {pair:?}: {error:.1e}");
    assert!(error < 1e-6, "EFIE {pair:?}: {error:e}");
    let found = block(Equation::Magnetic);
    if flat {
        // Grad G x J is normal to the plane: only the overlap of a triangle with itself remains.
        let values = found.iter().flatten().flatten();
        let largest = values.fold(0.0_f64, |m, v| m.max(v.abs()));
        let nothing = pair[0] == pair[1] || largest < 1e-12 * ETA0;
        assert!(nothing, "{pair:?}: {largest:e}");
        return;
    }
    let error = off(&found, &expected[1]);
    println!("MFIE {pair:?}: {error:.1e}");
    assert!(error < 1e-6, "MFIE {pair:?}: {error:e}");
}

fn coplanar(space: &RwgSpace, pair: [usize; 2]) -> bool {
    let [t, s] = pair.map(|n| &space.triangles()[n]);
    let height = |c: &[f64; 3]| {
        (0..3)
            .map(|i| t.normal[i] * (c[i] - t.centroid[i]))
            .sum::<f64>()
    };
    s.corners.iter().all(|c| height(c).abs() < 1e-12)
}

fn with_contact(space: &RwgSpace, test: usize, shared: usize) -> Vec<usize> {
    let all = 0..space.triangles().len();
    all.filter(|&s| common(space, test, s) == shared).collect()
}

#[test]
fn touching_pairs() {
    let space = RwgSpace::new(&pebble()).unwrap();
    // The kernel oscillates little (k = 1) and much (k = 4, edges up to 0.4 wavelengths).
    for (test, k) in [(7, 1.0), (33, 4.0)] {
        check(&space, [test, test], k);
        for shared in [2, 1] {
            let trials = with_contact(&space, test, shared);
            check(&space, [test, trials[0]], k);
            check(&space, [test, trials[trials.len() - 1]], k);
        }
    }
}

#[test]
fn touching_pairs_of_slivers_and_sharp_folds() {
    // The rim of the slab: edges of 0.5 against heights of 0.05, at right angles.
    let space = RwgSpace::new(&slab()).unwrap();
    let rim = |t: usize| space.triangles()[t].normal[2] == 0.0;
    let test = (0..space.triangles().len()).find(|&t| rim(t)).unwrap();
    check(&space, [test, test], 1.0);
    for shared in [2, 1] {
        let trials = with_contact(&space, test, shared);
        check(&space, [test, trials[0]], 1.0);
        check(&space, [test, trials[trials.len() - 1]], 1.0);
    }
}

#[test]
fn close_pairs_that_do_not_touch() {
    let space = RwgSpace::new(&slab()).unwrap();
    let triangles = space.triangles();
    let level = |t: usize, z: f64| triangles[t].normal[2] == z;
    let test = (0..triangles.len()).find(|&t| level(t, 1.0)).unwrap();
    let distance = |t: usize| -> f64 {
        (0..3)
            .map(|i| (triangles[t].centroid[i] - triangles[test].centroid[i]).powi(2))
            .sum()
    };
    let mut below: Vec<usize> = (0..triangles.len()).filter(|&t| level(t, -1.0)).collect();
    below.sort_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    // Directly below, next to it, and farther away.
    for trial in [below[0], below[1], below[4]] {
        check(&space, [test, trial], 1.0);
    }
    let pebble = RwgSpace::new(&pebble()).unwrap();
    for trial in with_contact(&pebble, 7, 0).into_iter().take(3) {
        check(&pebble, [7, trial], 1.0);
    }
}

/// Integrated at once, the entries of a pair and of the exchanged pair equal those integrated by themselves to more digits.
#[test]
fn both_orders_of_a_pair() {
    for (surface, k) in [(pebble(), 4.0), (slab(), 1.0)] {
        let space = RwgSpace::new(&surface).unwrap();
        let combined = Equation::Combined { alpha: 0.2 };
        for (equation, tolerance) in [
            (combined, 1e-3),
            (combined, 1e-6),
            (Equation::Magnetic, 1e-6),
        ] {
            let operator = Operator::new(&space, k, equation, tolerance).unwrap();
            let exact = Operator::new(&space, k, equation, 1e-7).unwrap();
            for test in [3, 14] {
                let shared = [2, 1, 0].map(|n| with_contact(&space, test, n));
                for &trial in shared.iter().flat_map(|trials| trials.iter().take(4)) {
                    let both = operator.mutual(test, trial).unwrap();
                    let orders = [[test, trial], [trial, test]];
                    for ([t, s], found) in orders.into_iter().zip(&both) {
                        if equation == Equation::Magnetic && coplanar(&space, [t, s]) {
                            continue;
                        }
                        let error = off(found, &exact.block(t, s).unwrap());
                        assert!(
                            error < tolerance,
                            "{equation:?} {tolerance:e} {t} {s}: {error:e}"
                        );
                    }
                }
            }
        }
    }
}

/// A tetrahedron on each of two triangles, apexes away from each other: triangles 0 and 4 face each other.
fn facing(lower: [[f64; 3]; 3], upper: [[f64; 3]; 3]) -> RwgSpace {
    let mut surface = Surface::default();
    for ([a, b, c], apex) in [(lower, -1.0), (upper, 2.0)] {
        // Counter-clockwise from above is outwards below.
        let [b, c] = if apex < 0.0 { [b, c] } else { [c, b] };
        let first = surface.vertices.len() as u32;
        surface.vertices.extend([a, b, c, [0.4, 0.3, apex]]);
        let faces = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        surface
            .triangles
            .extend(faces.map(|f| f.map(|v| v + first)));
    }
    RwgSpace::new(&surface).unwrap()
}

/// Corners of the plane z = 0 raised to these heights.
fn lifted(corners: [[f64; 2]; 3], heights: [f64; 3]) -> [[f64; 3]; 3] {
    [0, 1, 2].map(|i| [corners[i][0], corners[i][1], heights[i]])
}

const REGULAR: [[f64; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.4, 0.8]];
const SLIVER: [[f64; 2]; 3] = [[0.0, 0.0], [1.0, 0.0], [0.45, 0.15]];

// The upper triangle is directly above the lower one, so that the layers of the outer integral are at edges, where the reference is refined.

#[test]
fn parallel_faces_at_any_gap() {
    for gap in [0.5, 0.1, 0.01, 0.001] {
        let space = facing(lifted(REGULAR, [0.0; 3]), lifted(REGULAR, [gap; 3]));
        check(&space, [0, 4], 1.0);
    }
}

#[test]
fn tilted_faces_at_any_gap() {
    for gap in [0.1, 0.01, 0.001] {
        let upper = lifted(REGULAR, [gap, gap, gap + 0.3]);
        let space = facing(lifted(REGULAR, [0.0; 3]), upper);
        check(&space, [4, 0], 1.0);
    }
}

#[test]
fn slivers_and_corners_over_faces() {
    let space = facing(lifted(SLIVER, [0.0; 3]), lifted(SLIVER, [0.02; 3]));
    check(&space, [0, 4], 1.0);
    for gap in [0.1, 0.001] {
        let upper = [[0.45, 0.3, gap], [0.5, 0.2, 0.6], [0.45, 0.4, 0.7]];
        let space = facing(lifted(REGULAR, [0.0; 3]), upper);
        check(&space, [4, 0], 1.0);
    }
}

/// Two plates of side 1, separated by a hundredth of the edge of their triangles. The fringing field adds to A/d about d/(pi a) (1 + ln(2 pi a/d)) on
/// each side: below 2 %.
#[test]
fn a_capacitor_of_close_plates() {
    let gap = 0.0025;
    let plate = meshes::plate(1.0, 1.0, 4, 4);
    let above = plate.iter().map(|t| t.map(|p| [p[0], p[1], gap]));
    let space = RwgSpace::new(&meshes::weld(plate.iter().copied().chain(above))).unwrap();
    let (triangles, rules) = (space.triangles(), Rules::new(1e-6).unwrap());
    let count = triangles.len();
    // The potential is a small difference between the contributions of the two plates.
    let matrix = Mat::from_fn(count, count, |t, s| {
        mean_green(&rules, 0.0, &triangles[t.max(s)], &triangles[t.min(s)]).unwrap()
    });
    let sign = |t: usize| if t < count / 2 { 1.0 } else { -1.0 };
    let side = Mat::from_fn(count, 1, |t, _| Complex::new(0.5 * sign(t), 0.0));
    let charges = solve(matrix.as_ref(), side.as_ref());
    let charge: f64 = (0..count / 2).map(|t| charges[(t, 0)].re).sum();
    let ratio = charge * gap;
    println!("C d/A = {ratio:.5}");
    assert!((1.0..1.02).contains(&ratio), "{ratio}");
}

/// Triangles that share points but no corners are reported, and nothing is computed.
#[test]
fn crossing_and_overlapping_triangles_are_refused() {
    let refused = |upper: [[f64; 3]; 3]| {
        let space = facing(lifted(REGULAR, [0.0; 3]), upper);
        let operator = Operator::new(&space, 1.0, Equation::Electric, 1e-3).unwrap();
        Dense::<f64>::new(&operator, Symmetry::Used, Budget::of_this_machine())
    };
    assert!(refused(lifted(REGULAR, [0.2; 3])).is_ok());
    let shifted = REGULAR.map(|[x, y]| [x + 0.1, y + 0.05]);
    for upper in [lifted(shifted, [0.0; 3]), lifted(shifted, [-0.1, 0.3, 0.3])] {
        let error = refused(upper).unwrap_err();
        assert!(
            matches!(error, MomError::Crossing { test, trial } if test >= 4 && trial < 4),
            "{error}"
        );
    }
}
