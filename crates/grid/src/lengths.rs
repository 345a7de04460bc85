//! Lengths that belong to a node.

use crate::lines::Grid;

/// Lengths of the cells before and after a node, zero outside.
pub fn lengths(grid: &Grid, axis: usize, node: usize, periodic: bool) -> [f64; 2] {
    let lines = &grid.lines[axis];
    let n = lines.len() - 1;
    let cell = |c: usize| lines[c + 1] - lines[c];
    let before = match (node, periodic) {
        (0, true) => cell(n - 1),
        (0, false) => 0.0,
        (node, _) => cell(node - 1),
    };
    [before, if node < n { cell(node) } else { 0.0 }]
}

/// Length that belongs to a node: half of the cell before it and half of the one after it.
pub fn dual_length(grid: &Grid, axis: usize, node: usize, periodic: bool) -> f64 {
    let [before, after] = lengths(grid, axis, node, periodic);
    f64::midpoint(before, after)
}
