//! Edge-to-triangle connectivity.

use super::triangles::{Surface, has_three_corners};

/// The edges of a surface, ordered by their ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edges {
    ends: Vec<[u32; 2]>,
    /// Start of the sides of each edge, and the end of the last.
    start: Vec<usize>,
    sides: Vec<Side>,
}

/// A triangle at an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Side {
    /// The triangle.
    pub triangle: u32,
    /// Which of its corners (0 to 2) is opposite the edge.
    pub opposite: u8,
    /// Whether the triangle traverses the edge from the smaller vertex index to the larger.
    pub forward: bool,
}

/// An edge with its triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge<'a> {
    /// Vertex indices, the smaller first.
    pub ends: [u32; 2],
    /// Its triangles, by index.
    pub sides: &'a [Side],
}

impl Surface {
    /// Its edges, each with the triangles that share it.
    pub fn edges(&self) -> Edges {
        Edges::of(self)
    }
}

impl Edges {
    /// Triangles with two equal corners contribute no edges.
    fn of(surface: &Surface) -> Self {
        let mut uses = Vec::with_capacity(3 * surface.triangles.len());
        for (index, t) in surface.triangles.iter().enumerate() {
            for opposite in (0..3).filter(|_| has_three_corners(t)) {
                let (a, b) = (t[(opposite + 1) % 3], t[(opposite + 2) % 3]);
                let side = Side {
                    triangle: index as u32,
                    opposite: opposite as u8,
                    forward: a < b,
                };
                uses.push(([a.min(b), a.max(b)], side));
            }
        }
        uses.sort_unstable_by_key(|(ends, side)| (*ends, side.triangle));
        let (mut ends, mut start): (Vec<[u32; 2]>, _) = (Vec::new(), Vec::new());
        for (index, (edge, _)) in uses.iter().enumerate() {
            if ends.last() != Some(edge) {
                ends.push(*edge);
                start.push(index);
            }
        }
        start.push(uses.len());
        let sides = uses.into_iter().map(|(_, side)| side).collect();
        Self { ends, start, sides }
    }

    /// Number of edges.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// An edge by its index.
    pub fn get(&self, edge: usize) -> Edge<'_> {
        Edge {
            ends: self.ends[edge],
            sides: &self.sides[self.start[edge]..self.start[edge + 1]],
        }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Edge<'_>> {
        (0..self.len()).map(|e| self.get(e))
    }
}

impl Edge<'_> {
    /// Whether two triangles meet here that traverse the edge in the same direction.
    pub fn misoriented(&self) -> bool {
        matches!(self.sides, [a, b] if a.forward == b.forward)
    }
}
