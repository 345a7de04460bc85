//! Positions of components, and interpolation at arbitrary points.
//!
//! Along its own axis E sits at the middle of a cell and transversely on nodes; for H it is the other way round. A value at a
//! point is interpolated trilinearly between the positions of its own component. At an electric wall the staggered components
//! (normal E, tangential H) continue evenly, at a magnetic one they vanish. Across Bloch boundaries the weight of
//! the node on the far side includes the phase of its period, so that it is complex.

use crate::lines::Grid;
use crate::points::Spot;
use crate::region::Layout;
use poynting_physics::Complex;
use poynting_scene::{Component, Point, Wall};

/// Whether the component sits mid-cell along the axis.
pub fn is_staggered(component: Component, axis: usize) -> bool {
    component.is_electric() == (component.axis() == axis)
}

/// Position of the component of a node.
pub fn position(grid: &Grid, component: Component, node: [usize; 3]) -> Point {
    std::array::from_fn(|a| {
        let lines = &grid.lines[a];
        if is_staggered(component, a) && node[a] + 1 < lines.len() {
            0.5 * (lines[node[a]] + lines[node[a] + 1])
        } else {
            lines[node[a]]
        }
    })
}

/// Up to two nodes along one axis with their weights.
pub type Pair = Vec<(usize, Complex)>;

/// The grid on which values are interpolated.
#[derive(Debug)]
pub struct Interpolation<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Its layout.
    pub layout: &'a Layout,
    /// The boundary at each face.
    pub walls: [[Wall; 2]; 3],
    /// Phase factor of the fields over a period, per axis; 1 where there is none.
    pub phases: [Complex; 3],
}

