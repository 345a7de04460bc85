//! Distance between two triangles; zero where they cross.

use crate::vector::{Point, cross, dot, norm, scale, sub};

/// The distance between two triangles.
pub fn gap(a: &[Point; 3], b: &[Point; 3]) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..3 {
        let edge = [a[i], a[(i + 1) % 3]];
        for j in 0..3 {
            least = least.min(between(edge, [b[j], b[(j + 1) % 3]]));
        }
        least = least.min(over(a[i], b)).min(over(b[i], a));
        if pierces(edge, b) || pierces([b[i], b[(i + 1) % 3]], a) {
            return 0.0;
        }
    }
    least
}

/// The unit normal, and the barycentric coordinates of the foot of a point.
fn foot(at: Point, triangle: &[Point; 3]) -> (Point, [f64; 3]) {
    let across = cross(sub(triangle[1], triangle[0]), sub(triangle[2], triangle[0]));
    let square = dot(across, across);
    let share = [0, 1, 2].map(|i| {
        let [p, q] = [triangle[(i + 1) % 3], triangle[(i + 2) % 3]];
        dot(cross(sub(p, at), sub(q, at)), across) / square
    });
    (scale(across, 1.0 / square.sqrt()), share)
}

/// The height of a point over a triangle, infinite if its foot is outside.
fn over(at: Point, triangle: &[Point; 3]) -> f64 {
    let (normal, share) = foot(at, triangle);
    if share.iter().all(|&s| s >= 0.0) {
        dot(normal, sub(at, triangle[0])).abs()
    } else {
        f64::INFINITY
    }
}

fn pierces(edge: [Point; 2], triangle: &[Point; 3]) -> bool {
    let (normal, _) = foot(edge[0], triangle);
    let [a, b] = edge.map(|p| dot(normal, sub(p, triangle[0])));
    if a * b >= 0.0 {
        return false;
    }
    let at = std::array::from_fn(|i| (b * edge[0][i] - a * edge[1][i]) / (b - a));
    foot(at, triangle).1.iter().all(|&s| s >= 0.0)
}

/// The distance between two segments: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
fn between([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let (u, v, w) = (sub(b, a), sub(d, c), sub(a, c));
    let (uu, uv, vv, uw, vw) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let parallel = uu * vv - uv * uv;
    let clamped = |x: f64| x.clamp(0.0, 1.0);
    let first = if parallel > 0.0 {
        clamped((uv * vw - uw * vv) / parallel)
    } else {
        0.0
    };
    let second = clamped((uv * first + vw) / vv);
    let first = clamped((uv * second - uw) / uu);
    norm(std::array::from_fn(|i| w[i] + first * u[i] - second * v[i]))
}
