//! Solids compared with closed forms, and their queries with each other.

use std::f64::consts::PI;
use std::path::Path;

use crate::meshes::{Lcg, cube, polyhedron, sphere_mesh, write_text};
use poynting_geometry::{
    Defect, Degeneracy, End, FeatureKind, GeometryError, Solid, Spans, Surface,
};
use poynting_scene::Shape;

fn solid(shape: &Shape) -> Solid {
    Solid::new(shape, Path::new(".")).unwrap()
}

fn cuboid(from: [f64; 3], to: [f64; 3]) -> Shape {
    Shape::Box { from, to }
}

fn ball(center: [f64; 3], radius: f64) -> Shape {
    Shape::Sphere { center, radius }
}

fn rod(from: [f64; 3], to: [f64; 3], radius: f64) -> Shape {
    Shape::Cylinder { from, to, radius }
}

/// Sum of the span lengths over n x n lines, each in the middle of its rectangle.
fn volume(solid: &Solid, n: usize) -> f64 {
    let (b, mut spans, mut sum) = (solid.bounds(), Spans::new(), 0.0);
    let step = b.extent().map(|e| e / n as f64);
    for i in 0..n * n {
        let x = b.min[0] + step[0] * ((i % n) as f64 + 0.5);
        let y = b.min[1] + step[1] * ((i / n) as f64 + 0.5);
        solid.spans(x, y, &mut spans);
        sum += spans.length();
    }
    sum * step[0] * step[1]
}

#[test]
fn volumes_match_closed_forms() {
    let tilted = ([0.1, -0.2, 0.3], [0.9, 0.7, -0.5]);
    let length = (0.8_f64.powi(2) + 0.9_f64.powi(2) + 0.8_f64.powi(2)).sqrt();
    let frustum = |r: f64, s: f64| PI * length / 3.0 * (r * r + r * s + s * s);
    let cone = |radius_from, radius_to| Shape::Cone {
        from: tilted.0,
        to: tilted.1,
        radius_from,
        radius_to,
    };
    // Hole of length h through the centre of a ball: pi h^3/6 remains, whatever the radius.
    let h: f64 = 1.2;
    let hole = rod(
        [0.0, 0.0, -2.0],
        [0.0, 0.0, 2.0],
        (1.0 - 0.25 * h * h).sqrt(),
    );
    let cases = [
        ("box", cuboid([0.0, 1.0, 2.0], [1.0, 3.0, 2.5]), 1.0),
        ("ball", ball([0.3, 0.2, 0.1], 0.7), 4.0 / 3.0 * PI * 0.343),
        (
            "tilted cylinder",
            rod(tilted.0, tilted.1, 0.4),
            PI * 0.16 * length,
        ),
        (
            "cylinder along z",
            rod([0.0; 3], [0.0, 0.0, 2.0], 0.4),
            PI * 0.32,
        ),
        (
            "cylinder along x",
            rod([0.0; 3], [2.0, 0.0, 0.0], 0.4),
            PI * 0.32,
        ),
        ("tilted frustum", cone(0.5, 0.2), frustum(0.5, 0.2)),
        ("tilted cone, blunt", cone(0.0, 1.9), frustum(0.0, 1.9)),
        (
            "cone along z",
            Shape::Cone {
                from: [0.0; 3],
                to: [0.0, 0.0, 3.0],
                radius_from: 1.0,
                radius_to: 0.0,
            },
            PI,
        ),
        (
            "union",
            Shape::Union(vec![cuboid([0.0; 3], [1.0; 3]), cuboid([0.5; 3], [1.5; 3])]),
            1.875,
        ),
        (
            "ring",
            Shape::Difference(vec![ball([0.0; 3], 1.0), hole]),
            PI * h.powi(3) / 6.0,
        ),
        (
            "two crossed cylinders",
            Shape::Intersection(vec![
                rod([-2.0, 0.0, 0.0], [2.0, 0.0, 0.0], 1.0),
                rod([0.0, -2.0, 0.0], [0.0, 2.0, 0.0], 1.0),
            ]),
            16.0 / 3.0,
        ),
    ];
    for (name, shape, expected) in cases {
        let found = volume(&solid(&shape), 420);
        let error = (found / expected - 1.0).abs();
        assert!(error < 1e-3, "{name}: {found} instead of {expected}");
    }
}

