//! Intersections of a plane with the bodies of a model.

use crate::{Body, Model};
use std::collections::HashMap;

/// Vertices are stored in single precision: within this fraction of the body's size of the plane, they count as lying in it.
const IN_PLANE: f64 = 1e-6;

/// A straight segment of an outline, in metres along the two axes of the plane.
pub type Segment = [[f64; 2]; 2];

/// The outlines of all bodies on the plane normal to axis `normal` (0 to 2) at a given coordinate.
pub fn outlines(model: &Model, normal: usize, at: f64) -> Vec<Segment> {
    let bodies = model.bodies.iter();
    bodies.flat_map(|body| outline(body, normal, at)).collect()
}

fn outline(body: &Body, normal: usize, at: f64) -> Vec<Segment> {
    let vertices = &body.surface.vertices;
    let [u, v] = [[1, 2], [0, 2], [0, 1]][normal];
    let flat = |n: u32| [u, v].map(|axis| f64::from(vertices[n as usize][axis]));
    let near = IN_PLANE * size(vertices, at, normal);
    let height = |n: u32| {
        let above = f64::from(vertices[n as usize][normal]) - at;
        if above.abs() <= near { 0.0 } else { above }
    };
    let mut segments = Vec::new();
    // Edges of triangles in the plane: an edge of only one triangle is on the border of a sheet or a face.
    let mut borders: HashMap<[u32; 2], usize> = HashMap::new();
    for t in &body.surface.triangles {
        let edges = [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
        let inside = t.iter().filter(|&&n| height(n) == 0.0).count();
        if inside == 3 {
            for [a, b] in edges {
                *borders.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
            continue;
        }
        let mut ends: Vec<[f64; 2]> = Vec::new();
        ends.extend(t.iter().filter(|&&n| height(n) == 0.0).map(|&n| flat(n)));
        for [a, b] in edges {
            let (from, to) = (height(a), height(b));
            if from * to < 0.0 {
                let part = from / (from - to);
                let (p, q) = (flat(a), flat(b));
                ends.push([0, 1].map(|i| p[i] + part * (q[i] - p[i])));
            }
        }
        if let [a, b] = ends[..] {
            segments.push([a, b]);
        }
    }
    let border = |(_, count): &(&[u32; 2], &usize)| *count % 2 == 1;
    segments.extend(
        borders
            .iter()
            .filter(border)
            .map(|(ends, _)| ends.map(flat)),
    );
    segments
}

/// The largest extent of a body, or its distance from the origin along the normal if that is larger.
fn size(vertices: &[[f32; 3]], at: f64, normal: usize) -> f64 {
    let extent = |axis: usize| {
        let all = || vertices.iter().map(|v| f64::from(v[axis]));
        all().fold(f64::NEG_INFINITY, f64::max) - all().fold(f64::INFINITY, f64::min)
    };
    let largest = [0, 1, 2].map(extent).into_iter().fold(0.0, f64::max);
    let away = vertices.iter().map(|v| f64::from(v[normal].abs()));
    away.fold(largest.max(at.abs()), f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Triangles;

    fn length(segments: &[Segment]) -> f64 {
        let one = |s: &Segment| f64::hypot(s[0][0] - s[1][0], s[0][1] - s[1][1]);
        segments.iter().map(one).sum()
    }

    /// A brick of 2 x 3 x 4 with a corner at the origin.
    fn brick() -> Body {
        let corner = |n: u32| [0, 1, 2].map(|a| [2.0, 3.0, 4.0][a] * ((n >> a) & 1) as f32);
        let faces = [
            [0, 1, 3, 2],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 3, 7, 6],
            [0, 2, 6, 4],
            [1, 3, 7, 5],
        ];
        Body {
            surface: Triangles {
                vertices: (0..8).map(corner).collect(),
                triangles: faces
                    .iter()
                    .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
                    .collect(),
            },
            ..Body::default()
        }
    }

    #[test]
    fn a_brick_is_cut_along_its_perimeter() {
        assert!((length(&outline(&brick(), 2, 1.3)) - 10.0).abs() < 1e-12);
        assert!((length(&outline(&brick(), 0, 0.5)) - 14.0).abs() < 1e-12);
        assert!(outline(&brick(), 2, 5.0).is_empty());
    }

    #[test]
    fn a_sheet_in_the_plane_shows_its_border() {
        let sheet = Body {
            surface: Triangles {
                vertices: vec![
                    [0.0, 0.0, 0.1],
                    [2.0, 0.0, 0.1],
                    [2.0, 1.0, 0.1],
                    [0.0, 1.0, 0.1],
                ],
                triangles: vec![[0, 1, 2], [0, 2, 3]],
            },
            ..Body::default()
        };
        assert!((length(&outline(&sheet, 2, 0.1)) - 6.0).abs() < 1e-12);
        assert!(outline(&sheet, 2, 0.2).is_empty());
    }
}
