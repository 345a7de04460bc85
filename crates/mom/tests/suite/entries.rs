//! Entries of single pairs of triangles against the independent reference.

use crate::{meshes, reference};
use poynting_analytic::constants::ETA0;
use poynting_geometry::Surface;
use poynting_mom::{Block, Equation, Operator, RwgSpace};

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

/// The reference of one equation, its step refined until it stands a hundred times better than what it is to judge.
fn settled(space: &RwgSpace, [test, trial]: [usize; 2], k: f64, equation: usize) -> Block<f64> {
    let [t, s] = [test, trial].map(|n| &space.triangles()[n]);
    let mut coarse = reference::blocks(k, t, s, 0.24)[equation];
    for step in [0.19, 0.14, 0.1, 0.07] {
        let fine = reference::blocks(k, t, s, step)[equation];
        if off(&coarse, &fine) < 1e-8 {
            return fine;
        }
        coarse = fine;
    }
    panic!("the reference of {test} and {trial} does not settle");
}

/// Errors of both equations at a tolerance of 1e-6.
fn check(space: &RwgSpace, pair: [usize; 2], k: f64) {
    for (n, equation) in [Equation::Electric, Equation::Magnetic]
        .into_iter()
        .enumerate()
    {
        let operator = Operator::new(space, k, equation, 1e-6).unwrap();
        let found = operator.block(pair[0], pair[1]);
        if n == 1 && coplanar(space, pair) {
            // Grad G x J is normal to the plane: there is nothing but the overlap of a triangle with itself.
            let largest = found
                .iter()
                .flatten()
                .flatten()
                .fold(0.0_f64, |m, v| m.max(v.abs()));
            assert!(
                pair[0] == pair[1] || largest < 1e-12 * ETA0,
                "{pair:?}: {largest:e}"
            );
            continue;
        }
        let error = off(&found, &settled(space, pair, k, n));
        println!("{equation:?} {pair:?}: {error:.1e}");
        assert!(error < 1e-6, "{equation:?} {pair:?}: {error:e}");
    }
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
    // Straight below, beside it, and farther off.
    for trial in [below[0], below[1], below[4]] {
        check(&space, [test, trial], 1.0);
    }
    let pebble = RwgSpace::new(&pebble()).unwrap();
    for trial in with_contact(&pebble, 7, 0).into_iter().take(3) {
        check(&pebble, [7, trial], 1.0);
    }
}
