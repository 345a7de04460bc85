//! Several shapes in one surface.
//!
//! Where two shapes touch, their meshes must meet vertex by vertex, or current could not flow across; two sheets along a common edge do, and a body
//! resting with a face on another does not. Plates that meet otherwise are meshed on common lines (`cuts.rs`). Any other contact is rejected with its
//! location: a vertex, or the midpoint of an edge or triangle, within or on the other solid, or an edge through a triangle.

use std::path::Path;

use poynting_scene::{Point, Shape};

use super::{cuts, flat, surface_of};
use crate::aabb::Aabb;
use crate::error::GeometryError;
use crate::solid::Solid;
use crate::surface::Surface;
use crate::vector::{cross, dot, norm, sub};

/// The surfaces of shapes as one, with the index of the shape, from one, as tag; see [`surface_of`]. Coincident vertices are
/// merged; any other contact is rejected.
pub fn surface_of_all(
    shapes: &[&Shape],
    base_dir: &Path,
    edge: f64,
) -> Result<Surface, GeometryError> {
    let mut parts = Vec::new();
    for shape in shapes {
        parts.push(Part {
            solid: Solid::new(shape, base_dir)?,
            surface: surface_of(shape, base_dir, edge)?,
        });
    }
    let whole = joined(&parts);
    if whole.is_ok() {
        return whole;
    }
    for (part, lines) in parts.iter_mut().zip(cuts::lines(shapes, edge)) {
        if let Some(lines) = lines {
            part.surface = flat::mesh_on(&lines);
        }
    }
    joined(&parts)
}

/// All parts as one surface, if they meet vertex by vertex.
fn joined(parts: &[Part]) -> Result<Surface, GeometryError> {
    let mut whole = Surface::default();
    for (index, part) in parts.iter().enumerate() {
        for (before, other) in parts[..index].iter().enumerate() {
            if let Some(at) = part.collision(other).or_else(|| other.collision(part)) {
                return Err(GeometryError::Collision {
                    first: before + 1,
                    second: index + 1,
                    at,
                });
            }
        }
        let mut tagged = part.surface.clone();
        tagged.tags = vec![index as u32 + 1; tagged.triangles.len()];
        tagged.names.clear();
        whole.append(&tagged);
    }
    whole.weld(MEET);
    Ok(whole)
}

/// Points closer than this fraction of the size are in contact.
const MEET: f64 = 1e-9;

struct Part {
    solid: Solid,
    surface: Surface,
}

impl Part {
    /// A point where this meets another part other than vertex by vertex.
    fn collision(&self, other: &Self) -> Option<Point> {
        let near = norm(
            self.surface
                .bounds()
                .union(&other.surface.bounds())
                .extent(),
        ) * MEET;
        let common =
            grown(&self.surface.bounds(), near).intersection(&grown(&other.surface.bounds(), near));
        if common.is_empty() {
            return None;
        }
        let vertices: Vec<Point> = within(&common, other.surface.vertices.iter().copied());
        let meets = |p: &Point| vertices.iter().any(|v| norm(sub(*v, *p)) <= near);
        let touches = |p: &Point| other.solid.distance(*p) <= near;
        let own = within(&common, self.surface.vertices.iter().copied());
        let middles = within(&common, self.surface.corner_triples().map(|t| mean(&t)));
        own.into_iter()
            .find(|p| touches(p) && !meets(p))
            .or_else(|| middles.into_iter().find(touches))
            .or_else(|| self.pierces(other, &common))
    }

    /// A point where an edge passes through a triangle of the other part.
    fn pierces(&self, other: &Self, common: &Aabb) -> Option<Point> {
        let meets_common = |points: &[Point]| {
            let bounds = Aabb::around(points.iter().copied());
            !bounds.intersection(common).is_empty()
        };
        let triangles: Vec<[Point; 3]> = other
            .surface
            .corner_triples()
            .filter(|t| meets_common(t))
            .collect();
        let edges = self.surface.edges();
        edges
            .iter()
            .map(|e| e.ends.map(|v| self.surface.vertices[v as usize]))
            .filter(|e| meets_common(e))
            .find_map(|e| triangles.iter().find_map(|t| crossing(e, *t)))
    }
}

fn grown(b: &Aabb, by: f64) -> Aabb {
    Aabb {
        min: b.min.map(|x| x - by),
        max: b.max.map(|x| x + by),
    }
}

fn within(bounds: &Aabb, points: impl Iterator<Item = Point>) -> Vec<Point> {
    points.filter(|p| bounds.contains(*p)).collect()
}

fn mean(points: &[Point; 3]) -> Point {
    std::array::from_fn(|a| points.iter().map(|p| p[a]).sum::<f64>() / 3.0)
}

/// A point where the interior of a segment passes through the interior of a triangle. Moeller and Trumbore, "Fast, minimum storage
/// ray/triangle intersection", J. Graphics Tools 2(1) (1997) 21.
fn crossing([p, q]: [Point; 2], [a, b, c]: [Point; 3]) -> Option<Point> {
    let (d, u, v) = (sub(q, p), sub(b, a), sub(c, a));
    let normal = cross(u, v);
    let determinant = -dot(d, normal);
    // Parallel to within rounding: then other edges will cross, or vertices will touch.
    if determinant.abs() <= 1e-12 * norm(d) * norm(normal) {
        return None;
    }
    let from = sub(p, a);
    let across = cross(from, d);
    let t = dot(from, normal) / determinant;
    let (beta, gamma) = (dot(v, across) / determinant, -dot(u, across) / determinant);
    let inside = |x: f64| x > 1e-9 && x < 1.0 - 1e-9;
    let hit = inside(t) && beta > 1e-9 && gamma > 1e-9 && beta + gamma < 1.0 - 1e-9;
    hit.then(|| std::array::from_fn(|i| p[i] + t * d[i]))
}
