//! Boxes and plates: faces of (nearly) square cells, each split by a diagonal.
//!
//! A square plate of 8 x 8 squares has the 176 interior edges of the plate of Rao, Wilton and Glisson, "Electromagnetic
//! scattering by surfaces of arbitrary shape", IEEE Trans. Antennas Propag. 30 (1982) 409.

use std::collections::HashMap;

use poynting_scene::Point;

use super::cuts::{self, Lines};
use crate::surface::Surface;
use crate::vector::sub;

/// Divisions of each edge, 0 if it has no extent.
fn divisions(from: Point, to: Point, edge: f64) -> [f64; 3] {
    sub(to, from).map(|length| {
        let at_least = if length > 0.0 { 1.0 } else { 0.0 };
        (length / edge - 1e-9).ceil().max(at_least)
    })
}

pub fn triangles(from: Point, to: Point, edge: f64) -> f64 {
    let [nx, ny, nz] = divisions(from, to, edge);
    let faces = if nx * ny * nz > 0.0 { 2.0 } else { 1.0 };
    2.0 * faces * (nx * ny + ny * nz + nz * nx)
}

pub fn mesh(from: Point, to: Point, edge: f64) -> Surface {
    mesh_on(&[0, 1, 2].map(|a| {
        if to[a] > from[a] {
            cuts::divide(&[from[a], to[a]], edge)
        } else {
            vec![from[a]]
        }
    }))
}

/// The faces of a box, or a plate, on lines along each axis; one line where there is no extent.
pub fn mesh_on(lines: &Lines) -> Surface {
    let n = lines.each_ref().map(|l| l.len() as u32 - 1);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let mut known: HashMap<[u32; 3], u32> = HashMap::new();
    let mut vertex = |p: [u32; 3]| {
        *known.entry(p).or_insert_with(|| {
            vertices.push(std::array::from_fn(|a| lines[a][p[a] as usize]));
            vertices.len() as u32 - 1
        })
    };
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        // A plate has only the face along its normal: the upper one.
        for level in if n[axis] == 0 {
            vec![0]
        } else {
            vec![0, n[axis]]
        } {
            for (i, j) in (0..n[u]).flat_map(|i| (0..n[v]).map(move |j| (i, j))) {
                let mut corner = |di: u32, dj: u32| {
                    let mut p = [0; 3];
                    p[axis] = level;
                    p[u] = i + di;
                    p[v] = j + dj;
                    vertex(p)
                };
                let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                if level == n[axis] {
                    triangles.extend([[a, b, c], [a, c, d]]);
                } else {
                    triangles.extend([[a, c, b], [a, d, c]]);
                }
            }
        }
    }
    Surface {
        vertices,
        triangles,
        ..Surface::default()
    }
}
