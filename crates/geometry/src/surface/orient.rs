//! Consistent orientation of neighbouring triangles.
//!
//! Two triangles agree when they traverse their common edge in opposite directions. A walk over all triangles from
//! neighbour to neighbour orients each part of the surface; where it returns to a triangle with the opposite
//! orientation the surface is one-sided, like a Moebius strip. Both cases are tested in `tests/suite/surfaces.rs`.

use poynting_scene::Point;

use super::edges::{Edges, Side};
use super::triangles::{Surface, volume_about};

/// Result of orienting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orientation {
    /// Number of triangles flipped.
    pub turned: usize,
    /// Edges, as vertex indices, across which neighbours cannot agree: the surface is one-sided.
    pub twisted: Vec<[u32; 2]>,
}

/// The parts of a surface and the decisions for its triangles.
struct Walk {
    part: Vec<u32>,
    turn: Vec<bool>,
    parts: usize,
}

const NONE: u32 = u32::MAX;

impl Surface {
    /// Flips triangles so that neighbours agree: outwards where a part is closed, as the majority of its triangles was
    /// where it is open.
    ///
    /// A part extends across edges of two triangles; at edges of more, parts end. Each closed part is oriented by the
    /// sign of its own volume, a cavity within a body like a body.
    pub fn orient(&mut self) -> Orientation {
        orient(self)
    }
}

fn orient(surface: &mut Surface) -> Orientation {
    let edges = surface.edges();
    let mut walk = Walk::over(surface, &edges);
    let twisted = edges
        .iter()
        .filter(|e| match e.sides {
            [a, b] => {
                let turned = |s: &Side| s.forward != walk.turn[s.triangle as usize];
                turned(a) == turned(b)
            }
            _ => false,
        })
        .map(|e| e.ends)
        .collect();
    walk.settle(surface, &edges);
    for (t, _) in surface
        .triangles
        .iter_mut()
        .zip(&walk.turn)
        .filter(|(_, turn)| **turn)
    {
        t.swap(1, 2);
    }
    let turned = walk.turn.iter().filter(|t| **t).count();
    Orientation { turned, twisted }
}

impl Walk {
    /// Relative to the first triangle of each part.
    fn over(surface: &Surface, edges: &Edges) -> Self {
        let count = surface.triangles.len();
        // Across each side of each triangle: the neighbour, and whether it disagrees.
        let mut across = vec![[(NONE, false); 3]; count];
        for edge in edges.iter() {
            if let [a, b] = edge.sides {
                let disagree = edge.misoriented();
                across[a.triangle as usize][a.opposite as usize] = (b.triangle, disagree);
                across[b.triangle as usize][b.opposite as usize] = (a.triangle, disagree);
            }
        }
        let mut walk = Self {
            part: vec![NONE; count],
            turn: vec![false; count],
            parts: 0,
        };
        let mut waiting = Vec::new();
        for first in 0..count {
            if walk.part[first] != NONE {
                continue;
            }
            let part = walk.parts as u32;
            walk.parts += 1;
            walk.part[first] = part;
            waiting.push(first);
            while let Some(t) = waiting.pop() {
                for (next, disagree) in across[t].iter().filter(|(n, _)| *n != NONE) {
                    let next = *next as usize;
                    if walk.part[next] == NONE {
                        walk.part[next] = part;
                        walk.turn[next] = walk.turn[t] != *disagree;
                        waiting.push(next);
                    }
                }
            }
        }
        walk
    }

    /// Closed parts outwards, open ones as the majority of their triangles was.
    fn settle(&mut self, surface: &Surface, edges: &Edges) {
        let mut volume = vec![0.0; self.parts];
        let mut balance = vec![0_i64; self.parts];
        let mut origin: Vec<Option<Point>> = vec![None; self.parts];
        for (t, corners) in surface.corner_triples().enumerate() {
            let part = self.part[t] as usize;
            let o = *origin[part].get_or_insert(corners[0]);
            let sign = if self.turn[t] { -1.0 } else { 1.0 };
            volume[part] += sign * volume_about(o, std::iter::once(corners));
            balance[part] += if self.turn[t] { 1 } else { -1 };
        }
        let closed = self.closed(edges);
        let over: Vec<bool> = (0..self.parts)
            .map(|p| {
                if closed[p] {
                    volume[p] < 0.0
                } else {
                    balance[p] > 0
                }
            })
            .collect();
        for (turn, part) in self.turn.iter_mut().zip(&self.part) {
            *turn ^= over[*part as usize];
        }
    }

    /// A part is closed when each edge belongs to an even number of its own triangles.
    fn closed(&self, edges: &Edges) -> Vec<bool> {
        let mut closed = vec![true; self.parts];
        for edge in edges.iter() {
            for side in edge.sides {
                let part = self.part[side.triangle as usize];
                let own = |s: &&Side| self.part[s.triangle as usize] == part;
                if edge.sides.iter().filter(own).count() % 2 == 1 {
                    closed[part as usize] = false;
                }
            }
        }
        closed
    }
}
