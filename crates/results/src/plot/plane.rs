//! The plane that is drawn from a box of field values.

use crate::Declaration;

/// Which plane of a box is drawn.
pub(super) struct Plane {
    shape: [usize; 3],
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
            shape,
            normal,
            at: shape[normal] / 2,
        })
    }

    /// The two axes in the plane.
    pub fn axes(&self) -> (usize, usize) {
        [(1, 2), (0, 2), (0, 1)][self.normal]
    }

    /// The values on the plane, the first of its axes slowest.
    pub fn cut(&self, slice: &[f64]) -> Vec<f64> {
        let (u, v) = self.axes();
        let stride = [self.shape[1] * self.shape[2], self.shape[2], 1];
        let offset = self.at * stride[self.normal];
        let value = |i, j| slice[offset + i * stride[u] + j * stride[v]];
        (0..self.shape[u])
            .flat_map(|i| (0..self.shape[v]).map(move |j| value(i, j)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_cut_in_its_middle_normal_to_z() {
        let plane = Plane {
            shape: [2, 2, 3],
            normal: 2,
            at: 1,
        };
        let values: Vec<f64> = (0..12).map(f64::from).collect();
        assert_eq!(plane.cut(&values), [1.0, 4.0, 7.0, 10.0]);
        let plane = Plane {
            shape: [2, 1, 3],
            normal: 1,
            at: 0,
        };
        assert_eq!(plane.cut(&values[..6]), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
