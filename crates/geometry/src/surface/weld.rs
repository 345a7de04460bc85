//! Merging of coincident vertices.

use std::collections::HashMap;

use super::triangles::{Surface, has_three_corners};
use crate::vector::{norm, sub};

/// Result of welding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Welded {
    /// Number of vertices that were merged into others or had no triangle.
    pub vertices: usize,
    /// Number of triangles that became degenerate and were dropped.
    pub triangles: usize,
}

/// Coordinates of a file are equal when they differ by at most this many steps of single precision, in which STL stores.
const ROUNDING_STEPS: f64 = 4.0;
/// The remaining edges are at least this many times longer than the merging distance.
const CLEAR: f64 = 10.0;

impl Surface {
    /// Merges vertices of a surface with open edges that differ only by rounding: the pole of a sphere at sin(pi) = 1e-16,
    /// or the same corner computed twice. A surface without open edges is left unchanged, to the bit. So is one whose
    /// shortest remaining edge would come near the tolerance, because detail could then be lost. What has been merged may let
    /// more be merged; so this goes on until nothing changes, and a mended surface that is written reads back equal.
    pub(crate) fn mend_rounding(&mut self) {
        while let Some(mended) = self.mended() {
            *self = mended;
        }
    }

    /// The surface with fewer open edges, if merging gives one.
    fn mended(&self) -> Option<Self> {
        let open = |s: &Self| s.edges().iter().filter(|e| e.sides.len() % 2 == 1).count();
        let before = open(self);
        if before == 0 {
            return None;
        }
        let bounds = self.bounds();
        let size = norm(bounds.extent()).max(f64::MIN_POSITIVE);
        let corners = [bounds.min, bounds.max];
        let coordinates = corners.as_flattened().iter();
        let farthest = coordinates.fold(0.0_f64, |m, x| m.max(x.abs()));
        let rounding = ROUNDING_STEPS * f64::from(f32::EPSILON) * (farthest / size).max(1.0);
        let mended = [rounding, Self::WELD].into_iter().filter_map(|tolerance| {
            let mut mended = self.clone();
            mended.weld(tolerance);
            let shortest = mended.health().lengths.min;
            let left = open(&mended);
            (left < before && shortest > CLEAR * tolerance * size).then_some((left, mended))
        });
        let best = mended.min_by_key(|(left, _)| *left);
        best.map(|(_, mended)| mended)
    }

    /// Merges vertices closer than `tolerance` times the diagonal of the bounds, and drops triangles that become degenerate
    /// and vertices without a triangle.
    pub fn weld(&mut self, tolerance: f64) -> Welded {
        weld(self, tolerance)
    }
}

fn weld(surface: &mut Surface, tolerance: f64) -> Welded {
    let (vertices, triangles) = (surface.vertices.len(), surface.triangles.len());
    let place = representatives(surface, tolerance);
    for v in surface.triangles.iter_mut().flatten() {
        *v = place[*v as usize];
    }
    let sound: Vec<bool> = surface.triangles.iter().map(has_three_corners).collect();
    surface.retain(|t| sound[t]);
    surface.drop_unused_vertices();
    Welded {
        vertices: vertices - surface.vertices.len(),
        triangles: triangles - surface.triangles.len(),
    }
}

/// For each vertex the first kept one within the tolerance. Kept vertices are binned in cells as wide as the
/// tolerance, so candidates lie in 27 cells.
fn representatives(surface: &Surface, tolerance: f64) -> Vec<u32> {
    let bounds = surface.bounds();
    // Less than this is below the precision of the coordinates.
    let width = tolerance.max(f64::EPSILON) * norm(bounds.extent()).max(f64::MIN_POSITIVE);
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
    let mut place = Vec::with_capacity(surface.vertices.len());
    for (index, v) in surface.vertices.iter().enumerate() {
        let cell = sub(*v, bounds.min).map(|x| (x / width).floor() as i64);
        let near = neighbours(cell)
            .filter_map(|c| cells.get(&c))
            .flatten()
            .filter(|k| norm(sub(surface.vertices[**k as usize], *v)) <= width)
            .min()
            .copied();
        let kept = near.unwrap_or(index as u32);
        if near.is_none() {
            cells.entry(cell).or_default().push(kept);
        }
        place.push(kept);
    }
    place
}

fn neighbours(cell: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    (0..27).map(move |n| {
        let step = [n % 3, n / 3 % 3, n / 9];
        std::array::from_fn(|a| cell[a].saturating_add(step[a] - 1))
    })
}
