//! Almond, ogive and cone-sphere as solids and as surfaces, and sheets from files.

use std::f64::consts::PI;
use std::path::Path;

use poynting_geometry::{Body, Degeneracy, GeometryError, Solid, Spans, Surface, surface_of};
use poynting_scene::{Point, Shape};

const CENTER: Point = [0.3, -0.2, 0.1];

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

/// The half widths along y and z of each target at x, all of length one, from the published formulas.
type Widths = fn(f64) -> [f64; 2];

/// Woo et al., IEEE Antennas Propag. Mag. 35(1) (1993) 84, with its decimals.
fn almond(x: f64) -> [f64; 2] {
    let (rho, [y, z]) = if x < 0.0 {
        (1.0 - (x / 0.416_667).powi(2), [0.193_333, 0.064_444])
    } else {
        (1.0 - (x / 2.083_35).powi(2), [4.833_45, 1.611_15])
    };
    let rho = if x < 0.0 {
        rho.sqrt()
    } else {
        rho.sqrt() - 0.96
    };
    [rho * y, rho * z]
}

/// Length 1, radius 0.1: an arc of radius R = (1/4 + r^2)/(2 r).
fn ogive(x: f64) -> [f64; 2] {
    let big: f64 = (0.25 + 0.01) / 0.2;
    [(big * big - x * x).sqrt() - (big - 0.1); 2]
}

/// Half angle 30 deg: the length is 3 radii, the tip 1.5 radii before x = 0, the centre of the ball half a radius behind.
fn cone_sphere(x: f64) -> [f64; 2] {
    let r = 1.0 / 3.0;
    if x < 0.0 {
        [(x + 1.5 * r) / 3.0_f64.sqrt(); 2]
    } else {
        [(r * r - (x - 0.5 * r).powi(2)).sqrt(); 2]
    }
}

fn targets() -> [(Shape, Body, Widths, [f64; 2]); 3] {
    let (length, center, half_angle) = (1.0, CENTER, PI / 6.0);
    let [thin, ball] = [0.1, 1.0 / 3.0];
    [
        (
            Shape::Almond { length, center },
            Body::Almond { length },
            almond,
            [-5.0 / 12.0, 7.0 / 12.0],
        ),
        (
            Shape::Ogive {
                length,
                radius: thin,
                center,
            },
            Body::Ogive {
                length,
                radius: thin,
            },
            ogive,
            [-0.5, 0.5],
        ),
        (
            Shape::ConeSphere {
                radius: ball,
                half_angle,
                center,
            },
            Body::ConeSphere {
                radius: ball,
                half_angle,
            },
            cone_sphere,
            [-0.5, 0.5],
        ),
    ]
}

#[test]
fn targets_are_solids_of_their_formulas() {
    for (shape, body, widths, [tip, end]) in targets() {
        let mut farthest: f64 = 0.0;
        let solid = Solid::new(&shape, Path::new(".")).unwrap();
        let error = volume(&solid, 300) / body.volume() - 1.0;
        assert!(error.abs() < 2e-4, "{body:?}: volume off by {error:e}");
        for i in 1..100 {
            let x = tip + (end - tip) * f64::from(i) / 100.0;
            let [y, z] = widths(x);
            for k in 0..24 {
                let (sin, cos) = (PI * (f64::from(k) + 0.3) / 12.0).sin_cos();
                let at = |scale: f64, out: f64| {
                    let (y, z) = ((scale * y + out) * cos, (scale * z + out) * sin);
                    [CENTER[0] + x, CENTER[1] + y, CENTER[2] + z]
                };
                farthest = farthest.max(solid.distance(at(1.0, 0.0)).abs());
                assert!(
                    solid.contains(at(0.9, 0.0)) || y.min(z) < 0.01,
                    "{body:?} at {x}"
                );
                assert!(!solid.contains(at(1.0, 2e-3)), "{body:?} at {x}");
            }
        }
        // The bounds stated in the comment on the number of facets.
        println!("{body:?}: volume off by {error:.1e}, facets by {farthest:.1e}");
        assert!(farthest < 1e-3, "{body:?}: facets are {farthest:e} off");
    }
}

