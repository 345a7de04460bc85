//! The static field of a line's cross-section, which launches its quasi-TEM wave and little else.
//!
//! In the cross-section E = -grad phi with div(eps grad phi) = 0, phi one volt on the strip or inner conductor and zero on all other metal. On the
//! grid that is a network of conductances between neighbouring nodes,
//!
//! ```text
//! sum over edges of g (phi - phi') = 0,   g = eps (length of the dual edge)/(length of the edge)
//! ```
//!
//! with eps as in the update, from the gain of each edge, so that the field is that of the line as the grid represents it, including strips between
//! grid lines, layers and cut cells: on a line in a uniform medium it is the exact mode. The equations are solved by conjugate gradients (M. R.
//! Hestenes and E. Stiefel, J. Res. Natl. Bur. Stand. 49, 409, 1952).
//!
//! Tested: a wave launched this way has the phase constant of the line in closed form (validation cases of lines), which 1 to 2 % of other fields
//! from the source would spoil.

use crate::line::Weight;
use poynting_grid::{Grid, Spot, dual_length};
use poynting_scene::Component;

/// Relative residual at which the iteration stops.
const RESIDUAL: f64 = 1e-9;
/// Maximum number of iterations.
const MOST_STEPS: usize = 20_000;

/// A plane normal to a line.
#[derive(Debug, Clone, Copy)]
pub struct Plane<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// The axis of the line.
    pub axis: usize,
    /// Index of its node.
    pub at: usize,
}

/// Nodes of a cross-section and the edges between them.
struct Net {
    /// Nodes along both axes.
    size: [usize; 2],
    /// Conductance of the edge from each node along the first and along the second axis; zero at the end, infinite in metal.
    along: [Vec<f64>; 2],
    /// Whether there is metal along the line at a node.
    metal: Vec<bool>,
}

impl Plane<'_> {
    fn sides(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    fn node(&self, [a, b]: [usize; 2]) -> [usize; 3] {
        let mut node = [0; 3];
        let [first, second] = self.sides();
        (node[self.axis], node[first], node[second]) = (self.at, a, b);
        node
    }

    fn net(&self, gains: impl Fn([usize; 3]) -> [f64; 6]) -> Net {
        let sides = self.sides();
        let size = sides.map(|s| self.grid.lines[s].len());
        let dual = |s: usize, n: usize| dual_length(self.grid, sides[s], n, false);
        let cell = |s: usize, n: usize| {
            let lines = &self.grid.lines[sides[s]];
            lines[n + 1] - lines[n]
        };
        let mut net = Net {
            size,
            along: [Vec::new(), Vec::new()],
            metal: Vec::new(),
        };
        for a in 0..size[0] {
            for b in 0..size[1] {
                let gain = gains(self.node([a, b]));
                let at = [a, b];
                for s in [0, 1] {
                    net.along[s].push(if at[s] + 1 == size[s] {
                        0.0
                    } else {
                        dual(1 - s, at[1 - s]) / cell(s, at[s]) / gain[sides[s]]
                    });
                }
                net.metal.push(gain[self.axis] == 0.0);
            }
        }
        net
    }

    /// The field for one volt between the metal at `anchor` and all other metal, or the problem with it.
    pub fn field(
        &self,
        anchor: [usize; 2],
        gains: impl Fn([usize; 3]) -> [f64; 6],
    ) -> Result<Vec<Weight>, &'static str> {
        let net = self.net(gains);
        let start = net.index(anchor);
        if !net.metal[start] {
            return Err(
                "has no metal where its strip or inner conductor should be, at the rear end of its box seen along its direction",
            );
        }
        let strip = net.connected(start);
        let fixed: Vec<Option<f64>> = (0..strip.len())
            .map(|n| net.metal[n].then_some(if strip[n] { 1.0 } else { 0.0 }))
            .collect();
        if !fixed.contains(&Some(0.0)) {
            return Err(
                "has no second conductor in its cross-section, or one that is connected to the first",
            );
        }
        let potential = net.solve(&fixed);
        let mut field = Vec::new();
        for a in 0..net.size[0] {
            for b in 0..net.size[1] {
                for (s, step) in [(0, [1, 0]), (1, [0, 1])] {
                    let here = net.index([a, b]);
                    let conductance = net.along[s][here];
                    if conductance > 0.0 && conductance.is_finite() {
                        let next = net.index([a + step[0], b + step[1]]);
                        let axis = self.sides()[s];
                        let lines = &self.grid.lines[axis];
                        let length = lines[[a, b][s] + 1] - lines[[a, b][s]];
                        let e = (potential[here] - potential[next]) / length;
                        field.push((Component::ALL[axis], [a, b], e));
                    }
                }
            }
        }
        let largest = field.iter().map(|(_, _, e)| e.abs()).fold(0.0, f64::max);
        field.retain(|(_, _, e)| e.abs() > RESIDUAL * largest);
        Ok(field)
    }

    /// Charge of each conductor, with each in turn at one volt and all other metal at zero: capacitances by rows. `None` if an anchor is not in
    /// metal, or two are in the same metal.
    pub fn capacitances(
        &self,
        anchors: &[[usize; 2]],
        gains: impl Fn([usize; 3]) -> [f64; 6],
    ) -> Option<Vec<Vec<f64>>> {
        let net = self.net(gains);
        let starts: Vec<usize> = anchors.iter().map(|a| net.index(*a)).collect();
        if starts.iter().any(|n| !net.metal[*n]) {
            return None;
        }
        let conductors: Vec<Vec<bool>> = starts.iter().map(|n| net.connected(*n)).collect();
        let others = |i: usize| starts.iter().enumerate().filter(move |(j, _)| *j != i);
        let is_joined = |i: usize| others(i).any(|(_, n)| conductors[i][*n]);
        if (0..starts.len()).any(is_joined) {
            return None;
        }
        let column = |driven: &Vec<bool>| -> Vec<f64> {
            let volts = |n: usize| net.metal[n].then_some(if driven[n] { 1.0 } else { 0.0 });
            let fixed: Vec<Option<f64>> = (0..driven.len()).map(volts).collect();
            let potential = net.solve(&fixed);
            let charge = |of: &Vec<bool>| net.charge(of, &potential);
            conductors.iter().map(charge).collect()
        };
        Some(conductors.iter().map(column).collect())
    }

    /// The spots of a field on this plane.
    pub fn spots(&self, field: &[Weight]) -> Vec<(Spot, f64)> {
        crate::line::spots(self.axis, self.at, field)
    }
}

