//! Triangles subdivided around a point.

use poynting_mom_core::division::divide;
use poynting_mom_core::vector::{Point, blend, norm, sub};

use std::f64::consts::PI;

const CORNERS: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

/// The parts fill the triangle, and h/R^3 over them is the solid angle of a quarter of the upper half space, minus what lies outside.
#[test]
fn parts_fill_the_triangle_however_near_the_point() {
    for height in [1.0, 1e-2, 1e-4] {
        let parts = divide(CORNERS, [0.0, 0.0, height], 4.0);
        assert!(!parts.touching);
        let sum: f64 = parts.apart.iter().map(|p| p.1).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    }
    let solid_angle: f64 = (divide(CORNERS, [0.0, 0.0, 1e-4], 20.0).apart.iter())
        .map(|(part, share)| {
            let at = blend(part, [1.0 / 3.0; 3]);
            0.5 * share * 1e-4 / norm(sub(at, [0.0, 0.0, 1e-4])).powi(3)
        })
        .sum();
    assert!(
        (solid_angle / (0.5 * PI) - 1.0).abs() < 1e-3,
        "{solid_angle}"
    );
}

#[test]
fn a_point_on_the_triangle_is_told() {
    assert!(divide(CORNERS, [0.25, 0.25, 0.0], 4.0).touching);
    assert!(!divide(CORNERS, [0.25, -0.25, 0.0], 4.0).touching);
}
