//! Mesh files as other programs write them: the same corner with different last digits.

use crate::meshes::{Lcg, cube, sphere_mesh};
use poynting_geometry::{GeometryError, Solid, Surface};
use poynting_scene::Shape;
use std::f64::consts::PI;
use std::fs;
use std::path::{Path, PathBuf};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/trouble")
        .join(name)
}

/// Binary STL with each corner of each triangle displaced by its own error.
fn write_loose(surface: &Surface, file: &Path, mut error: impl FnMut() -> f64) {
    let mut bytes = vec![0; 80];
    bytes.extend((surface.triangles.len() as u32).to_le_bytes());
    for corners in surface.corner_triples() {
        bytes.extend([0; 12]);
        for x in corners.as_flattened() {
            bytes.extend(((x + error()) as f32).to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    fs::write(file, bytes).unwrap();
}

/// Rings of regular polygons with `around` corners on a sphere: between similar parallel polygons lies a frustum, whose
/// volume is h (A + B + sqrt(A B)) / 3.
fn ringed_ball(radius: f64, rings: usize, around: usize) -> f64 {
    let n = around as f64;
    let angle = |i: usize| PI * i as f64 / rings as f64;
    let area = |i: usize| 0.5 * n * (2.0 * PI / n).sin() * (radius * angle(i).sin()).powi(2);
    let height = |i: usize| radius * (angle(i).cos() - angle(i + 1).cos());
    (0..rings)
        .map(|i| height(i) * (area(i) + area(i + 1) + (area(i) * area(i + 1)).sqrt()) / 3.0)
        .sum()
}

/// The south pole of this ball is 24 vertices within 1e-16 of each other, and its seam is double.
#[test]
fn stl_not_welded() {
    let file = data("ball-lastbit.stl");
    let ball = Surface::read(&file, 1e-3, [0.0; 3]).unwrap();
    assert_eq!((ball.vertices.len(), ball.triangles.len()), (266, 528));
    let health = ball.health();
    assert!(health.closed && !health.inverted && health.findings.is_empty());
    let exact = ringed_ball(0.03, 12, 24);
    assert!(
        (health.volume / exact - 1.0).abs() < 1e-6,
        "{}",
        health.volume
    );

    let shape = Shape::Polyhedron {
        file,
        unit: 1e-3,
        offset: [0.0; 3],
    };
    let solid = Solid::new(&shape, Path::new("")).unwrap();
    assert!(solid.contains([0.0, 0.0, -0.0299]) && !solid.contains([0.0, 0.0, -0.0301]));
}

/// Errors of a few last digits are closed; a gap wider than rounding stays a gap and is reported.
#[test]
fn only_rounding_is_mended() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("loose.stl");
    let ball = sphere_mesh(3);
    let mut random = Lcg::new(5);
    write_loose(&ball, &file, || random.between(-1e-7, 1e-7));
    let mended = Surface::read(&file, 1.0, [0.0; 3]).unwrap();
    assert_eq!(mended.vertices.len(), ball.vertices.len());
    assert!((mended.volume() / ball.volume() - 1.0).abs() < 1e-6);

    write_loose(&ball, &file, || random.between(-1e-4, 1e-4));
    let shape = Shape::Polyhedron {
        file: file.clone(),
        unit: 1.0,
        offset: [0.0; 3],
    };
    let error = Solid::new(&shape, Path::new("")).unwrap_err();
    assert!(matches!(error, GeometryError::NotClosed { .. }), "{error}");

    // A closed brick a ten millionth as thick as it is wide keeps its two sides: it has no open edge.
    let mut thin = cube();
    for v in &mut thin.vertices {
        v[2] *= 1e-7;
    }
    write_loose(&thin, &file, || 0.0);
    let kept = Surface::read(&file, 1.0, [0.0; 3]).unwrap();
    assert_eq!(kept.vertices.len(), 8);
    assert!((kept.volume() / thin.volume() - 1.0).abs() < 1e-6);
}
