//! The plane that is drawn from a box of field values.

use crate::source::Source;
use crate::{Declaration, ResultsError};

/// Which plane of a box is drawn.
pub(super) struct Plane {
    /// The axis normal to the plane, and the index along it.
    pub normal: usize,
    pub at: usize,
}

impl Plane {
    /// For quantities with a first axis and three spatial axes, at least two of them with extent.
    pub fn of(declaration: &Declaration) -> Option<Self> {
        let &[_, nx, ny, nz] = declaration.shape().as_slice() else {
            return None;
        };
        let shape = [nx, ny, nz];
        let normal = (0..3).rev().find(|&i| shape[i] == 1).unwrap_or(2);
        let drawn = (0..3).filter(|&i| i != normal && shape[i] > 1).count();
        (drawn == 2).then_some(Self {
            normal,
            at: shape[normal] / 2,
        })
    }

    /// The two axes in the plane.
    pub fn axes(&self) -> (usize, usize) {
        [(1, 2), (0, 2), (0, 1)][self.normal]
    }

    /// The values on the plane in a slice of a quantity, the first of its axes slowest.
    pub fn read(
        &self,
        source: &dyn Source,
        index: usize,
        row: usize,
    ) -> Result<Vec<f64>, ResultsError> {
        source.read_plane(index, row, (self.normal + 1, self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Axis, Results};

    #[test]
    fn a_box_is_cut_in_its_middle_normal_to_z() {
        let mut results = Results::default();
        let axis = |name: &str, n: u32| Axis::new(name, "m", (0..n).map(f64::from).collect());
        let values: Vec<f64> = (0..24).map(f64::from).collect();
        for (name, [nx, ny, nz]) in [("box", [2, 2, 3]), ("plane", [2, 1, 6])] {
            let axes = vec![axis("time", 2), axis("x", nx), axis("y", ny), axis("z", nz)];
            results.add((name, "V", ""), axes, &values).unwrap();
        }
        let read = |index: usize| {
            let plane = Plane::of(&results.quantities[index].declaration).unwrap();
            plane.read(&results, index, 1).unwrap()
        };
        assert_eq!(read(0), [13.0, 16.0, 19.0, 22.0]);
        assert_eq!(read(1), values[12..]);
    }
}
