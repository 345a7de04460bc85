//! Lumped ports: a resistive voltage source spread evenly over a box of edges.
//!
//! The box has length L along the port's axis and dual area A across it. A resistor R there is a conductivity
//! L/(R A), and its source V_s an impressed current density V_s/(R A), so that Ampere's law holds
//! (V_s - V)/R as the current through the box (semi-implicit, as any conductivity: M. Piket-May, A. Taflove and
//! J. Baron, IEEE Trans. Microw. Theory Tech. 42, 1514 (1994)). V is -sum E dl, the mean over the columns
//! of edges; I is the circulation of H around all of them at the middle of the port, which leaves the
//! capacitance of the port's own cells with the port.
//!
//! On a magnetic symmetry plane half of the area is modelled, on an electric one half of the length: the full
//! port is described and reported.

use crate::coefficients::{EdgeLoad, lengths};
use crate::grid::Grid;
use crate::points::Spot;
use crate::{FdtdError, Half, Layout};
use poynting_scene::{Component, Port, Symmetry};

/// A port on the grid.
#[derive(Debug, Clone)]
pub struct PortOnGrid {
    /// Direction of its edges.
    pub axis: usize,
    /// +1 if its `+` end lies at the larger coordinate.
    sign: f64,
    resistance: f64,
    /// Nodes along the axis at which its edges start.
    steps: std::ops::Range<usize>,
    /// Columns of edges: a node with its dual area.
    columns: Vec<([usize; 3], f64)>,
    /// Full length and area, and what a symmetry plane multiplies voltage and current with.
    length: f64,
    area: f64,
    times_voltage: f64,
    times_current: f64,
}

