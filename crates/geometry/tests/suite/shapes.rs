//! Surfaces of the shapes of a scene, one by one and together.

use std::f64::consts::PI;
use std::path::Path;

use poynting_geometry::{Body, Defect, GeometryError, Surface, surface_of, surface_of_all};
use poynting_scene::{Point, Shape};

#[test]
fn shapes_of_a_scene_are_meshed_or_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let of = |shape: &Shape| surface_of(shape, dir.path(), 0.2);
    let cylinder = Shape::Cylinder {
        from: [0.0; 3],
        to: [0.0, 0.0, 1.0],
        radius: 0.5,
    };
    assert!((of(&cylinder).unwrap().volume() / (0.25 * PI) - 1.0).abs() < 1e-12);
    let sphere = Shape::Sphere {
        center: [1.0; 3],
        radius: 0.5,
    };
    let ball = of(&sphere).unwrap();
    assert!((ball.volume() / (PI / 6.0) - 1.0).abs() < 1e-12);
    let sheet = |to: Point| of(&Shape::Box { from: [0.0; 3], to });
    assert!((sheet([1.0, 0.5, 0.0]).unwrap().area() - 0.5).abs() < 1e-14);
    let message = |r: Result<Surface, GeometryError>| r.unwrap_err().to_string();
    assert!(message(sheet([1.0, 0.0, 0.0])).starts_with("a wire cannot be meshed"));
    assert!(message(of(&Shape::Union(vec![sphere.clone()]))).starts_with("a union cannot"));
    let difference = Shape::Difference(vec![cylinder, sphere]);
    assert!(message(of(&difference)).contains("difference"));

    // Three triangles of a cube flipped, and far too coarse.
    let mut cube = Body::Box {
        from: [0.0; 3],
        to: [1.0; 3],
    }
    .mesh(1.0)
    .unwrap();
    for t in [1, 4, 7] {
        cube.triangles[t].swap(0, 1);
    }
    let file = dir.path().join("cube.obj");
    cube.write(&file).unwrap();
    let read = |unit| {
        of(&Shape::Polyhedron {
            file: Path::new("cube.obj").to_owned(),
            unit,
            offset: [0.0; 3],
        })
    };
    let fine = read(2.0).unwrap();
    let health = fine.health();
    assert!(health.closed && (health.volume - 8.0).abs() < 1e-12 && health.findings.is_empty());
    assert!(health.lengths.max <= 0.2 && health.smallest_angle > 0.78);
    // Separate corners for every triangle, as some programs write them, slightly apart.
    let mut loose = Surface::default();
    for (t, corners) in (0..).zip(cube.corner_triples()) {
        let off = 1e-8 * f64::from(t);
        loose.vertices.extend(corners.map(|c| c.map(|x| x + off)));
        loose.triangles.push([3 * t, 3 * t + 1, 3 * t + 2]);
    }
    loose.write(&file).unwrap();
    assert!((read(2.0).unwrap().volume() - 8.0).abs() < 1e-5);
    cube.triangles.pop();
    cube.write(&file).unwrap();
    assert!(message(read(1.0)).contains("is not closed"));
}

fn plate(from: Point, to: Point) -> Shape {
    Shape::Box { from, to }
}

#[test]
fn sheets_that_share_an_edge_are_joined() {
    // A square loop of four strips in a ring, each between two corners of the cross-section.
    let strips = [
        plate([0.0; 3], [1.0, 0.2, 0.0]),
        plate([1.0, 0.0, 0.0], [1.0, 0.2, 1.0]),
        plate([0.0, 0.0, 1.0], [1.0, 0.2, 1.0]),
        plate([0.0; 3], [0.0, 0.2, 1.0]),
    ];
    let shapes: Vec<&Shape> = strips.iter().collect();
    let loop_ = surface_of_all(&shapes, Path::new("."), 0.1).unwrap();
    let mut oriented = loop_.clone();
    assert!(oriented.orient().twisted.is_empty());
    let health = oriented.health();
    assert_eq!(
        (health.components.len(), health.count(Defect::Misoriented)),
        (1, 0)
    );
    // Two rims of four sides of ten edges.
    assert_eq!(health.count(Defect::Open), 80);
    assert_eq!(loop_.tag(0), 1);
    assert_eq!(loop_.tags.iter().filter(|t| **t == 4).count(), 40);
    // A fin on the middle of a plate is a junction.
    let wing = [
        plate([0.0; 3], [1.0, 1.0, 0.0]),
        plate([0.0, 0.5, 0.0], [1.0, 0.5, 0.5]),
    ];
    let shapes: Vec<&Shape> = wing.iter().collect();
    let fin = surface_of_all(&shapes, Path::new("."), 0.25).unwrap();
    assert_eq!(fin.health().count(Defect::Junction), 4);
}

#[test]
fn shapes_that_meet_otherwise_are_refused_with_the_place() {
    let ball = |x: f64, radius: f64| Shape::Sphere {
        center: [x, 0.0, 0.0],
        radius,
    };
    let cube = |from: f64, to: f64| plate([from; 3], [to; 3]);
    let join = |a: Shape, b: Shape| surface_of_all(&[&a, &b], Path::new("."), 0.25);
    let at = |a: Shape, b: Shape| match join(a.clone(), b.clone()) {
        Err(GeometryError::Collision {
            first: 1,
            second: 2,
            at,
        }) => at,
        other => panic!("{a:?} and {b:?}: {other:?}"),
    };
    assert_eq!(
        join(ball(0.0, 0.5), ball(1.1, 0.5))
            .unwrap()
            .health()
            .components
            .len(),
        2
    );
    let p = at(ball(0.0, 0.5), ball(0.9, 0.5));
    assert!((p[0] - 0.45).abs() < 0.2, "{p:?}");
    at(ball(0.0, 1.0), ball(0.0, 0.4));
    at(ball(0.0, 0.4), ball(0.0, 1.0));
    // Face on face, with some vertices that coincide and some that do not.
    at(cube(0.0, 1.0), plate([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]));
    at(cube(0.0, 1.0), plate([1.0, 0.1, 0.1], [2.0, 0.9, 0.9]));
    // A plate through the wall of a box.
    at(cube(0.0, 1.0), plate([0.5, 0.3, 0.3], [1.5, 0.3, 0.8]));
}

/// Plates whose own meshes do not fit are meshed on common lines.
#[test]
fn plates_that_meet_within_each_other_share_lines() {
    let join = |a: Shape, b: Shape| surface_of_all(&[&a, &b], Path::new("."), 0.25).unwrap();
    // Two plates crossed between their vertices: four triangles at each of the four common edges.
    let crossed = join(
        plate([0.0; 3], [1.0, 1.0, 0.0]),
        plate([-0.1, 0.55, -0.61], [1.1, 0.55, 0.7]),
    );
    let health = crossed.health();
    assert_eq!(
        (health.components.len(), health.count(Defect::Junction)),
        (1, 4)
    );
    assert!((health.area - (1.0 + 1.2 * 1.31)).abs() < 1e-12);
    // Along part of a common edge.
    let bent = join(
        plate([0.0; 3], [1.0, 1.0, 0.0]),
        plate([0.0, 1.0, 0.0], [0.9, 1.0, 1.0]),
    );
    let health = bent.health();
    assert_eq!(
        (health.components.len(), health.count(Defect::Junction)),
        (1, 0)
    );
    assert!((health.area - 1.9).abs() < 1e-12);
}
