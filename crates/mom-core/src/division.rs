//! Subdivision of a triangle until every part is far from a point, relative to its own size.

use crate::vector::{Point, blend, norm, sub};

/// Maximum depth: parts down to a millionth of the triangle.
const DEEPEST: i32 = 40;

/// Parts of a triangle.
#[derive(Debug, Default)]
pub struct Parts {
    /// Corners, and the share of the total area.
    pub apart: Vec<([Point; 3], f64)>,
    /// The point lies on the triangle to within the resolution; parts around it are omitted.
    pub touching: bool,
}

/// Distance of a point from the centroid over the radius.
pub fn remoteness(centroid: Point, radius: f64, point: Point) -> f64 {
    norm(sub(point, centroid)) / radius
}

/// Divides a triangle until its parts are at least `reach` radii away from a point.
pub fn divide(corners: [Point; 3], point: Point, reach: f64) -> Parts {
    let mut parts = Parts::default();
    let mut open = vec![(corners, 0_i32)];
    while let Some((corners, depth)) = open.pop() {
        let middle = blend(&corners, [1.0 / 3.0; 3]);
        let radius = corners.map(|v| norm(sub(v, middle))).into_iter();
        if remoteness(middle, radius.fold(0.0, f64::max), point) >= reach {
            parts.apart.push((corners, 0.5_f64.powi(depth)));
        } else if depth == DEEPEST {
            parts.touching = true;
        } else {
            open.extend(halves(corners).map(|half| (half, depth + 1)));
        }
    }
    parts
}

fn halves(corners: [Point; 3]) -> [[Point; 3]; 2] {
    bisected(corners, top(corners))
}

/// The corner opposite the longest edge: a cut from it improves slivers.
pub fn top(corners: [Point; 3]) -> usize {
    let length = |i: usize| norm(sub(corners[(i + 1) % 3], corners[(i + 2) % 3]));
    (0..3).fold(0, |a, b| if length(b) > length(a) { b } else { a })
}

/// The two parts of a triangle cut from a corner to the midpoint of the opposite edge. Corners may be points or barycentric coordinates.
pub fn bisected(corners: [[f64; 3]; 3], top: usize) -> [[[f64; 3]; 3]; 2] {
    let [a, b, c] = [0, 1, 2].map(|i| corners[(top + i) % 3]);
    let middle = blend(&[b, c, a], [0.5, 0.5, 0.0]);
    [[a, b, middle], [a, middle, c]]
}
