//! The scalar integrand at k = 0: capacitance of a square and a cube of side 1, `data/README.md`.

use crate::meshes;
use poynting_geometry::Surface;
use poynting_mom::faer::linalg::solvers::Solve;
use poynting_mom::{Complex, Mat, Rules, RwgSpace, mean_green};
use rayon::prelude::*;
use std::f64::consts::PI;

/// C/(4 pi eps0) with a uniform charge on each triangle: unit potential everywhere, on average over each triangle.
fn capacitance(surface: &Surface) -> f64 {
    let space = RwgSpace::new(surface).unwrap();
    let rules = Rules::new(1e-4).unwrap();
    let triangles = space.triangles();
    let count = triangles.len();
    let values: Vec<Vec<f64>> = (0..count)
        .into_par_iter()
        .map(|t| {
            (0..=t)
                .map(|s| 4.0 * PI * mean_green(&rules, 0.0, &triangles[t], &triangles[s]).re)
                .collect()
        })
        .collect();
    let matrix = Mat::from_fn(count, count, |t, s| {
        Complex::new(values[t.max(s)][t.min(s)], 0.0)
    });
    let one = Mat::from_fn(count, 1, |_, _| Complex::new(1.0, 0.0));
    let charges = matrix.partial_piv_lu().solve(&one);
    charges.col_as_slice(0).iter().map(|q| q.re).sum()
}

fn expected(shape: &str) -> f64 {
    let text = include_str!("../data/capacitance_and_small_constants.json");
    let shape = &text[text.find(shape).expect("the shape")..];
    let value = &shape[shape.find("C_over_4pieps0a").expect("the value")..];
    value
        .split('"')
        .nth(2)
        .expect("a string")
        .parse()
        .expect("a number")
}

#[test]
fn capacitance_of_a_square_and_a_cube() {
    // A charge that is uniform on triangles has too much energy, so the capacitance is too small, and by 1 % at most.
    let square =
        capacitance(&meshes::weld(meshes::plate(1.0, 1.0, 20, 20))) / expected("square_plate");
    let cube = capacitance(&meshes::cube(6)) / expected("unit_cube");
    println!("square {square:.5} cube {cube:.5}");
    assert!((0.99..1.0).contains(&square), "{square}");
    assert!((0.99..1.0).contains(&cube), "{cube}");
}
