//! Small meshes.

use poynting_geometry::Surface;
use std::collections::HashMap;

type Point = [f64; 3];

/// Merges equal corners.
pub fn weld(triangles: impl IntoIterator<Item = [Point; 3]>) -> Surface {
    let mut numbers: HashMap<[i64; 3], u32> = HashMap::new();
    let mut surface = Surface::default();
    for triangle in triangles {
        let corners = triangle.map(|p| {
            let key = p.map(|x| (x * 1e9).round() as i64);
            *numbers.entry(key).or_insert_with(|| {
                surface.vertices.push(p);
                surface.vertices.len() as u32 - 1
            })
        });
        surface.triangles.push(corners);
    }
    surface
}

fn along(a: Point, s: f64, b: Point, t: f64, c: Point) -> Point {
    std::array::from_fn(|i| a[i] + s * (b[i] - a[i]) + t * (c[i] - a[i]))
}

/// n^2 parts of a triangle.
fn divided([a, b, c]: [Point; 3], n: usize) -> Vec<[Point; 3]> {
    let at = |i: usize, j: usize| along(a, i as f64 / n as f64, b, j as f64 / n as f64, c);
    let mut parts = Vec::new();
    for i in 0..n {
        for j in 0..n - i {
            parts.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
            if i + j + 1 < n {
                parts.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
            }
        }
    }
    parts
}

fn icosahedron() -> Vec<[Point; 3]> {
    let g = 0.5 * (1.0 + 5.0_f64.sqrt());
    let mut v = Vec::new();
    for (s, t) in [(1.0, g), (1.0, -g), (-1.0, g), (-1.0, -g)] {
        v.extend([[0.0, s, t], [s, t, 0.0], [t, 0.0, s]]);
    }
    let near = |a: Point, b: Point| {
        let d: f64 = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum();
        (d - 4.0).abs() < 1e-9
    };
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                let [a, b, c] = [v[i], v[j], v[k]];
                if near(a, b) && near(b, c) && near(c, a) {
                    let det = a[0] * (b[1] * c[2] - b[2] * c[1])
                        - a[1] * (b[0] * c[2] - b[2] * c[0])
                        + a[2] * (b[0] * c[1] - b[1] * c[0]);
                    faces.push(if det > 0.0 { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    faces
}

/// A sphere of radius 1 with 30 n^2 edges, scaled to the volume of the true sphere.
pub fn sphere(n: usize) -> Surface {
    let unit = |p: Point| {
        let r = (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
        p.map(|x| x / r)
    };
    let parts = icosahedron().into_iter().flat_map(|face| divided(face, n));
    let mut surface = weld(parts.map(|t| t.map(unit)));
    let scale = (4.0 / 3.0 * std::f64::consts::PI / surface.volume()).cbrt();
    surface
        .vertices
        .iter_mut()
        .flatten()
        .for_each(|x| *x *= scale);
    surface
}

/// A rectangle [0, a] x [0, b] in the plane z = 0, with nx x ny cells of two triangles.
pub fn plate(a: f64, b: f64, nx: usize, ny: usize) -> Vec<[Point; 3]> {
    let at = |i: usize, j: usize| [a * i as f64 / nx as f64, b * j as f64 / ny as f64, 0.0];
    let mut triangles = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            let [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend(if (i + j) % 2 == 0 {
                [[p, q, r], [p, r, s]]
            } else {
                [[p, q, s], [q, r, s]]
            });
        }
    }
    triangles
}

/// A cube of side 1 with n x n cells per face, normals outwards.
pub fn cube(n: usize) -> Surface {
    let mut triangles = Vec::new();
    for face in plate(1.0, 1.0, n, n) {
        for axis in 0..3 {
            let turn = |p: Point, z: f64| {
                let mut q = [0.0; 3];
                (q[(axis + 1) % 3], q[(axis + 2) % 3], q[axis]) = (p[0], p[1], z);
                q
            };
            triangles.push(face.map(|p| turn(p, 1.0)));
            let [p, q, r] = face.map(|p| turn(p, 0.0));
            triangles.push([p, r, q]);
        }
    }
    weld(triangles)
}
