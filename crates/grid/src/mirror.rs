//! Symmetry planes: the grid covers the upper half of the domain, and the lower half is its mirror image.
//!
//! In an electric plane the components next to it (normal E, tangential H) are even and those on it odd; in a
//! magnetic plane it is the other way round (R. F. Harrington, Time-Harmonic Electromagnetic Fields, sec. 3-3).

use crate::lines::Grid;
use crate::stencil::is_staggered;
use poynting_scene::{Component, Point, Port, Symmetry};

/// A point closer than this, in cells, is on a plane.
const ON_PLANE: f64 = 1e-6;

/// The symmetry planes of a run.
#[derive(Debug, Clone, Copy)]
pub struct Mirrors {
    planes: [Option<Plane>; 3],
}

#[derive(Debug, Clone, Copy)]
struct Plane {
    kind: Symmetry,
    at: f64,
    /// Length of the first cell next to it.
    cell: f64,
}

impl Plane {
    /// Distance in cells: zero on the plane, negative in the unmodelled half.
    fn cells_to(self, x: f64) -> f64 {
        let cells = (x - self.at) / self.cell;
        if cells.abs() < ON_PLANE { 0.0 } else { cells }
    }

    /// +1 for components that are even in this plane normal to an axis, -1 for odd ones.
    fn parity(self, component: Component, axis: usize) -> f64 {
        if is_staggered(component, axis) == (self.kind == Symmetry::Electric) {
            1.0
        } else {
            -1.0
        }
    }
}

impl Mirrors {
    /// The planes, which lie on the first lines of the grid.
    pub fn new(grid: &Grid, symmetry: [Option<Symmetry>; 3]) -> Self {
        let planes = std::array::from_fn(|a| {
            let lines = &grid.lines[a];
            symmetry[a].map(|kind| Plane {
                kind,
                at: lines[0],
                cell: lines[1] - lines[0],
            })
        });
        Self { planes }
    }

    fn cells_to(&self, at: Point) -> impl Iterator<Item = f64> {
        let planes = self.planes.into_iter().zip(at);
        planes.filter_map(|(plane, x)| Some(plane?.cells_to(x)))
    }

    /// Whether a source, or the upper end of a port, lies in the unmodelled half and so is an image.
    pub fn is_image(&self, at: Point) -> bool {
        self.cells_to(at).any(|cells| cells < 0.0)
    }

    /// The fraction of a dipole's moment in the modelled half: half of it on a plane, where it is its own image.
    pub fn share(&self, at: Point) -> f64 {
        let share = |cells: f64| if cells > 0.0 { 1.0 } else { 0.5 };
        self.cells_to(at).map(share).product()
    }

    /// Whether there is a plane normal to an axis.
    pub fn has_plane(&self, axis: usize) -> bool {
        self.planes[axis].is_some()
    }

    /// The coordinate in the modelled half that represents a coordinate, and the resulting sign of the component.
    pub fn folded_along(&self, component: Component, axis: usize, x: f64) -> (f64, f64) {
        match self.planes[axis] {
            Some(plane) if plane.cells_to(x) < 0.0 => {
                (2.0 * plane.at - x, plane.parity(component, axis))
            }
            _ => (x, 1.0),
        }
    }

    /// The point in the modelled half that represents a point, and the resulting sign of the component.
    pub fn folded(&self, component: Component, at: Point) -> (Point, f64) {
        let along = [0, 1, 2].map(|a| self.folded_along(component, a, at[a]));
        (
            along.map(|(x, _)| x),
            along.iter().map(|(_, sign)| sign).product(),
        )
    }

    /// The port in the modelled half that represents a port; a port cut by a plane represents itself.
    pub fn folded_port(&self, port: &Port) -> Port {
        let mut folded = port.clone();
        for (a, plane) in self.planes.iter().enumerate() {
            let Some(plane) = plane else { continue };
            if plane.cells_to(port.to[a]) < 0.0 {
                folded.from[a] = 2.0 * plane.at - port.to[a];
                folded.to[a] = 2.0 * plane.at - port.from[a];
                folded.sign *= plane.parity(Component::ALL[port.axis], a);
            }
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_the_parity_of_their_component() {
        let grid = Grid {
            lines: [vec![1.0, 2.0], vec![0.0, 1.0], vec![0.0, 1.0]],
        };
        let mirrors = |kind| Mirrors::new(&grid, [Some(kind), None, None]);
        let electric = mirrors(Symmetry::Electric);
        let magnetic = mirrors(Symmetry::Magnetic);
        for (component, sign) in [
            (Component::Ex, 1.0),
            (Component::Ey, -1.0),
            (Component::Hx, -1.0),
            (Component::Hz, 1.0),
        ] {
            let at = [0.25, 0.5, 0.5];
            let image = [1.75, 0.5, 0.5];
            assert_eq!(electric.folded(component, at), (image, sign));
            assert_eq!(magnetic.folded(component, at), (image, -sign));
            assert_eq!(electric.folded(component, image), (image, 1.0));
        }
    }

    #[test]
    fn a_dipole_on_a_plane_is_shared_and_one_beyond_it_is_an_image() {
        let grid = Grid {
            lines: [vec![1.0, 2.0], vec![0.0, 1.0], vec![0.0, 1.0]],
        };
        let kinds = [Some(Symmetry::Electric), None, Some(Symmetry::Magnetic)];
        let mirrors = Mirrors::new(&grid, kinds);
        assert_eq!(
            [1.0, 1.1].map(|x| mirrors.share([x, 0.0, 0.0])),
            [0.25, 0.5]
        );
        assert!(mirrors.is_image([0.9, 0.5, 0.5]));
        assert!(!mirrors.is_image([1.0, -0.5, 0.0]));
    }
}
