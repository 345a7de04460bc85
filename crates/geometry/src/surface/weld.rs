//! Vertices that lie together become one.

use std::collections::HashMap;

use super::triangles::{Surface, has_three_corners};
use crate::vector::{norm, sub};

/// What welding did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Welded {
    /// How many vertices were merged into others or had no triangle.
    pub vertices: usize,
    /// How many triangles lost their extent by it and were dropped.
    pub triangles: usize,
}

impl Surface {
    /// Merges vertices nearer than `tolerance` times the diagonal of the bounds, and drops triangles that lose their extent
    /// by it and vertices without a triangle.
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

/// For each vertex the first kept one within the tolerance. Kept vertices are filed in cells as wide as the
/// tolerance, so that those in question lie in 27 cells.
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
