//! Distances between triangles.

use poynting_mom_core::gap::gap;
use poynting_mom_core::vector::Point;

const FLAT: [Point; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

fn moved(by: Point) -> [Point; 3] {
    FLAT.map(|p| [p[0] + by[0], p[1] + by[1], p[2] + by[2]])
}

#[test]
fn distances() {
    for (other, expected) in [
        (moved([0.0, 0.0, 0.3]), 0.3),
        (moved([0.2, 0.1, -0.01]), 0.01),
        (moved([1.5, 0.0, 0.0]), 0.5),
        (moved([0.0, -1.25, 0.0]), 0.25),
        (moved([1.3, 0.0, 0.4]), 0.5),
        // In the same plane, one over the other.
        (moved([0.2, 0.2, 0.0]), 0.0),
        // A corner above the face.
        ([[0.2, 0.2, 0.125], [0.2, 0.3, 1.0], [0.3, 0.2, 1.0]], 0.125),
        // Through the face.
        ([[0.2, 0.2, -1.0], [0.2, 0.3, 1.0], [0.3, 0.2, 1.0]], 0.0),
    ] {
        for (a, b) in [(&FLAT, &other), (&other, &FLAT)] {
            assert!(
                (gap(a, b) - expected).abs() < 1e-15,
                "{other:?}: {}",
                gap(a, b)
            );
        }
    }
}
