//! The thirds rule at the edges of thin metal.
//!
//! The field at the edge of a thin conductor is singular, and a conductor that ends on a grid line acts as if
//! it were wider by a fraction of a cell. So the edge is placed inside a cell of size h: one line h/3 within
//! the metal, the next 2h/3 outside (the rule of the page "FDTD Mesh" in the wiki of openEMS).

use crate::lines::FixedLine;
use crate::snap::{AxisView, Edge, Snapped};
use poynting_geometry::End;

/// Fraction of the edge's cell that lies within the metal.
const INSIDE: f64 = 1.0 / 3.0;
const OUTSIDE: f64 = 1.0 - INSIDE;
/// Minimum whole cells between the cells of both edges of a strip.
const STRIP_CELLS: f64 = 2.0;
/// Minimum whole cells between the cells of two edges that face each other across a gap.
const GAP_CELLS: f64 = 1.0;

/// An edge with the size of its cell.
#[derive(Debug, Clone)]
pub struct EdgeCell {
    pub edge: Edge,
    pub size: f64,
}

impl EdgeCell {
    /// The two lines around the edge, in ascending order.
    pub fn lines(&self) -> [FixedLine; 2] {
        let (below, above) = match self.edge.end {
            End::Lower => (OUTSIDE, INSIDE),
            End::Upper => (INSIDE, OUTSIDE),
        };
        let at = |offset: f64| FixedLine {
            coordinate: self.edge.line.coordinate + offset * self.size,
            cause: self.edge.line.cause.clone(),
        };
        [at(-below), at(above)]
    }
}

/// Chooses a cell for every edge. Edges without room for one become plain lines of `snapped`.
pub fn choose(view: &AxisView<'_>, snapped: &mut Snapped) -> Vec<EdgeCell> {
    let edges = std::mem::take(&mut snapped.edges);
    let mut cells = Vec::new();
    for edge in &edges {
        let x = edge.line.coordinate;
        let size = cell_size(view, edge, &edges, &snapped.lines);
        if size < view.tolerance(x) {
            snapped.lines.push(edge.line.clone());
        } else {
            cells.push(EdgeCell {
                edge: edge.clone(),
                size,
            });
        }
    }
    cells
}

/// The local cell, reduced until whole cells of the same size fit between this edge and the next object on
/// either side.
fn cell_size(view: &AxisView<'_>, edge: &Edge, edges: &[Edge], lines: &[FixedLine]) -> f64 {
    let x = edge.line.coordinate;
    let h = view.sizes.at(view.axis, x);
    let up = |e: End| if e == End::Lower { 1.0 } else { -1.0 };
    let inward = up(edge.end);
    let next = |direction: f64, places: &mut dyn Iterator<Item = f64>| {
        places
            .map(|p| (p - x) * direction)
            .filter(|d| *d > 0.0)
            .fold(f64::INFINITY, f64::min)
    };
    let distance = |direction: f64| {
        let to_edge = next(direction, &mut edges.iter().map(|e| e.line.coordinate));
        let to_line = next(direction, &mut lines.iter().map(|l| l.coordinate));
        (to_edge, to_line)
    };
    // `share` is the fraction of a cell that the edges themselves take from the distance.
    let fit = |distance: f64, share: f64, least: f64| {
        if distance.is_finite() {
            distance / ((distance / h - share).ceil().max(least) + share)
        } else {
            f64::INFINITY
        }
    };
    let (inner_edge, inner_line) = distance(inward);
    let (outer_edge, outer_line) = distance(-inward);
    let inside = if inner_edge < inner_line {
        fit(inner_edge, 2.0 * INSIDE, STRIP_CELLS)
    } else {
        fit(inner_line, INSIDE, 0.5 * STRIP_CELLS)
    };
    let outside = if outer_edge < outer_line {
        outer_edge / (GAP_CELLS + 2.0 * OUTSIDE)
    } else {
        outer_line / (GAP_CELLS + OUTSIDE)
    };
    h.min(inside).min(outside)
}
