//! The scalar integrand at k = 0: capacitance of a square and a cube of side 1, `data/README.md`.

use crate::meshes;
use poynting_geometry::Surface;
use poynting_mom_core::RwgSpace;
use poynting_physics::constants::EPS0;
use std::f64::consts::PI;

/// C/(4 pi eps0) of a surface in the unit cube, its mesh graded towards the edges, where the charge is singular.
fn capacitance(mut surface: Surface) -> f64 {
    let graded = |x: f64| 0.5 * (1.0 - (PI * x).cos());
    surface.vertices.iter_mut().for_each(|v| *v = v.map(graded));
    let space = RwgSpace::new(&surface).unwrap();
    poynting_mom_core::capacitance(&space, 1e-4).unwrap() / (4.0 * PI * EPS0)
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
    // A uniform charge per triangle has too much energy, so the capacitance is too small, by 1 % at most.
    let square =
        capacitance(meshes::weld(meshes::plate(1.0, 1.0, 10, 10))) / expected("square_plate");
    let cube = capacitance(meshes::cube(4)) / expected("unit_cube");
    println!("square {square:.5} cube {cube:.5}");
    assert!((0.99..1.0).contains(&square), "{square}");
    assert!((0.99..1.0).contains(&cube), "{cube}");
}
