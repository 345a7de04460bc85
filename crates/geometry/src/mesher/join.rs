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
use crate::size::MeshSize;
use crate::solid::Solid;
use crate::surface::Surface;
use crate::vector::{cross, dot, norm, sub};

/// The surfaces of shapes as one, with the index of the shape, from one, as tag; see [`surface_of`]. Coincident vertices are
/// merged; any other contact is rejected.
pub fn surface_of_all(
    shapes: &[&Shape],
    base_dir: &Path,
    size: impl Into<MeshSize>,
) -> Result<Surface, GeometryError> {
    let MeshSize { edge, most } = size.into();
    let mut parts = Vec::new();
    let mut left = most;
    for (before, shape) in shapes.iter().enumerate() {
        let size = MeshSize { edge, most: left };
        let made = (most - left) as f64;
        let of_shape = |error: GeometryError| match error {
            GeometryError::TooManyTriangles { triangles, .. } => GeometryError::TooManyTriangles {
                shape: before + 1,
                edge,
                triangles: triangles + made,
                most,
            },
            other => GeometryError::OfShape {
                shape: before + 1,
                cause: Box::new(other),
            },
        };
        let surface = surface_of(shape, base_dir, size).map_err(of_shape)?;
        left -= surface.triangles.len() as u64;
        parts.push(Part {
            solid: Solid::new(shape, base_dir).map_err(of_shape)?,
            bounds: surface.bounds(),
            surface,
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
    bounds: Aabb,
    surface: Surface,
}

impl Part {
    /// A point where this meets another part other than vertex by vertex.
    fn collision(&self, other: &Self) -> Option<Point> {
        let near = norm(self.bounds.union(&other.bounds).extent()) * MEET;
        let common = grown(&self.bounds, near).intersection(&grown(&other.bounds, near));
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
        let triangles = other.surface.corner_triples();
        let triangles = Sorted::new(triangles.filter(|t| meets_common(t)), common);
        let edges = self.surface.edges();
        edges
            .iter()
            .map(|e| e.ends.map(|v| self.surface.vertices[v as usize]))
            .filter(|e| meets_common(e))
            .find_map(|e| triangles.near(&e).find_map(|t| crossing(e, *t)))
    }
}

/// Triangles in the order of their lower ends along the longest axis of a box, so that an edge is compared with few of them.
struct Sorted {
    axis: usize,
    triangles: Vec<[Point; 3]>,
    /// The longest of them along the axis.
    reach: f64,
}

impl Sorted {
    fn new(triangles: impl Iterator<Item = [Point; 3]>, common: &Aabb) -> Self {
        let extent = common.extent();
        let longer = |a: usize, b: usize| if extent[b] > extent[a] { b } else { a };
        let axis = longer(longer(0, 1), 2);
        let mut triangles: Vec<[Point; 3]> = triangles.collect();
        triangles.sort_by(|s, t| low(s, axis).total_cmp(&low(t, axis)));
        let lengths = triangles.iter().map(|t| high(t, axis) - low(t, axis));
        Self {
            axis,
            reach: lengths.fold(0.0, f64::max),
            triangles,
        }
    }

    /// Those that overlap an edge along the axis, and some before it.
    fn near(&self, edge: &[Point]) -> impl Iterator<Item = &[Point; 3]> {
        let [from, to] = [low(edge, self.axis), high(edge, self.axis)];
        let before = |x: f64| self.triangles.partition_point(|t| low(t, self.axis) < x);
        let first = before(from - self.reach);
        let candidates = self.triangles[first..].iter();
        candidates.take_while(move |t| low(*t, self.axis) <= to)
    }
}

fn low(points: &[Point], axis: usize) -> f64 {
    points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min)
}

fn high(points: &[Point], axis: usize) -> f64 {
    let along = points.iter().map(|p| p[axis]);
    along.fold(f64::NEG_INFINITY, f64::max)
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
