//! Three-component arithmetic.

use poynting_scene::Point;

/// a - b.
pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a + s d.
pub fn along(a: Point, s: f64, d: Point) -> Point {
    [a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]]
}

/// a . b.
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// a x b.
pub fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// |a|.
pub fn norm(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The same vector with axes renamed in cyclic order so that `axis` becomes z.
pub fn turned(a: Point, axis: usize) -> Point {
    [a[(axis + 1) % 3], a[(axis + 2) % 3], a[axis]]
}
