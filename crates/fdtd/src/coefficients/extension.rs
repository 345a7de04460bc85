//! Solids on the grid: those that touch an absorbing face continue behind it.

use crate::coefficients::inputs::CoefficientInputs;
use poynting_geometry::{Aabb, Solid, Spans};
use poynting_scene::Point;

impl CoefficientInputs<'_> {
    /// The intervals of a solid along a line through `at` parallel to `axis`.
    pub(super) fn spans_along(&self, solid: &Solid, axis: usize, at: Point, out: &mut Spans) {
        solid.spans_along(axis, self.grid.inside(self.layers, at), out);
        if self.layers[axis] != [0, 0] {
            let mut stretched = Spans::default();
            for &interval in out.as_slice() {
                let [lower, upper] = self.beyond(axis, interval);
                stretched.push(lower, upper);
            }
            *out = stretched;
        }
    }

    /// Whether a solid contains a point.
    pub(super) fn is_in(&self, solid: &Solid, at: Point) -> bool {
        solid.contains(self.grid.inside(self.layers, at))
    }

    /// A box that contains a solid.
    pub(super) fn bounds_of(&self, solid: &Solid) -> Aabb {
        let mut bounds = solid.bounds();
        for axis in 0..3 {
            let ends = [bounds.min[axis], bounds.max[axis]];
            [bounds.min[axis], bounds.max[axis]] = self.beyond(axis, ends);
        }
        bounds
    }

    /// An interval, continued to the end of the grid where it touches an absorbing face.
    fn beyond(&self, axis: usize, [lower, upper]: [f64; 2]) -> [f64; 2] {
        let faces = self.grid.faces(self.layers, axis);
        let lines = &self.grid.lines[axis];
        let slack = 1e-6 * (faces[1] - faces[0]);
        let [before, after] = self.layers[axis];
        [
            if before > 0 && lower <= faces[0] + slack {
                lower.min(lines[0])
            } else {
                lower
            },
            if after > 0 && upper >= faces[1] - slack {
                upper.max(lines[lines.len() - 1])
            } else {
                upper
            },
        ]
    }
}