impl PortOnGrid {
    /// Puts a port on the grid.
    pub fn new(
        port: &Port,
        grid: &Grid,
        layout: &Layout,
        symmetry: [Option<Symmetry>; 3],
    ) -> Result<Self, FdtdError> {
        let axis = port.axis;
        let ends = [port.from[axis], port.to[axis]].map(|x| grid.nearest_line(axis, x));
        let problem = |problem: &str| FdtdError::Port {
            port: port.name.clone(),
            problem: problem.to_owned(),
        };
        if ends[0] == ends[1] {
            return Err(problem(
                "is shorter than half a grid cell along its direction; lengthen it or refine the grid there",
            ));
        }
        let steps = ends[0]..ends[1];
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let across = [a, b].map(|t| {
            let nodes = grid.nearest_line(t, port.from[t])..=grid.nearest_line(t, port.to[t]);
            let mut nodes: Vec<usize> = nodes.map(|node| layout.wrap(t, node)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        });
        let dual = |t: usize, node: usize| {
            lengths(grid, t, node, layout.periodic[t])
                .iter()
                .sum::<f64>()
                / 2.0
        };
        let mut columns = Vec::new();
        for &i in &across[0] {
            for &j in &across[1] {
                let mut node = [0; 3];
                (node[axis], node[a], node[b]) = (steps.start, i, j);
                columns.push((node, dual(a, i) * dual(b, j)));
            }
        }
        // A port that a plane cuts, or that lies in it, is there by half; one that only touches it is whole.
        let doubled = |t: usize, kind: Symmetry| {
            let plane = grid.lines[t][0];
            let cut = port.from[t] < plane - 1e-9 * (grid.lines[t][1] - plane)
                || port.from[t] >= port.to[t];
            let on_plane = grid.nearest_line(t, port.from[t]) == 0;
            if symmetry[t] == Some(kind) && on_plane && cut {
                2.0
            } else {
                1.0
            }
        };
        let times_current = doubled(a, Symmetry::Magnetic) * doubled(b, Symmetry::Magnetic);
        let times_voltage = doubled(axis, Symmetry::Electric);
        Ok(Self {
            axis,
            sign: port.sign,
            resistance: port.resistance,
            length: times_voltage * (grid.lines[axis][steps.end] - grid.lines[axis][steps.start]),
            area: times_current * columns.iter().map(|(_, area)| area).sum::<f64>(),
            steps,
            columns,
            times_voltage,
            times_current,
        })
    }

    fn edges(&self) -> impl Iterator<Item = ([usize; 3], f64)> {
        self.columns.iter().flat_map(move |(node, area)| {
            self.steps.clone().map(move |s| {
                let mut node = *node;
                node[self.axis] = s;
                (node, *area)
            })
        })
    }

    /// Conductivity of its resistor.
    pub fn conductivity(&self) -> f64 {
        self.length / (self.resistance * self.area)
    }

    /// Current density along +axis for one volt of its source.
    pub fn density(&self) -> f64 {
        self.sign / (self.resistance * self.area)
    }

    /// Its edges with their volumes, those of their images in symmetry planes that cut it included.
    pub fn volumes(&self, grid: &Grid) -> impl Iterator<Item = (Spot, f64)> {
        let lines = &grid.lines[self.axis];
        let images = self.times_voltage * self.times_current;
        let component = Component::ALL[self.axis];
        self.edges().map(move |(node, area)| {
            let length = lines[node[self.axis] + 1] - lines[node[self.axis]];
            (Spot { node, component }, images * length * area)
        })
    }

    /// The conductivity on its edges.
    pub fn loads(&self) -> impl Iterator<Item = EdgeLoad> {
        let conductivity = self.conductivity();
        self.edges().map(move |(node, _)| EdgeLoad {
            axis: self.axis,
            node,
            conductivity,
        })
    }

    /// Its edges, and the current density along +axis on them for one volt of its source.
    pub fn source(&self) -> impl Iterator<Item = (Spot, f64)> {
        let density = self.density();
        self.edges().map(move |(node, _)| {
            (
                Spot {
                    node,
                    component: Component::ALL[self.axis],
                },
                density,
            )
        })
    }

    /// The spots and weights that make its voltage.
    pub fn voltage(&self, grid: &Grid) -> Vec<(Spot, f64)> {
        let lines = &grid.lines[self.axis];
        let component = Component::ALL[self.axis];
        let part: f64 = self.columns.iter().map(|(_, area)| area).sum();
        self.edges()
            .map(|(node, area)| {
                let length = lines[node[self.axis] + 1] - lines[node[self.axis]];
                (
                    Spot { node, component },
                    -self.sign * self.times_voltage * length * area / part,
                )
            })
            .collect()
    }

    /// The spots and weights that make its current.
    pub fn current(&self, grid: &Grid, layout: &Layout) -> Vec<(Spot, f64)> {
        let (a, b) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let ends = self.steps.start + self.steps.end;
        // An electric symmetry plane is the middle of the whole port; else two edges share it if their number is even.
        let middle = if self.times_voltage > 1.0 {
            [self.steps.start; 2]
        } else {
            [(ends - 1) / 2, ends / 2]
        };
        let mut terms: Vec<(Spot, f64)> = Vec::new();
        let mut add = |node: [usize; 3], axis: usize, weight: f64| {
            let spot = Spot {
                node,
                component: Component::ALL[3 + axis],
            };
            match terms.iter_mut().find(|(s, _)| *s == spot) {
                Some((_, w)) => *w += weight,
                None => terms.push((spot, weight)),
            }
        };
        for ((node, _), at) in self.columns.iter().flat_map(|c| middle.map(|m| (c, m))) {
            let mut node = *node;
            node[self.axis] = at;
            // Circulation: H_b l_b on both sides along a, -H_a l_a on both sides along b.
            for (across, along, sign) in [(a, b, 1.0), (b, a, -1.0)] {
                let length = lengths(grid, along, node[along], layout.periodic[along])
                    .iter()
                    .sum::<f64>()
                    / 2.0;
                let weight = 0.5 * self.sign * self.times_current * sign * length;
                add(node, along, weight);
                if let Some(before) = layout.neighbour(Half::E, across, node[across]) {
                    let mut node = node;
                    node[across] = before;
                    add(node, along, -weight);
                }
            }
        }
        terms.retain(|(_, w)| w.abs() > 0.0);
        terms
    }
}
