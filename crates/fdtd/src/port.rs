//! Lumped ports: a resistive voltage source distributed evenly over a box of edges.
//!
//! The box has length L along the port's axis and dual area A normal to it. A resistor R there is a
//! conductivity L/(R A), and its source V_s an impressed current density V_s/(R A), so that Ampere's law
//! contains (V_s - V)/R as the current through the box (semi-implicit, like any conductivity: M. Piket-May, A.
//! Taflove and J. Baron, IEEE Trans. Microw. Theory Tech. 42, 1514 (1994)). V is -sum E dl, the mean over the
//! columns of edges; I is the circulation of H around all of them at the middle of the port, which attributes
//! the capacitance of the port's own cells to the port.
//!
//! On a magnetic symmetry plane half of the area is modelled, on an electric one half of the length: the full
//! port is described and reported.

use crate::error::FdtdError;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::recipe::Recipe;
use poynting_grid::{EdgeBox, Grid, HalfStep, Layout, Spot, dual_length};
use poynting_scene::{Component, Port, Symmetry};
use std::sync::Arc;

/// A port on the grid.
#[derive(Debug, Clone)]
pub struct PortOnGrid {
    /// Direction of its edges.
    pub axis: usize,
    /// +1 if its `+` end lies at the larger coordinate.
    sign: f64,
    resistance: f64,
    on: EdgeBox,
}

impl PortOnGrid {
    /// Places a port on the grid.
    pub fn new(
        port: &Port,
        grid: &Grid,
        layout: &Layout,
        symmetry: [Option<Symmetry>; 3],
    ) -> Result<Self, FdtdError> {
        let ends = (port.axis, [port.from, port.to]);
        let on = EdgeBox::new(ends, grid, layout, symmetry).ok_or_else(|| FdtdError::Port {
            port: port.name.clone(),
            problem: EdgeBox::TOO_SHORT.to_owned(),
        })?;
        Ok(Self {
            axis: port.axis,
            sign: port.sign,
            resistance: port.resistance,
            on,
        })
    }

    fn edges(&self) -> impl Iterator<Item = ([usize; 3], f64)> {
        self.on.edges()
    }

    /// Conductivity of its resistor.
    pub fn conductivity(&self) -> f64 {
        self.on.length / (self.resistance * self.on.area)
    }

    /// Current density along +axis per volt of its source.
    pub fn density(&self) -> f64 {
        self.sign / (self.resistance * self.on.area)
    }

    /// Its edges with their volumes, including those of their images in symmetry planes that cut it.
    pub fn volumes(&self, grid: &Grid) -> impl Iterator<Item = (Spot, f64)> {
        let lines = &grid.lines[self.axis];
        let images = self.on.times_voltage * self.on.times_current;
        let component = Component::ALL[self.axis];
        self.edges().map(move |(node, area)| {
            let length = lines[node[self.axis] + 1] - lines[node[self.axis]];
            (Spot { node, component }, images * length * area)
        })
    }

    /// The conductivity on its edges.
    pub fn loads(&self) -> impl Iterator<Item = EdgeLoad> {
        let resistor = Arc::new(Recipe::constant(0.0, self.conductivity()));
        self.edges().map(move |(node, _)| EdgeLoad {
            axis: self.axis,
            node,
            recipe: Arc::clone(&resistor),
        })
    }

    /// Its edges, and the current density along +axis on them per volt of its source.
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

    /// The spots and weights that form its voltage.
    pub fn voltage(&self, grid: &Grid) -> Vec<(Spot, f64)> {
        let lines = &grid.lines[self.axis];
        let component = Component::ALL[self.axis];
        let part: f64 = self.on.columns.iter().map(|(_, area)| area).sum();
        self.edges()
            .map(|(node, area)| {
                let length = lines[node[self.axis] + 1] - lines[node[self.axis]];
                (
                    Spot { node, component },
                    -self.sign * self.on.times_voltage * length * area / part,
                )
            })
            .collect()
    }

    /// The spots and weights that form its current.
    pub fn current(&self, grid: &Grid, layout: &Layout) -> Vec<(Spot, f64)> {
        let (a, b) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let ends = self.on.steps.start + self.on.steps.end;
        // An electric symmetry plane is the middle of the whole port; otherwise two edges share it if their number is
        // even.
        let middle = if self.on.times_voltage > 1.0 {
            [self.on.steps.start; 2]
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
        for ((node, _), at) in self.on.columns.iter().flat_map(|c| middle.map(|m| (c, m))) {
            let mut node = *node;
            node[self.axis] = at;
            // Circulation: H_b l_b on both sides along a, -H_a l_a on both sides along b.
            for (across, along, sign) in [(a, b, 1.0), (b, a, -1.0)] {
                let length = dual_length(grid, along, node[along], layout.periodic[along]);
                let weight = 0.5 * self.sign * self.on.times_current * sign * length;
                add(node, along, weight);
                if let Some(before) = layout.neighbour(HalfStep::E, across, node[across]) {
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
