//! Small closed meshes and random numbers for the tests.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use poynting_geometry::Surface;
use poynting_scene::Shape;

/// Linear congruential generator with the constants of Knuth's MMIX.
pub struct Lcg(u64);

impl Lcg {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn between(&mut self, lower: f64, upper: f64) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        lower + (upper - lower) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// The unit cube: vertex i has the bits of i as coordinates.
pub fn cube() -> Surface {
    let vertices = (0..8)
        .map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from))
        .collect();
    let faces: [[u32; 4]; 6] = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = faces
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect();
    Surface {
        vertices,
        triangles,
        ..Surface::default()
    }
}

/// An octahedron, each face divided into four `levels` times, projected onto the unit sphere.
pub fn sphere_mesh(levels: usize) -> Surface {
    let mut s = Surface::default();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut v = [0.0; 3];
            v[axis] = sign;
            s.vertices.push(v);
        }
    }
    s.triangles = (0..8_u32)
        .map(|i| {
            let (x, y, z) = (i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2));
            // An odd number of negative corners flips the triangle.
            if i.count_ones() % 2 == 0 {
                [x, y, z]
            } else {
                [x, z, y]
            }
        })
        .collect();
    // Rotated off the axes, so that nothing is aligned by chance.
    for v in &mut s.vertices {
        let [x, y, z] = *v;
        let (x, y) = (0.8 * x - 0.6 * y, 0.6 * x + 0.8 * y);
        *v = [x, 0.28 * y - 0.96 * z, 0.96 * y + 0.28 * z];
    }
    for _ in 0..levels {
        divide(&mut s);
    }
    s
}

fn divide(s: &mut Surface) {
    let mut middles: HashMap<[u32; 2], u32> = HashMap::new();
    let mut triangles = Vec::new();
    for [a, b, c] in std::mem::take(&mut s.triangles) {
        let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| {
            *middles.entry([p.min(q), p.max(q)]).or_insert_with(|| {
                let (u, v) = (s.vertices[p as usize], s.vertices[q as usize]);
                let m: [f64; 3] = std::array::from_fn(|i| u[i] + v[i]);
                let length = m.iter().map(|x| x * x).sum::<f64>().sqrt();
                s.vertices.push(m.map(|x| x / length));
                s.vertices.len() as u32 - 1
            })
        });
        triangles.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
    }
    s.triangles = triangles;
}

/// Writes the surface and makes a shape of it.
pub fn polyhedron(surface: &Surface, file: &Path) -> Shape {
    surface.write_stl(file).unwrap();
    Shape::Polyhedron {
        file: file.to_owned(),
        unit: 1.0,
        offset: [0.0; 3],
    }
}

/// Text STL, as other programs write it.
pub fn write_text(surface: &Surface, file: &Path) {
    let mut text = String::from("solid mesh\n");
    for corners in surface.corner_triples() {
        text.push_str("  facet normal 0 0 0\n    outer loop\n");
        for [x, y, z] in corners {
            writeln!(
                text,
                "      vertex {:e} {:e} {:e}",
                x as f32, y as f32, z as f32
            )
            .unwrap();
        }
        text.push_str("    endloop\n  endfacet\n");
    }
    text.push_str("endsolid mesh\n");
    std::fs::write(file, text).unwrap();
}
