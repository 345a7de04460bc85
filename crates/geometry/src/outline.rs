//! Surfaces for display, of every shape, boolean ones included.
//!
//! A boolean shape is sampled on graded lines; each cell that its surface crosses gets a vertex, the mean of the crossings of the cell's edges,
//! and each crossed edge a square of the four cells around it (S. F. Gibson, "Constrained elastic surface nets",
//! MICCAI 1998). Crossings are the exact ends of the intervals inside the solid. Each flat face has a line on either side, so
//! faces stay flat and edges sharp.

use std::collections::HashMap;
use std::path::Path;

use poynting_scene::{Point, Shape};

use crate::aabb::Aabb;
use crate::error::GeometryError;
use crate::mesher::surface_of;
use crate::solid::Solid;
use crate::spans::Spans;
use crate::surface::Surface;
use crate::vector::{norm, sub};

/// Cells along the longest axis of a boolean shape.
const CELLS: f64 = 64.0;
/// Thickness of the cells around a flat face, as a fraction of the size.
const THIN: f64 = 1e-4;
/// Edges per radius of round bodies.
const PER_RADIUS: f64 = 5.0;
/// Edges per length of long bodies.
const PER_LENGTH: f64 = 100.0;

/// A surface of a shape for a picture, with as few triangles as look right. It is not a mesh for a solver.
pub fn outline(shape: &Shape, base_dir: &Path) -> Result<Surface, GeometryError> {
    let edge = match shape {
        Shape::Union(_) | Shape::Difference(_) | Shape::Intersection(_) => {
            return Ok(contour(&Solid::new(shape, base_dir)?));
        }
        Shape::Box { from, to } => norm(sub(*to, *from)),
        Shape::Sphere { radius, .. } | Shape::ConeSphere { radius, .. } => radius / PER_RADIUS,
        Shape::Cylinder { from, to, radius } => round(norm(sub(*to, *from)), *radius),
        Shape::Cone {
            from,
            to,
            radius_from,
            radius_to,
        } => round(norm(sub(*to, *from)), radius_from.max(*radius_to)),
        Shape::Almond { length, .. } | Shape::Ogive { length, .. } => length / PER_LENGTH,
        // As it is in the file.
        Shape::Polyhedron { .. } | Shape::Sheet { .. } => f64::INFINITY,
    };
    surface_of(shape, base_dir, edge)
}

fn round(length: f64, radius: f64) -> f64 {
    (radius / PER_RADIUS).max(length / PER_LENGTH)
}

/// The surface of a solid on lines adapted to its flat faces.
fn contour(solid: &Solid) -> Surface {
    let bounds = solid.bounds();
    let size = bounds.extent().into_iter().fold(0.0, f64::max);
    if bounds.is_empty() || size <= 0.0 {
        return Surface::default();
    }
    let mut net = Net {
        lines: [0, 1, 2].map(|axis| lines(solid, &bounds, axis, size)),
        inside: Vec::new(),
        cells: HashMap::new(),
    };
    net.fill(solid);
    net.squares(solid)
}

/// Ascending coordinates that begin and end outside the solid.
fn lines(solid: &Solid, bounds: &Aabb, axis: usize, size: f64) -> Vec<f64> {
    let thin = 0.5 * THIN * size;
    let features = solid.features();
    let here = features.iter().filter(|f| f.axis == axis);
    let mut faces: Vec<f64> = here.map(|f| f.coordinate).collect();
    faces.extend([bounds.min[axis], bounds.max[axis]]);
    faces.sort_by(f64::total_cmp);
    faces.dedup_by(|a, b| *a - *b <= 2.0 * thin);
    let mut lines: Vec<f64> = Vec::new();
    for face in faces {
        if let Some(&last) = lines.last() {
            let gap = face - thin - last;
            let parts = (gap / size * CELLS).ceil().max(1.0) as usize;
            lines.extend((1..parts).map(|n| last + gap * n as f64 / parts as f64));
        }
        lines.extend([face - thin, face + thin]);
    }
    lines
}

/// Cells with their vertices.
struct Net {
    lines: [Vec<f64>; 3],
    /// Whether a node is inside, z fastest.
    inside: Vec<bool>,
    /// For a crossed cell, the sum of crossings and their number; then the index of its vertex.
    cells: HashMap<[usize; 3], (Point, f64)>,
}

impl Net {
    fn node(&self, [i, j, k]: [usize; 3]) -> bool {
        self.inside[(i * self.lines[1].len() + j) * self.lines[2].len() + k]
    }

    fn at(&self, node: [usize; 3]) -> Point {
        std::array::from_fn(|a| self.lines[a][node[a]])
    }