/// One of each, and one of booleans within booleans.
fn zoo(dir: &Path) -> Vec<(&'static str, Shape)> {
    let cone = Shape::Cone {
        from: [0.2, 0.1, 0.8],
        to: [-0.3, 0.4, -0.6],
        radius_from: 0.1,
        radius_to: 0.6,
    };
    let nested = Shape::Difference(vec![
        Shape::Union(vec![
            ball([0.3, 0.0, 0.0], 0.6),
            cuboid([-0.9; 3], [0.0, 0.3, 0.2]),
        ]),
        Shape::Intersection(vec![cone.clone(), ball([0.0; 3], 0.5)]),
    ]);
    vec![
        ("box", cuboid([-0.5, -0.2, -0.7], [0.6, 0.9, 0.1])),
        ("ball", ball([0.1, 0.2, -0.1], 0.7)),
        ("cylinder", rod([-0.5, 0.3, -0.4], [0.4, 0.1, 0.5], 0.35)),
        ("cone", cone),
        ("booleans", nested),
        (
            "sphere mesh",
            polyhedron(&sphere_mesh(3), &dir.join("ball.stl")),
        ),
        ("cube", polyhedron(&cube(), &dir.join("cube.stl"))),
    ]
}

#[test]
fn contains_spans_and_distance_agree() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = Lcg::new(1);
    let mut spans = Spans::new();
    for (name, shape) in zoo(dir.path()) {
        let s = solid(&shape);
        let mut inside = 0;
        for _ in 0..5000 {
            let p = [(); 3].map(|()| random.between(-1.1, 1.1));
            s.spans(p[0], p[1], &mut spans);
            let contained = s.contains(p);
            assert_eq!(
                contained,
                spans.contains(p[2]),
                "{name} at {p:?}: {spans:?}"
            );
            assert_eq!(contained, s.distance(p) < 0.0, "{name} at {p:?}");
            assert!(!contained || s.bounds().contains(p), "{name} at {p:?}");
            inside += usize::from(contained);
        }
        assert!(inside > 100, "{name}: only {inside} points inside");
    }
}

#[test]
fn lines_along_every_axis_see_the_same_solid() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = Lcg::new(3);
    let mut spans = Spans::new();
    for (name, shape) in zoo(dir.path()) {
        let s = solid(&shape);
        for i in 0..6000 {
            let p = [(); 3].map(|()| random.between(-1.1, 1.1));
            let axis = i % 3;
            s.spans_along(axis, p, &mut spans);
            assert_eq!(
                s.contains(p),
                spans.contains(p[axis]),
                "{name} at {p:?} along {axis}: {spans:?}"
            );
        }
    }
}

