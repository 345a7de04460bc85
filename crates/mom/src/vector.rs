//! Three-component arithmetic.

/// A place or a direction.
pub type Point = [f64; 3];

pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale(a: Point, s: f64) -> Point {
    [a[0] * s, a[1] * s, a[2] * s]
}

pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: Point, b: Point) -> Point {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn norm(a: Point) -> f64 {
    dot(a, a).sqrt()
}

/// The point with these barycentric coordinates.
pub fn blend(corners: &[Point; 3], weights: [f64; 3]) -> Point {
    std::array::from_fn(|i| {
        corners[0][i] * weights[0] + corners[1][i] * weights[1] + corners[2][i] * weights[2]
    })
}
