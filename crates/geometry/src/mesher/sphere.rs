//! A sphere from an icosahedron, with each face divided into n^2 triangles, projected onto the sphere, and scaled to the
//! volume. Its planes of symmetry are the coordinate planes. Tested for area, volume and angles.

use std::collections::HashMap;

use poynting_scene::Point;

use crate::surface::Surface;
use crate::vector::norm;

/// 20 n^2 equilateral triangles of edge e have the area of the sphere when e = sqrt(16 pi / (20 sqrt 3)) R / n.
fn divisions(radius: f64, edge: f64) -> f64 {
    let unit = (0.8 * std::f64::consts::PI / 3_f64.sqrt()).sqrt();
    (unit * radius / edge - 1e-9).ceil().max(1.0)
}

pub fn triangles(radius: f64, edge: f64) -> f64 {
    20.0 * divisions(radius, edge).powi(2)
}

pub fn mesh(center: Point, radius: f64, edge: f64) -> Surface {
    let n = divisions(radius, edge) as u32;
    let (corners, faces) = icosahedron();
    let mut surface = Surface::default();
    // A point is identified by the corners it lies between and its weights on them.
    let mut known: HashMap<[(u32, u32); 3], u32> = HashMap::new();
    for face in faces {
        let mut vertex = |i: u32, j: u32| {
            let weights = [(face[0], n - i - j), (face[1], i), (face[2], j)];
            let mut key = weights.map(|(c, w)| if w == 0 { (0, 0) } else { (c, w) });
            key.sort_unstable();
            *known.entry(key).or_insert_with(|| {
                // Summed in the order of the key, so that all faces at an edge get the same bits.
                let p: Point = std::array::from_fn(|a| {
                    key.iter()
                        .map(|(c, w)| f64::from(*w) * corners[*c as usize][a])
                        .sum()
                });
                let length = norm(p);
                surface.vertices.push(p.map(|x| x / length));
                surface.vertices.len() as u32 - 1
            })
        };
        let mut triangles = Vec::new();
        for i in 0..n {
            for j in 0..n - i {
                triangles.push([vertex(i, j), vertex(i + 1, j), vertex(i, j + 1)]);
                if i + j + 2 <= n {
                    triangles.push([vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
                }
            }
        }
        surface.triangles.extend(triangles);
    }
    let scale = radius * (4.0 / 3.0 * std::f64::consts::PI / surface.volume()).cbrt();
    for v in &mut surface.vertices {
        *v = std::array::from_fn(|a| scale * v[a] + center[a]);
    }
    surface
}

/// The cyclic permutations of (0, +-1, +-golden ratio), and the twenty triples of neighbours.
fn icosahedron() -> (Vec<Point>, Vec<[u32; 3]>) {
    let golden = 0.5 * (1.0 + 5_f64.sqrt());
    let mut corners: Vec<Point> = Vec::new();
    for axis in 0..3 {
        for (s, t) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
            let mut p = [0.0; 3];
            p[(axis + 1) % 3] = s;
            p[(axis + 2) % 3] = t * golden;
            corners.push(p);
        }
    }
    let near = |a: usize, b: usize| {
        let d: Point = std::array::from_fn(|i| corners[a][i] - corners[b][i]);
        norm(d) < 2.1
    };
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(c, a) {
                    let [p, q, r] = [corners[a], corners[b], corners[c]];
                    let outwards = crate::vector::dot(p, crate::vector::cross(q, r)) > 0.0;
                    let (b, c) = if outwards { (b, c) } else { (c, b) };
                    faces.push([a as u32, b as u32, c as u32]);
                }
            }
        }
    }
    (corners, faces)
}
