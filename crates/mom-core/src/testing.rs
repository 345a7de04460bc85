//! Testing of fields by RWG functions.

use poynting_linalg::Complex;

use crate::field::{Phasor, along};
use crate::space::RwgSpace;
use crate::vector::{Point, sub};

/// Adds <f, F> for the functions on triangle `n`, with the field F at weighted points of it.
pub fn test(
    space: &RwgSpace,
    n: usize,
    points: impl Iterator<Item = (Point, f64)>,
    field: impl Fn(Point) -> Phasor,
    side: &mut [Complex<f64>],
) {
    let corners = &space.triangles()[n].corners;
    for (at, weight) in points {
        let value = field(at);
        for share in space.shares(n) {
            let from = sub(at, corners[share.corner]);
            side[share.function] += along(from, value) * (0.5 * share.weight * weight);
        }
    }
}
