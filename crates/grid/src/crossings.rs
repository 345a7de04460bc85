//! How often the surface of a body crosses rows of the grid, from samples.

use crate::lines::Grid;
use poynting_geometry::{Solid, Spans};

/// Rows that are looked at along each axis of the bounds of a body.
const SAMPLES: usize = 24;

/// Crossings of all rows along an axis with the surface of a body, roughly.
pub fn crossings(solid: &Solid, grid: &Grid, along: usize) -> f64 {
    let bounds = solid.bounds();
    let rows = [(along + 1) % 3, (along + 2) % 3].map(|axis| {
        let lines = &grid.lines[axis];
        let first = lines.partition_point(|x| *x < bounds.min[axis]);
        let last = lines.partition_point(|x| *x <= bounds.max[axis]);
        // An empty body, such as an intersection of nothing, ends before it begins.
        (axis, &lines[first..last.max(first)])
    });
    let sampled = rows.map(|(_, lines)| lines.len().min(SAMPLES));
    let (mut spans, mut ends) = (Spans::default(), 0);
    for a in 0..sampled[0] {
        for b in 0..sampled[1] {
            let mut at = bounds.min;
            for (n, (axis, lines)) in [a, b].into_iter().zip(rows) {
                // In the middle of equal shares of the rows.
                at[axis] = lines[(2 * n + 1) * lines.len() / (2 * lines.len().min(SAMPLES))];
            }
            solid.spans_along(along, at, &mut spans);
            ends += 2 * spans.as_slice().len();
        }
    }
    let all = rows.map(|(_, lines)| lines.len() as f64);
    let share = (sampled[0] * sampled[1]).max(1) as f64;
    ends as f64 * all[0] * all[1] / share
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_scene::Shape;
    use std::f64::consts::PI;
    use std::path::Path;

    /// Rows along any axis cross a ball twice in its cross-section, here a circle with a radius of 30 cells.
    #[test]
    fn a_ball_is_crossed_twice_in_its_cross_section() {
        let ball = Shape::Sphere {
            center: [0.0; 3],
            radius: 30.0,
        };
        let ball = Solid::new(&ball, Path::new("")).unwrap();
        let lines = [0, 1, 2].map(|_| (-50..=50).map(f64::from).collect());
        let grid = Grid::new(lines).unwrap();
        let expected = 2.0 * PI * 30.0 * 30.0;
        for along in 0..3 {
            let found = crossings(&ball, &grid, along);
            assert!(
                (found / expected - 1.0).abs() < 0.05,
                "{found} of {expected}"
            );
        }
    }

    #[test]
    fn nothing_is_not_crossed() {
        let ball = |x| Shape::Sphere {
            center: [x, 0.0, 0.0],
            radius: 3.0,
        };
        let apart = Shape::Intersection(vec![ball(-10.0), ball(10.0)]);
        let nothing = Solid::new(&apart, Path::new("")).unwrap();
        let lines = [0, 1, 2].map(|_| (-20..=20).map(f64::from).collect());
        let grid = Grid::new(lines).unwrap();
        for along in 0..3 {
            assert_eq!(crossings(&nothing, &grid, along).to_bits(), 0);
        }
    }
}