impl Net {
    fn index(&self, [a, b]: [usize; 2]) -> usize {
        a * self.size[1] + b
    }

    /// The neighbours of a node with the conductance to each.
    fn neighbours(&self, n: usize) -> impl Iterator<Item = (usize, f64)> {
        let [rows, columns] = self.size;
        let (a, b) = (n / columns, n % columns);
        let ahead = [
            (a + 1 < rows).then_some((n + columns, 0, n)),
            (b + 1 < columns).then_some((n + 1, 1, n)),
        ];
        let back = [
            a.checked_sub(1).map(|_| (n - columns, 0, n - columns)),
            b.checked_sub(1).map(|_| (n - 1, 1, n - 1)),
        ];
        let all = ahead.into_iter().chain(back).flatten();
        all.map(|(to, side, edge)| (to, self.along[side][edge]))
    }

    /// The connected metal that contains a node.
    fn connected(&self, start: usize) -> Vec<bool> {
        let mut found = vec![false; self.metal.len()];
        let mut open = vec![start];
        found[start] = true;
        while let Some(n) = open.pop() {
            for (next, conductance) in self.neighbours(n) {
                if conductance.is_infinite() && !found[next] {
                    found[next] = true;
                    open.push(next);
                }
            }
        }
        found
    }

    /// The flux leaving each free node at this potential.
    fn flow(&self, potential: &[f64], fixed: &[Option<f64>]) -> Vec<f64> {
        let leaves = |n: usize| {
            let edges = self.neighbours(n).filter(|(_, g)| g.is_finite());
            let held = fixed[n].is_some();
            let edges = edges.filter(|_| !held);
            edges.map(|(m, g)| g * (potential[n] - potential[m])).sum()
        };
        (0..potential.len()).map(leaves).collect()
    }

    /// The flux leaving a conductor at this potential.
    fn charge(&self, conductor: &[bool], potential: &[f64]) -> f64 {
        let nodes = (0..potential.len()).filter(|n| conductor[*n]);
        let leaves = |n: usize| {
            let edges = self.neighbours(n);
            let edges = edges.filter(|(m, g)| g.is_finite() && !conductor[*m]);
            let flow = edges.map(|(m, g)| g * (potential[n] - potential[m]));
            flow.sum::<f64>()
        };
        nodes.map(leaves).sum()
    }

    /// The potential with some nodes fixed.
    fn solve(&self, fixed: &[Option<f64>]) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
        let diagonal: Vec<f64> = (0..fixed.len())
            .map(|n| {
                self.neighbours(n)
                    .map(|(_, g)| g)
                    .filter(|g| g.is_finite())
                    .sum::<f64>()
            })
            .map(|sum| if sum > 0.0 { sum } else { 1.0 })
            .collect();
        let scaled =
            |r: &[f64]| -> Vec<f64> { r.iter().zip(&diagonal).map(|(r, d)| r / d).collect() };
        let mut potential: Vec<f64> = fixed.iter().map(|f| f.unwrap_or(0.0)).collect();
        let mut residual: Vec<f64> = self.flow(&potential, fixed).iter().map(|f| -f).collect();
        let mut direction = scaled(&residual);
        let mut size = dot(&residual, &direction);
        let enough = size * RESIDUAL * RESIDUAL;
        for _ in 0..MOST_STEPS {
            if size <= enough {
                break;
            }
            let image = self.flow(&direction, fixed);
            let step = size / dot(&direction, &image);
            potential
                .iter_mut()
                .zip(&direction)
                .for_each(|(p, d)| *p += step * d);
            residual
                .iter_mut()
                .zip(&image)
                .for_each(|(r, i)| *r -= step * i);
            let next = scaled(&residual);
            let grown = dot(&residual, &next);
            let keep = grown / size;
            direction
                .iter_mut()
                .zip(next)
                .for_each(|(d, n)| *d = n + keep * *d);
            size = grown;
        }
        potential
    }
}