#[test]
fn distances_at_known_points() {
    let cases = [
        (cuboid([0.0; 3], [2.0; 3]), [1.0, 1.0, 0.25], -0.25),
        (cuboid([0.0; 3], [2.0; 3]), [5.0, 6.0, 1.0], 5.0),
        (ball([1.0, 0.0, 0.0], 2.0), [1.0, 3.0, 4.0], 3.0),
        (rod([0.0; 3], [0.0, 0.0, 4.0], 1.0), [4.0, 0.0, 8.0], 5.0),
        (rod([0.0; 3], [0.0, 0.0, 4.0], 1.0), [0.0, 0.25, 2.0], -0.75),
    ];
    for (shape, p, expected) in cases {
        let d = solid(&shape).distance(p);
        assert!(
            (d - expected).abs() < 1e-14,
            "{shape:?}: {d} instead of {expected}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    let mesh = solid(&polyhedron(&cube(), &dir.path().join("cube.stl")));
    let exact = solid(&cuboid([0.0; 3], [1.0; 3]));
    let mut random = Lcg::new(2);
    for _ in 0..1000 {
        let p = [(); 3].map(|()| random.between(-4.0, 5.0));
        let (a, b) = (mesh.distance(p), exact.distance(p));
        assert!((a - b).abs() < 1e-12, "{p:?}: {a} instead of {b}");
    }
}

#[test]
fn lines_through_edges_and_vertices_of_a_cube() {
    let dir = tempfile::tempdir().unwrap();
    let mesh = solid(&polyhedron(&cube(), &dir.path().join("cube.stl")));
    let exact = solid(&cuboid([0.0; 3], [1.0; 3]));
    let (mut a, mut b) = (Spans::new(), Spans::new());
    for i in -1..=9 {
        for j in -1..=9 {
            let (x, y) = (f64::from(i) / 8.0, f64::from(j) / 8.0);
            mesh.spans(x, y, &mut a);
            exact.spans(x, y, &mut b);
            assert_eq!(a, b, "at {x}, {y}");
        }
    }
}

#[test]
fn lines_through_every_vertex_and_edge_of_a_sphere_mesh() {
    let dir = tempfile::tempdir().unwrap();
    let surface = sphere_mesh(4);
    let mesh = solid(&polyhedron(&surface, &dir.path().join("ball.stl")));
    // The file stores single precision, so read the vertices back.
    let stored = Surface::read_stl(&dir.path().join("ball.stl"), 1.0, [0.0; 3]).unwrap();
    let mut spans = Spans::new();
    for [a, b, c] in stored.corner_triples() {
        let middle = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        for [x, y] in [
            [a[0], a[1]],
            middle,
            [0.5 * (b[0] + c[0]), 0.5 * (b[1] + c[1])],
        ] {
            mesh.spans(x, y, &mut spans);
            let expected = 2.0 * (1.0 - x * x - y * y).max(0.0).sqrt();
            let error = (spans.length() - expected).abs();
            // Near the rim the facets cut off as much as a vertical chord of the sagitta 2 sqrt(2 * 0.003).
            assert!(error < 0.16, "at {x}, {y}: {spans:?} instead of {expected}");
            assert!(
                spans.as_slice().len() <= 1 + usize::from(expected < 0.2),
                "{spans:?}"
            );
        }
    }
    assert!((volume(&mesh, 300) / stored.volume() - 1.0).abs() < 1e-4);
}

#[test]
fn surfaces_know_area_volume_and_health() {
    let mut s = cube();
    assert!((s.area() - 6.0).abs() < 1e-14 && (s.volume() - 1.0).abs() < 1e-14);
    let health = s.health();
    assert!(health.closed && !health.inverted && health.findings.is_empty());
    s.invert();
    assert!(s.health().inverted && (s.volume() + 1.0).abs() < 1e-14);
    s.triangles[0].swap(0, 1);
    assert_eq!(s.health().count(Defect::Misoriented), 3);
    s.triangles.push([0, 1, 1]);
    assert_eq!(s.health().count(Defect::Degenerate), 1);
    assert!(s.health().closed);
    s.triangles.remove(0);
    let health = s.health();
    assert!(!health.closed && health.count(Defect::Open) == 3);
}

#[test]
fn bad_files_are_named_with_their_cause() {
    let dir = tempfile::tempdir().unwrap();
    let message = |name: &str| {
        let shape = Shape::Polyhedron {
            file: name.into(),
            unit: 1.0,
            offset: [0.0; 3],
        };
        let error: GeometryError = Solid::new(&shape, dir.path()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(name), "{text}");
        text
    };
    assert!(message("absent.stl").contains("cannot read"));
    std::fs::write(
        dir.path().join("empty.stl"),
        "solid nothing\nendsolid nothing\n",
    )
    .unwrap();
    assert!(message("empty.stl").contains("no triangles"));
    std::fs::write(dir.path().join("short.stl"), "nonsense").unwrap();
    assert!(message("short.stl").contains("not a valid STL"));
    let mut open = cube();
    open.triangles.truncate(11);
    open.write_stl(&dir.path().join("open.stl")).unwrap();
    assert!(message("open.stl").contains("not closed: 3 edges"));
    let mut flat = cube();
    flat.vertices.iter_mut().for_each(|v| v[2] = 0.0);
    flat.write_stl(&dir.path().join("flat.stl")).unwrap();
    assert!(message("flat.stl").contains("no volume"));
}

#[test]
fn text_files_and_inside_out_files_give_the_same_solid() {
    let dir = tempfile::tempdir().unwrap();
    let mut surface = sphere_mesh(2);
    let right = solid(&polyhedron(&surface, &dir.path().join("right.stl")));
    surface.invert();
    let inverted = solid(&polyhedron(&surface, &dir.path().join("inverted.stl")));
    write_text(&surface, &dir.path().join("text.stl"));
    let text = solid(&Shape::Polyhedron {
        file: dir.path().join("text.stl"),
        unit: 1.0,
        offset: [0.0; 3],
    });
    let mut random = Lcg::new(3);
    for _ in 0..2000 {
        let p = [(); 3].map(|()| random.between(-1.0, 1.0));
        assert_eq!(right.contains(p), inverted.contains(p));
        assert_eq!(right.contains(p), text.contains(p));
    }
}

#[test]
fn unit_and_offset_move_a_mesh() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("cube.stl");
    cube().write_stl(&file).unwrap();
    let s = solid(&Shape::Polyhedron {
        file,
        unit: 1e-3,
        offset: [1.0, 0.0, -1.0],
    });
    assert_eq!(s.bounds().min, [1.0, 0.0, -1.0]);
    assert_eq!(s.bounds().max, [1.001, 0.001, -0.999]);
    assert!((volume(&s, 10) / 1e-9 - 1.0).abs() < 1e-9);
}

#[test]
fn abutting_boxes_share_no_point() {
    let (a, b) = (
        solid(&cuboid([0.0; 3], [1.0; 3])),
        solid(&cuboid([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])),
    );
    let p = [1.0, 0.5, 0.5];
    assert!(!a.contains(p) && b.contains(p));
}

#[test]
fn features_of_each_kind() {
    let has = |s: &Shape, axis: usize, coordinate: f64, kind: FeatureKind| {
        solid(s)
            .features()
            .iter()
            .any(|f| f.axis == axis && (f.coordinate - coordinate).abs() < 1e-15 && f.kind == kind)
    };
    let sheet = cuboid([0.0, 0.0, 0.5], [1.0, 2.0, 0.5]);
    assert_eq!(solid(&sheet).degeneracy(), Degeneracy::Sheet { axis: 2 });
    assert!(has(&sheet, 2, 0.5, FeatureKind::Sheet));
    assert!(has(&sheet, 0, 0.0, FeatureKind::Edge(End::Lower)));
    assert!(has(&sheet, 1, 2.0, FeatureKind::Edge(End::Upper)));
    let wire = cuboid([0.1, 0.2, 0.0], [0.1, 0.2, 1.0]);
    assert_eq!(solid(&wire).degeneracy(), Degeneracy::Wire { axis: 2 });
    assert!(has(&wire, 2, 1.0, FeatureKind::Face) && has(&wire, 0, 0.1, FeatureKind::Sheet));
    let via = rod([0.0; 3], [0.0, 0.0, 1.5], 0.25);
    assert!(has(&via, 2, 1.5, FeatureKind::Face) && has(&via, 0, -0.25, FeatureKind::Extent));
    let spike = Shape::Cone {
        from: [0.0; 3],
        to: [0.0, 0.0, 2.0],
        radius_from: 1.0,
        radius_to: 0.0,
    };
    assert!(has(&spike, 2, 0.0, FeatureKind::Face) && has(&spike, 2, 2.0, FeatureKind::Extent));
    let dir = tempfile::tempdir().unwrap();
    let mesh = polyhedron(&cube(), &dir.path().join("cube.stl"));
    assert_eq!(solid(&mesh).features().len(), 6);
    assert!(has(&mesh, 1, 1.0, FeatureKind::Face));
    let round = polyhedron(&sphere_mesh(2), &dir.path().join("ball.stl"));
    assert!(
        solid(&round)
            .features()
            .iter()
            .all(|f| f.kind == FeatureKind::Extent)
    );
    let clipped = Shape::Intersection(vec![ball([0.0; 3], 1.0), cuboid([0.0; 3], [0.5, 0.5, 9.0])]);
    assert!(has(&clipped, 0, 0.5, FeatureKind::Face) && !has(&clipped, 2, 9.0, FeatureKind::Face));
}