impl Interpolation<'_> {
    /// The weights of `component` along `axis` at coordinate `x`.
    pub fn along(&self, component: Component, axis: usize, x: f64) -> Pair {
        let lines = &self.grid.lines[axis];
        let n = lines.len() - 1;
        let phase = self.phases[axis];
        let weighted = |both: [(usize, Complex, f64); 2]| -> Pair {
            let both = both.into_iter().filter(|(.., w)| w.abs() > 1e-9);
            both.map(|(node, turn, w)| (node, turn * w)).collect()
        };
        let pair = |lower: usize, upper: usize, weight: f64| {
            weighted([(lower, 1.0 - weight), (upper, weight)].map(|(node, w)| {
                let (node, turn) = self.at_home(axis, node);
                (node, turn, w)
            }))
        };
        if !is_staggered(component, axis) {
            let cell = lines.partition_point(|l| *l <= x).clamp(1, n) - 1;
            let weight = ((x - lines[cell]) / (lines[cell + 1] - lines[cell])).clamp(0.0, 1.0);
            return pair(cell, cell + 1, weight);
        }
        let center = |c: usize| 0.5 * (lines[c] + lines[c + 1]);
        let past_last = x >= center(n - 1);
        if x < center(0) || past_last {
            let (near, side, wall_at) = if past_last {
                (n - 1, 1, lines[n])
            } else {
                (0, 0, lines[0])
            };
            let half = (center(near) - wall_at).abs();
            return match self.walls[axis][side] {
                Wall::Pec | Wall::Pml => vec![(near, Complex::from(1.0))],
                Wall::Pmc => {
                    let weight = ((x - wall_at).abs() / half).min(1.0);
                    if weight > 1e-9 {
                        vec![(near, Complex::from(weight))]
                    } else {
                        Vec::new()
                    }
                }
                Wall::Periodic | Wall::Bloch => {
                    // The far cell belongs to the period after this one, or before it.
                    let turn = if past_last { phase } else { phase.conj() };
                    let far = n - 1 - near;
                    let other_half = 0.5 * (lines[far + 1] - lines[far]);
                    let weight = ((x - center(near)).abs() / (half + other_half)).min(1.0);
                    weighted([
                        (near, Complex::from(1.0), 1.0 - weight),
                        (far, turn, weight),
                    ])
                }
            };
        }
        let mut cell = lines.partition_point(|l| *l <= x).clamp(1, n) - 1;
        if x < center(cell) {
            cell -= 1;
        }
        pair(
            cell,
            cell + 1,
            (x - center(cell)) / (center(cell + 1) - center(cell)),
        )
    }

    /// The node of this period equivalent to a node, and the phase factor between their fields.
    fn at_home(&self, axis: usize, node: usize) -> (usize, Complex) {
        let home = self.layout.wrap(axis, node);
        if home == node {
            (node, Complex::from(1.0))
        } else {
            (home, self.phases[axis])
        }
    }

    /// The nodes and weights of `component` at a point.
    pub fn at(&self, component: Component, point: Point) -> Vec<([usize; 3], Complex)> {
        let [xs, ys, zs] = [0, 1, 2].map(|a| self.along(component, a, point[a]));
        let mut out = Vec::new();
        for (i, wx) in &xs {
            for (j, wy) in &ys {
                for (k, wz) in &zs {
                    out.push(([*i, *j, *k], *wx * *wy * *wz));
                }
            }
        }
        out
    }

    /// The node whose component is nearest to a point, along a staggered axis that of the cell containing it, and the phase
    /// factor of the field at the point relative to that of the node.
    pub fn nearest(&self, component: Component, point: Point) -> ([usize; 3], Complex) {
        let along = [0, 1, 2].map(|a| {
            if is_staggered(component, a) {
                return (self.grid.locate(a, point[a]), Complex::from(1.0));
            }
            self.at_home(a, self.grid.nearest_line(a, point[a]))
        });
        let turn = along
            .iter()
            .fold(Complex::from(1.0), |t, (_, turn)| t * *turn);
        (along.map(|(node, _)| node), turn)
    }

    /// The spot of this period equivalent to a spot, where ghosts represent another: the last node of a periodic axis for
    /// components on nodes, the cell before the first for those between them; and the phase factor of its field.
    pub fn spot_at_home(&self, spot: Spot) -> (Spot, Complex) {
        let mut home = spot;
        let mut turn = Complex::from(1.0);
        for a in (0..3).filter(|&a| self.layout.periodic[a]) {
            let n = self.layout.cells[a];
            if spot.node[a] == n && is_staggered(spot.component, a) {
                home.node[a] = n - 1;
                turn *= self.phases[a].conj();
            } else if spot.node[a] == n {
                home.node[a] = 0;
                turn *= self.phases[a];
            }
        }
        (home, turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interpolate(walls: [Wall; 2], component: Component, x: f64) -> Vec<(usize, f64)> {
        let pair = pair(walls, component, x);
        assert!(pair.iter().all(|(_, w)| w.im == 0.0));
        pair.into_iter().map(|(node, w)| (node, w.re)).collect()
    }

    fn pair(walls: [Wall; 2], component: Component, x: f64) -> Pair {
        let grid = Grid {
            lines: [vec![0.0, 1.0, 2.0, 4.0], vec![0.0, 1.0], vec![0.0, 1.0]],
        };
        let periodic = walls[0].is_joined();
        let layout = Layout::new::<f64>([3, 1, 1], [periodic, false, false]);
        Interpolation {
            grid: &grid,
            layout: &layout,
            walls: [walls, [Wall::Pec; 2], [Wall::Pec; 2]],
            phases: match walls[0] {
                Wall::Bloch => [Complex::cis(-0.7), Complex::from(1.0), Complex::from(1.0)],
                _ => [Complex::from(1.0); 3],
            },
        }
        .along(component, 0, x)
    }

    #[test]
    fn nodes_and_centres_are_interpolated_linearly() {
        let pec = [Wall::Pec; 2];
        assert_eq!(
            interpolate(pec, Component::Ey, 1.25),
            [(1, 0.75), (2, 0.25)]
        );
        assert_eq!(interpolate(pec, Component::Ex, 1.0), [(0, 0.5), (1, 0.5)]);
        assert_eq!(interpolate(pec, Component::Ex, 3.0), [(2, 1.0)]);
        assert_eq!(interpolate(pec, Component::Ey, 4.0), [(3, 1.0)]);
    }

    #[test]
    fn walls_continue_evenly_oddly_or_around() {
        assert_eq!(interpolate([Wall::Pec; 2], Component::Hz, 0.1), [(0, 1.0)]);
        assert_eq!(interpolate([Wall::Pmc; 2], Component::Hz, 0.25), [(0, 0.5)]);
        assert_eq!(interpolate([Wall::Pmc; 2], Component::Hz, 0.0), []);
        assert_eq!(interpolate([Wall::Pmc; 2], Component::Hz, 3.0), [(2, 1.0)]);
        assert_eq!(
            interpolate([Wall::Periodic; 2], Component::Ey, 4.0),
            [(0, 1.0)]
        );
        let periodic = interpolate([Wall::Periodic; 2], Component::Hz, 0.0);
        assert_eq!(periodic.len(), 2);
        assert!((periodic[0].1 - 2.0 / 3.0).abs() < 1e-12 && periodic[1].0 == 2);
    }

    #[test]
    fn what_lies_in_another_period_is_turned() {
        let near = |w: Complex, expected: Complex| assert!((w - expected).norm() < 1e-12, "{w:?}");
        let bloch = [Wall::Bloch; 2];
        let last = pair(bloch, Component::Ey, 4.0);
        assert_eq!((last.len(), last[0].0), (1, 0));
        near(last[0].1, Complex::cis(-0.7));
        let lower = pair(bloch, Component::Hz, 0.0);
        assert_eq!([lower[0].0, lower[1].0], [0, 2]);
        near(lower[0].1, Complex::from(2.0 / 3.0));
        near(lower[1].1, Complex::cis(0.7) * (1.0 / 3.0));
        let upper = pair(bloch, Component::Hz, 4.0);
        assert_eq!([upper[0].0, upper[1].0], [2, 0]);
        near(upper[0].1, Complex::from(1.0 / 3.0));
        near(upper[1].1, Complex::cis(-0.7) * (2.0 / 3.0));
    }
}
