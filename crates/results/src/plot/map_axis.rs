//! An axis of a map: cells centred on the sample positions.

use crate::Axis;
use crate::units::Scale;
use std::ops::Range;

pub(super) struct MapAxis {
    pub label: String,
    /// Cell boundaries in the scaled unit, one more than cells.
    pub edges: Vec<f64>,
}

impl MapAxis {
    /// Cells end halfway between samples; the outermost cells are symmetric about theirs.
    pub fn new(axis: &Axis, scale: &Scale) -> Self {
        let x: Vec<f64> = axis.values.iter().map(|x| x * scale.factor).collect();
        let n = x.len();
        let mut edges = vec![x[0] - (x[1] - x[0]) / 2.0];
        edges.extend(x.windows(2).map(|w| f64::midpoint(w[0], w[1])));
        edges.push(x[n - 1] + (x[n - 1] - x[n - 2]) / 2.0);
        Self {
            label: scale.label(&axis.name),
            edges,
        }
    }

    pub fn range(&self) -> Range<f64> {
        self.edges[0]..self.edges[self.edges.len() - 1]
    }

    pub fn length(&self) -> f64 {
        self.range().end - self.range().start
    }

    /// The cell under each of `pixels` equal parts of the axis.
    pub fn cells(&self, pixels: u32) -> Vec<usize> {
        let cell = |p: u32| {
            let x = self.edges[0] + self.length() * (p as f64 + 0.5) / pixels as f64;
            self.edges
                .partition_point(|e| *e <= x)
                .clamp(1, self.edges.len() - 1)
                - 1
        };
        (0..pixels).map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_graded_axis_end_at_midpoints() {
        let axis = Axis::new("x", "m", vec![0.0, 1.0, 4.0]);
        let map = MapAxis::new(
            &axis,
            &Scale {
                factor: 1.0,
                unit: "m".to_owned(),
            },
        );
        assert_eq!(map.edges, [-0.5, 0.5, 2.5, 5.5]);
        assert_eq!(map.cells(6), [0, 1, 1, 2, 2, 2]);
    }
}
