//! Triangle surfaces.
//!
//! The volume is that of the divergence theorem, V = 1/6 sum a . (b x c), positive when the triangles
//! are counter-clockwise seen from outside.

use std::collections::HashMap;
use std::path::Path;

use poynting_scene::Point;

use crate::aabb::Aabb;
use crate::error::GeometryError;
use crate::stl;
use crate::vector::{cross, dot, norm, sub};

/// Triangles with shared vertices, in metres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surface {
    /// Corners.
    pub vertices: Vec<Point>,
    /// Indices of the corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
}

/// How fit a surface is to bound a solid.
#[derive(Debug, Clone, PartialEq)]
pub struct Health {
    /// Every edge belongs to an even number of triangles: there is an inside.
    pub closed: bool,
    /// Edges of a single triangle.
    pub boundary_edges: usize,
    /// Edges of more than two triangles.
    pub nonmanifold_edges: usize,
    /// Edges of two triangles that run through it in the same direction.
    pub misoriented_edges: usize,
    /// Triangles without area.
    pub degenerate: usize,
    /// The enclosed volume is negative: normals point inwards.
    pub inverted: bool,
    /// Edges of an odd number of triangles.
    pub open_edges: usize,
    /// One of these, as vertex indices.
    pub open_edge: Option<[u32; 2]>,
}

/// How often an edge is used, and how often from its smaller to its larger vertex.
#[derive(Default)]
struct Uses {
    total: usize,
    forward: usize,
}

impl Surface {
    /// Reads a text or binary STL file; vertices become `unit * v + offset`.
    pub fn read_stl(file: &Path, unit: f64, offset: Point) -> Result<Self, GeometryError> {
        stl::read(file, unit, offset)
    }

    /// Writes a binary STL file in metres (single precision, as the format demands).
    pub fn write_stl(&self, file: &Path) -> Result<(), GeometryError> {
        stl::write(self, file)
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [Point; 3] {
        self.triangles[triangle].map(|v| self.vertices[v as usize])
    }

    /// All triangles by their corners.
    pub fn corner_triples(&self) -> impl Iterator<Item = [Point; 3]> {
        (0..self.triangles.len()).map(|t| self.corners(t))
    }

    /// The smallest box around all triangles.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.corner_triples().flatten())
    }

    /// Sum of the areas.
    pub fn area(&self) -> f64 {
        self.corner_triples()
            .map(|[a, b, c]| 0.5 * norm(cross(sub(b, a), sub(c, a))))
            .sum()
    }

    /// Enclosed volume; negative when the normals point inwards.
    pub fn volume(&self) -> f64 {
        // About the middle, so that a far origin does not cancel digits.
        let o = self.bounds().center();
        self.corner_triples()
            .map(|t| t.map(|v| sub(v, o)))
            .map(|[a, b, c]| dot(a, cross(b, c)) / 6.0)
            .sum()
    }

    /// Counts what is wrong.
    pub fn health(&self) -> Health {
        let uses = self.edge_uses();
        let count = |f: fn(&Uses) -> bool| uses.values().filter(|u| f(u)).count();
        let open_edges = count(|u| u.total % 2 == 1);
        // The smallest, so that the report does not depend on the order of the hash map.
        let open_edge = uses
            .iter()
            .filter(|(_, u)| u.total % 2 == 1)
            .map(|(e, _)| *e)
            .min();
        Health {
            closed: open_edges == 0 && !self.triangles.is_empty(),
            boundary_edges: count(|u| u.total == 1),
            nonmanifold_edges: count(|u| u.total > 2),
            misoriented_edges: count(|u| u.total == 2 && u.forward != 1),
            degenerate: self.degenerate_triangles(),
            inverted: self.volume() < 0.0,
            open_edges,
            open_edge,
        }
    }

    fn edge_uses(&self) -> HashMap<[u32; 2], Uses> {
        let mut uses: HashMap<[u32; 2], Uses> = HashMap::new();
        for t in self.triangles.iter().filter(|t| has_three_corners(t)) {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                let edge = uses.entry([a.min(b), a.max(b)]).or_default();
                edge.total += 1;
                edge.forward += usize::from(a < b);
            }
        }
        uses
    }

    fn degenerate_triangles(&self) -> usize {
        self.corner_triples()
            .filter(|[a, b, c]| norm(cross(sub(*b, *a), sub(*c, *a))) <= 0.0)
            .count()
    }

    /// Turns every triangle over.
    pub fn invert(&mut self) {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
    }
}

/// Two equal corners make a triangle that bounds nothing: its edges cancel in pairs.
pub(crate) fn has_three_corners(t: &[u32; 3]) -> bool {
    t[0] != t[1] && t[1] != t[2] && t[2] != t[0]
}
