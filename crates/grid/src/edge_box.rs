//! A box of edges between two ends: the position of a port or lumped element on the grid.
//!
//! It has length L along its axis and dual area A normal to it, so that an admittance Y between its ends is the current
//! density
//!
//! ```text
//! J = y E,   y = Y L/A
//! ```
//!
//! on each of its edges. On a magnetic symmetry plane half of the area is modelled, on an electric one half of the length: length
//! and area are those of the full box.

use crate::lengths::dual_length;
use crate::lines::Grid;
use crate::points::Spot;
use crate::region::Layout;
use poynting_scene::{Component, Point, Symmetry};
use std::ops::Range;

/// A box of edges.
#[derive(Debug, Clone)]
pub struct EdgeBox {
    /// Direction of its edges.
    pub axis: usize,
    /// Nodes along the axis at which its edges start.
    pub steps: Range<usize>,
    /// Columns of edges: a node with its dual area.
    pub columns: Vec<([usize; 3], f64)>,
    /// Full length.
    pub length: f64,
    /// Full area.
    pub area: f64,
    /// Factor by which a symmetry plane multiplies the voltage along it.
    pub times_voltage: f64,
    /// Factor by which symmetry planes multiply the current through it.
    pub times_current: f64,
}

impl EdgeBox {
    /// The problem with a box without edges.
    pub const TOO_SHORT: &'static str = "is shorter than half a grid cell along its direction; lengthen it or refine the grid there";

    /// The edges along `axis` nearest to a box; `None` if it is shorter than half a cell.
    pub fn new(
        (axis, [from, to]): (usize, [Point; 2]),
        grid: &Grid,
        layout: &Layout,
        symmetry: [Option<Symmetry>; 3],
    ) -> Option<Self> {
        let ends = [from[axis], to[axis]].map(|x| grid.nearest_line(axis, x));
        if ends[0] == ends[1] {
            return None;
        }
        let steps = ends[0]..ends[1];
        let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
        let across = [a, b].map(|t| {
            let nodes = grid.nearest_line(t, from[t])..=grid.nearest_line(t, to[t]);
            let mut nodes: Vec<usize> = nodes.map(|node| layout.wrap(t, node)).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        });
        let dual = |t: usize, node: usize| dual_length(grid, t, node, layout.periodic[t]);
        let mut columns = Vec::new();
        for &i in &across[0] {
            for &j in &across[1] {
                let mut node = [0; 3];
                (node[axis], node[a], node[b]) = (steps.start, i, j);
                columns.push((node, dual(a, i) * dual(b, j)));
            }
        }
        // A box that a plane cuts, or that lies in it, is half modelled; one that only touches it is whole.
        let doubled = |t: usize, kind: Symmetry| {
            let plane = grid.lines[t][0];
            let cut = from[t] < plane - 1e-9 * (grid.lines[t][1] - plane) || from[t] >= to[t];
            let on_plane = grid.nearest_line(t, from[t]) == 0;
            if symmetry[t] == Some(kind) && on_plane && cut {
                2.0
            } else {
                1.0
            }
        };
        let times_current = doubled(a, Symmetry::Magnetic) * doubled(b, Symmetry::Magnetic);
        let times_voltage = doubled(axis, Symmetry::Electric);
        Some(Self {
            axis,
            length: times_voltage * (grid.lines[axis][steps.end] - grid.lines[axis][steps.start]),
            area: times_current * columns.iter().map(|(_, area)| area).sum::<f64>(),
            steps,
            columns,
            times_voltage,
            times_current,
        })
    }

    /// The start nodes of its edges, with their dual areas.
    pub fn edges(&self) -> impl Iterator<Item = ([usize; 3], f64)> {
        self.columns.iter().flat_map(move |(node, area)| {
            self.steps.clone().map(move |s| {
                let mut node = *node;
                node[self.axis] = s;
                (node, *area)
            })
        })
    }

    /// Its edges.
    pub fn spots(&self) -> impl Iterator<Item = Spot> {
        let component = Component::ALL[self.axis];
        self.edges().map(move |(node, _)| Spot { node, component })
    }
}
