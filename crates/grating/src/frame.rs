//! The axes of a stack in those of the scene.
//!
//! z of the stack is the open axis of the scene. x and y follow it cyclically; where nothing varies along x they are turned by a quarter about z, so
//! that lines are along y. All are right-handed. The origin is the corner of the domain from which x, y and z increase.

use poynting_scene::{Domain, Point};

/// A rotation by right angles with an origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    /// The axis of the scene along x, y and z.
    pub axes: [usize; 3],
    /// Whether they have the same direction: 1 or -1.
    signs: [f64; 3],
    /// The origin in the scene.
    origin: Point,
    /// Sizes of the domain along x, y and z.
    pub sizes: [f64; 3],
}

impl Frame {
    /// The frame of a domain that is open along an axis.
    pub fn new(domain: &Domain, open: usize) -> Self {
        Self::along(
            domain,
            [(open + 1) % 3, (open + 2) % 3, open],
            [1.0, 1.0, 1.0],
        )
    }

    /// The same turned by a quarter about z: x has the direction of y, and y the opposite one of x.
    pub fn turned(&self, domain: &Domain) -> Self {
        let [x, y, z] = self.axes;
        Self::along(domain, [y, x, z], [1.0, -1.0, 1.0])
    }

    fn along(domain: &Domain, axes: [usize; 3], signs: [f64; 3]) -> Self {
        let mut origin = [0.0; 3];
        for (axis, sign) in axes.into_iter().zip(signs) {
            origin[axis] = if sign > 0.0 {
                domain.from[axis]
            } else {
                domain.to[axis]
            };
        }
        Self {
            axes,
            signs,
            origin,
            sizes: axes.map(|axis| domain.to[axis] - domain.from[axis]),
        }
    }

    /// A point of the scene in the stack.
    pub fn point(&self, p: Point) -> Point {
        [0, 1, 2].map(|n| {
            let axis = self.axes[n];
            self.signs[n] * (p[axis] - self.origin[axis])
        })
    }

    /// A vector of the scene in the stack.
    pub fn vector(&self, v: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|n| self.signs[n] * v[self.axes[n]])
    }

    /// A component along an axis of the scene, of a vector in the stack.
    pub fn component<T: Copy + std::ops::Mul<f64, Output = T>>(&self, v: [T; 3], axis: usize) -> T {
        let n = self.axes.iter().position(|a| *a == axis).unwrap_or(0);
        v[n] * self.signs[n]
    }

    /// The numbers of an order along the periodic axes of the scene, in their order there.
    pub fn index(&self, [m, n]: [i32; 2]) -> [i32; 2] {
        let n = if self.signs[1] < 0.0 { -n } else { n };
        if self.axes[0] < self.axes[1] {
            [m, n]
        } else {
            [n, m]
        }
    }
}
