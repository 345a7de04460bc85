//! The triangles themselves.
//!
//! The volume follows from the divergence theorem, V = 1/6 sum a . (b x c), positive when the triangles
//! are counter-clockwise seen from outside.

use std::collections::BTreeMap;

use poynting_scene::Point;

use crate::aabb::Aabb;
use crate::vector::{cross, dot, norm, sub};

/// Triangles with shared vertices, in metres. Every index refers to a vertex.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surface {
    /// Corners.
    pub vertices: Vec<Point>,
    /// Corner indices of each triangle, counter-clockwise seen against its normal.
    pub triangles: Vec<[u32; 3]>,
    /// The group of each triangle, 0 for none; empty when no triangle has a group.
    pub tags: Vec<u32>,
    /// Names of groups.
    pub names: BTreeMap<u32, String>,
}

impl Surface {
    /// Memory of the triangles in bytes.
    pub fn bytes(&self) -> u64 {
        let tags = size_of_val(&self.tags[..]);
        (size_of_val(&self.vertices[..]) + size_of_val(&self.triangles[..]) + tags) as u64
    }

    /// Vertices within this fraction of the size are merged on a surface from a file: just above the resolution of single
    /// precision, in which STL stores.
    pub const WELD: f64 = 1e-6;

    /// The corners of a triangle.
    pub fn corners(&self, triangle: usize) -> [Point; 3] {
        self.triangles[triangle].map(|v| self.vertices[v as usize])
    }

    /// All triangles by their corners.
    pub fn corner_triples(&self) -> impl Iterator<Item = [Point; 3]> {
        (0..self.triangles.len()).map(|t| self.corners(t))
    }

    /// The group of a triangle, 0 for none.
    pub fn tag(&self, triangle: usize) -> u32 {
        self.tags.get(triangle).copied().unwrap_or(0)
    }

    /// The smallest box around all triangles.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.corner_triples().flatten())
    }

    /// Sum of the areas.
    pub fn area(&self) -> f64 {
        sum(self
            .corner_triples()
            .map(|[a, b, c]| 0.5 * norm(cross(sub(b, a), sub(c, a)))))
    }

    /// Enclosed volume; negative when the normals point inwards.
    pub fn volume(&self) -> f64 {
        // About the centre, so that a distant origin does not cause cancellation.
        volume_about(self.bounds().center(), self.corner_triples())
    }

    /// Flips every triangle.
    pub fn invert(&mut self) {
        for t in &mut self.triangles {
            t.swap(1, 2);
        }
    }

    /// Adds the triangles of another surface, without merging vertices.
    pub fn append(&mut self, other: &Self) {
        let before = self.vertices.len() as u32;
        if !(self.tags.is_empty() && other.tags.is_empty()) {
            let own = self.triangles.len();
            self.tags.resize(own, 0);
            self.tags.extend(&other.tags);
            self.tags.resize(own + other.triangles.len(), 0);
        }
        for (tag, name) in &other.names {
            self.names.entry(*tag).or_insert_with(|| name.clone());
        }
        self.vertices.extend(&other.vertices);
        let moved = other.triangles.iter().map(|t| t.map(|v| v + before));
        self.triangles.extend(moved);
    }

    /// Keeps the triangles that the test accepts, by their index.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let mut index = 0;
        self.tags.retain(|_| {
            index += 1;
            keep(index - 1)
        });
        index = 0;
        self.triangles.retain(|_| {
            index += 1;
            keep(index - 1)
        });
    }

    /// Drops vertices without a triangle; the others keep their order.
    pub(crate) fn drop_unused_vertices(&mut self) {
        let mut place = vec![u32::MAX; self.vertices.len()];
        for v in self.triangles.iter().flatten() {
            place[*v as usize] = 0;
        }
        for (kept, p) in (0..).zip(place.iter_mut().filter(|p| **p == 0)) {
            *p = kept;
        }
        let mut index = 0;
        self.vertices.retain(|_| {
            index += 1;
            place[index - 1] != u32::MAX
        });
        for v in self.triangles.iter_mut().flatten() {
            *v = place[*v as usize];
        }
    }
}

pub(crate) fn volume_about(o: Point, triangles: impl Iterator<Item = [Point; 3]>) -> f64 {
    sum(triangles
        .map(|t| t.map(|v| sub(v, o)))
        .map(|[a, b, c]| dot(a, cross(b, c)) / 6.0))
}

/// With compensated summation (Kahan, Comm. ACM 8 (1965) 40), or a million triangles
/// would cost four digits.
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut total, mut lost) = (0.0, 0.0);
    for term in terms {
        let term = term - lost;
        let next: f64 = total + term;
        lost = (next - total) - term;
        total = next;
    }
    total
}

/// Two equal corners make a triangle that bounds nothing: its edges cancel in pairs.
pub(crate) fn has_three_corners(t: &[u32; 3]) -> bool {
    t[0] != t[1] && t[1] != t[2] && t[2] != t[0]
}