    fn fill(&mut self, solid: &Solid) {
        let mut spans = Spans::new();
        for &x in &self.lines[0] {
            for &y in &self.lines[1] {
                solid.spans(x, y, &mut spans);
                let column = self.lines[2].iter().map(|z| spans.contains(*z));
                self.inside.extend(column);
            }
        }
    }

    /// The edges along an axis whose ends differ: their first node, and where they are crossed.
    fn crossings(&self, solid: &Solid, axis: usize) -> Vec<([usize; 3], Point)> {
        let across = [(axis + 1) % 3, (axis + 2) % 3];
        let mut spans = Spans::new();
        let mut found = Vec::new();
        for j in 0..self.lines[across[0]].len() {
            for k in 0..self.lines[across[1]].len() {
                let node = |i: usize| {
                    let mut node = [0; 3];
                    (node[axis], node[across[0]], node[across[1]]) = (i, j, k);
                    node
                };
                let crossed = |&i: &usize| self.node(node(i)) != self.node(node(i + 1));
                let crossed: Vec<usize> = (0..self.lines[axis].len() - 1).filter(crossed).collect();
                if crossed.is_empty() {
                    continue;
                }
                solid.spans_along(axis, self.at(node(0)), &mut spans);
                for i in crossed {
                    let [low, high] = [i, i + 1].map(|i| self.lines[axis][i]);
                    let mut ends = spans.as_slice().iter().flatten().copied();
                    let end = ends.find(|x| (low..=high).contains(x));
                    let mut point = self.at(node(i));
                    point[axis] = end.unwrap_or(0.5 * (low + high));
                    found.push((node(i), point));
                }
            }
        }
        found
    }

    /// Squares around crossed edges, as triangles that face outwards.
    fn squares(mut self, solid: &Solid) -> Surface {
        let crossings = [0, 1, 2].map(|axis| self.crossings(solid, axis));
        for (axis, all) in crossings.iter().enumerate() {
            for (node, point) in all {
                for cell in around(*node, axis) {
                    let (sum, count) = self.cells.entry(cell).or_default();
                    *sum = std::array::from_fn(|a| sum[a] + point[a]);
                    *count += 1.0;
                }
            }
        }
        let mut surface = Surface::default();
        let mut numbers = HashMap::new();
        for (axis, all) in crossings.iter().enumerate() {
            for (node, _) in all {
                let mut corners = around(*node, axis).map(|cell| {
                    *numbers.entry(cell).or_insert_with(|| {
                        let (sum, count) = self.cells[&cell];
                        surface.vertices.push(sum.map(|x| x / count));
                        surface.vertices.len() as u32 - 1
                    })
                });
                if !self.node(*node) {
                    corners.reverse();
                }
                let [a, b, c, d] = corners;
                surface.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        surface
    }
}

/// The four cells around the edge from a node along an axis, counter-clockwise seen from the far end. The outermost edges are outside
/// every solid, so there are always four.
fn around(node: [usize; 3], axis: usize) -> [[usize; 3]; 4] {
    let [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    [[1, 1], [0, 1], [0, 0], [1, 0]].map(|[du, dv]| {
        let mut cell = node;
        cell[u] -= du;
        cell[v] -= dv;
        cell
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(from: f64, to: f64) -> Shape {
        Shape::Box {
            from: [from; 3],
            to: [to; 3],
        }
    }

    /// A hollow cube has the volume of its walls to within the thickness of the cells at its faces, however thin they are.
    #[test]
    fn thin_walls_are_there() {
        let shape = Shape::Difference(vec![cube(0.0, 1.0), cube(0.01, 0.99)]);
        let surface = outline(&shape, Path::new("")).unwrap();
        let exact = 1.0 - 0.98_f64.powi(3);
        assert!(
            (surface.volume() - exact).abs() < 1e-3 * exact,
            "{}",
            surface.volume()
        );
        assert!(surface.health().closed);
    }

    #[test]
    fn a_ball_with_a_corner_cut_off_has_its_volume() {
        let ball = Shape::Sphere {
            center: [0.0; 3],
            radius: 1.0,
        };
        let shape = Shape::Difference(vec![ball, cube(0.0, 2.0)]);
        let surface = outline(&shape, Path::new("")).unwrap();
        let exact = 7.0 / 8.0 * 4.0 / 3.0 * std::f64::consts::PI;
        assert!(
            (surface.volume() / exact - 1.0).abs() < 0.01,
            "{}",
            surface.volume()
        );
        assert!(surface.health().closed);
    }

    #[test]
    fn a_box_takes_few_triangles() {
        let surface = outline(&cube(0.0, 1.0), Path::new("")).unwrap();
        assert!(surface.triangles.len() <= 48, "{}", surface.triangles.len());
        assert!((surface.volume() - 1.0).abs() < 1e-12);
    }
}
