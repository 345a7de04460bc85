//! Three-component arithmetic: that of the geometry crate, and additions for quadrature.

pub use poynting_geometry::vector::{cross, dot, norm, sub};
pub use poynting_scene::Point;

/// s a.
pub fn scale(a: Point, s: f64) -> Point {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// The point with these barycentric coordinates.
pub fn blend(corners: &[Point; 3], weights: [f64; 3]) -> Point {
    std::array::from_fn(|i| {
        corners[0][i] * weights[0] + corners[1][i] * weights[1] + corners[2][i] * weights[2]
    })
}
