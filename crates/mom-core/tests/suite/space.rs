//! Functions on open, closed and branching surfaces, and rejected meshes.

use crate::meshes;
use poynting_geometry::Surface;
use poynting_mom_core::{Complex, Equation, Gap, MomError, Operator, RwgSpace, density};

fn surface(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Surface {
    Surface {
        vertices: vertices.to_vec(),
        triangles: triangles.to_vec(),
        ..Surface::default()
    }
}

/// A square of two triangles, and fins on its diagonal.
fn fins(count: usize) -> Surface {
    let mut vertices = vec![[0.0; 3], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mut triangles = vec![[0, 2, 1], [0, 1, 3]];
    for n in 0..count {
        vertices.push([0.2 * n as f64, 0.5, 1.0]);
        triangles.push([0, 1, 4 + n as u32]);
    }
    surface(&vertices, &triangles)
}

#[test]
fn an_edge_of_n_triangles_carries_one_function_less() {
    // Euler: a closed surface has 3/2 T edges, all of them interior.
    assert_eq!(RwgSpace::new(&meshes::sphere(3)).unwrap().len(), 30 * 9);
    // An n x n plate has 3 n^2 + 2 n edges, 4 n of them at the rim.
    let plate = meshes::weld(meshes::plate(1.0, 1.0, 4, 4));
    assert_eq!(RwgSpace::new(&plate).unwrap().len(), 3 * 16 - 2 * 4);
    for count in 0..4 {
        let space = RwgSpace::new(&fins(count)).unwrap();
        assert_eq!(space.len(), count + 1);
        assert_eq!(space.at_edge([1, 0]).count(), count + 1);
    }
}

/// The current leaving one triangle through the common edge enters the others: Kirchhoff's law, for any coefficients.
#[test]
fn current_is_conserved_at_junctions() {
    let space = RwgSpace::new(&fins(2)).unwrap();
    let currents: Vec<Complex<f64>> = (0..space.len())
        .map(|n| Complex::new(1.0 + n as f64, 0.3))
        .collect();
    let edge = [1.0 / 2.0_f64.sqrt(), 1.0 / 2.0_f64.sqrt(), 0.0];
    let at = [0.5, 0.5, 0.0];
    let mut total = Complex::new(0.0, 0.0);
    for (n, t) in space.triangles().iter().enumerate() {
        // In the plane, across the edge, out of the triangle.
        let from: [f64; 3] = std::array::from_fn(|i| at[i] - t.centroid[i]);
        let along: f64 = (0..3).map(|i| from[i] * edge[i]).sum();
        let out: [f64; 3] = std::array::from_fn(|i| from[i] - along * edge[i]);
        let length = out.iter().map(|x| x * x).sum::<f64>().sqrt();
        let j = density(&space, n, at, &currents);
        total += (0..3)
            .map(|i| j[i] * (out[i] / length))
            .sum::<Complex<f64>>();
    }
    assert!(total.norm() < 1e-14, "{total}");
}

#[test]
fn broken_meshes_are_refused_by_name() {
    let v = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 0.0, 0.0]];
    let refused = |triangles: &[[u32; 3]]| RwgSpace::new(&surface(&v, triangles)).unwrap_err();
    assert!(matches!(
        refused(&[[0, 1, 9]]),
        MomError::NoVertex {
            triangle: 0,
            vertex: 9,
            vertices: 4
        }
    ));
    assert!(matches!(
        refused(&[[0, 1, 2], [0, 1, 3]]),
        MomError::Degenerate { triangle: 1 }
    ));
    assert!(matches!(
        refused(&[[0, 1, 2], [2, 0, 1]]),
        MomError::Duplicate {
            first: 0,
            second: 1
        }
    ));
    assert!(matches!(refused(&[[0, 1, 2]]), MomError::NoFunctions));
}

#[test]
fn the_magnetic_equation_asks_for_an_inside() {
    let refused = |surface: &Surface| {
        let space = RwgSpace::new(surface).unwrap();
        Operator::new(&space, 1.0, Equation::Combined { alpha: 0.5 }, 1e-4).unwrap_err()
    };
    let mut cube = meshes::cube(1);
    cube.invert();
    assert!(matches!(refused(&cube), MomError::Orientation { .. }));
    cube.invert();
    cube.triangles[0].swap(0, 1);
    assert!(matches!(
        refused(&cube),
        MomError::Orientation { misoriented: 3, .. }
    ));
    cube.triangles.remove(0);
    assert!(matches!(refused(&cube), MomError::Open { .. }));
    let space = RwgSpace::new(&cube).unwrap();
    assert!(Operator::new(&space, 1.0, Equation::Electric, 1e-4).is_ok());
    assert!(matches!(
        Operator::new(&space, -1.0, Equation::Electric, 1e-4),
        Err(MomError::Number {
            name: "the wave number",
            ..
        })
    ));
    assert!(matches!(
        Gap::new(&space, &[[0, 999]], [0.0, 0.0, 1.0]),
        Err(MomError::GapEdge { functions: 0, .. })
    ));
}