#[test]
fn targets_are_meshed_at_their_place() {
    for (shape, body, _, ends) in targets() {
        let surface = surface_of(&shape, Path::new("."), 0.05).unwrap();
        let health = surface.health();
        assert!(health.closed && (health.volume / body.volume() - 1.0).abs() < 1e-12);
        let b = surface.bounds();
        assert!((b.min[0] - CENTER[0] - ends[0]).abs() < 1e-12);
        assert!((b.max[0] - CENTER[0] - ends[1]).abs() < 1e-12);
        for a in [1, 2] {
            assert!((b.center()[a] - CENTER[a]).abs() < 1e-12);
        }
    }
    let thick = Shape::Ogive {
        length: 1.0,
        radius: 0.6,
        center: CENTER,
    };
    let refused = Solid::new(&thick, Path::new(".")).unwrap_err();
    assert!(
        matches!(refused, GeometryError::BadSize { .. }),
        "{refused}"
    );
}

/// A quarter of a cylinder's side, open on four sides, with one triangle flipped.
fn shell() -> Surface {
    let mut surface = Surface::default();
    for i in 0..=8 {
        let (sin, cos) = (PI / 16.0 * f64::from(i)).sin_cos();
        surface.vertices.extend([[cos, sin, 0.0], [cos, sin, 1.0]]);
    }
    for i in 0..8 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|v| 2 * i + v);
        surface.triangles.extend([[a, c, b], [b, c, d]]);
    }
    surface.triangles[3].swap(0, 1);
    surface
}

#[test]
fn a_sheet_is_an_open_surface_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let sheet = |surface: &Surface| {
        surface.write(&dir.path().join("shell.msh")).unwrap();
        Shape::Sheet {
            file: "shell.msh".into(),
            unit: 0.5,
            offset: [0.0, 0.0, 1.0],
        }
    };
    let shape = sheet(&shell());
    let surface = surface_of(&shape, dir.path(), 0.05).unwrap();
    // Eight chords of a quarter circle of radius 1/2, half as high.
    let chords = 8.0 * (PI / 32.0).sin();
    assert!((surface.area() - 0.5 * chords).abs() < 1e-12);
    let health = surface.health();
    assert!(!health.closed && health.components.len() == 1 && health.lengths.max <= 0.05);
    assert_eq!(health.count(poynting_geometry::Defect::Misoriented), 0);
    // It encloses nothing, and its distance is correct on both sides.
    let solid = Solid::new(&shape, dir.path()).unwrap();
    assert_eq!(solid.degeneracy(), Degeneracy::None);
    // The first chord leans inwards by pi/32.
    let leaning = 0.1 * (PI / 32.0).cos();
    for (x, distance) in [(0.4, leaning), (0.5, 0.0), (0.6, 0.1)] {
        let p = [x, 0.0, 1.2];
        assert!(!solid.contains(p) && (solid.distance(p) - distance).abs() < 1e-12);
    }
    assert!(volume(&solid, 20) < 1e-300);
    // As a polyhedron it has no inside, and a sheet with a duplicate triangle is unfit.
    let Shape::Sheet { file, unit, offset } = shape else {
        unreachable!()
    };
    let polyhedron = Shape::Polyhedron { file, unit, offset };
    let refused = surface_of(&polyhedron, dir.path(), 0.05).unwrap_err();
    assert!(matches!(refused, GeometryError::NotClosed { .. }));
    let mut twice = shell();
    twice.triangles.push(twice.triangles[0]);
    let refused = surface_of(&sheet(&twice), dir.path(), 0.05).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("with the same corners as another"),
        "{refused}"
    );
}
