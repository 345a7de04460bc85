//! Where metal lies along the lines of the grid.
//!
//! Metal is the union of what structures of perfect conductors, or of media with negative permittivity, fill, without what later structures of
//! something else cover. Each line of the
//! grid is looked along once, just beside it in each of the (up to four) cells that share it, so that an edge
//! that lies in the surface of metal is metal from either side, as it is for cells filled whole.

use crate::coefficients::inputs::CoefficientInputs;
use poynting_geometry::Spans;
use poynting_scene::{MaterialId, Point};
use rayon::prelude::*;

/// Fractions of a cell below which nothing is told apart.
pub const SNAP: f64 = 1e-3;

/// What metal leaves of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Edge {
    /// All.
    Free,
    /// Nothing.
    Metal,
    /// One end: from and to, as fractions of its length; one of them is 0 or 1.
    Cut([f64; 2]),
    /// Metal crosses it more than once.
    Crossed,
}

impl Edge {
    /// The free stretch; an edge that is crossed more than once counts as free, the cells around it decide.
    pub fn free(self) -> Option<[f64; 2]> {
        match self {
            Self::Free | Self::Crossed => Some([0.0, 1.0]),
            Self::Metal => None,
            Self::Cut(stretch) => Some(stretch),
        }
    }

    /// Its length.
    pub fn length(self) -> f64 {
        self.free().map_or(0.0, |[from, to]| to - from)
    }
}

/// Metal as seen along the lines of a grid.
#[derive(Debug)]
pub struct Metal<'a> {
    inputs: &'a CoefficientInputs<'a>,
    /// Whether a material counts as metal.
    counts: Vec<bool>,
    /// Per axis, the intervals of each line in rising order.
    lines: [Vec<Box<[[f64; 2]]>>; 3],
}

impl<'a> Metal<'a> {
    /// Looks along all lines for one kind of material; `None` where there is none of it.
    pub fn new(inputs: &'a CoefficientInputs<'a>, is: impl Fn(MaterialId) -> bool) -> Option<Self> {
        if !inputs.solids.iter().any(|(_, id)| is(*id)) {
            return None;
        }
        let ids = (0..inputs.materials.len() as u32).map(MaterialId);
        let mut metal = Self {
            inputs,
            counts: ids.map(is).collect(),
            lines: [const { Vec::new() }; 3],
        };
        metal.lines = [0, 1, 2].map(|axis| metal.look_along(axis));
        Some(metal)
    }

    fn look_along(&self, axis: usize) -> Vec<Box<[[f64; 2]]>> {
        let nodes = self.inputs.layout.nodes();
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        (0..nodes[b] * nodes[c])
            .into_par_iter()
            .map_init(Scratch::default, |scratch, line| {
                let mut all = Spans::new();
                for y in self.beside(b, line / nodes[c]).into_iter().flatten() {
                    for z in self.beside(c, line % nodes[c]).into_iter().flatten() {
                        let mut at = [0.0; 3];
                        (at[b], at[c]) = (y, z);
                        let seen = self.spans_with(axis, at, scratch);
                        all = all.union(&seen);
                    }
                }
                all.as_slice().into()
            })
            .collect()
    }

    /// Coordinates just before and just after a grid line, where there are cells.
    fn beside(&self, axis: usize, node: usize) -> [Option<f64>; 2] {
        let lines = &self.inputs.grid.lines[axis];
        let before = self.inputs.layout.cell_before(axis, node);
        let after = (node + 1 < lines.len()).then_some(node);
        let size = |cell: usize| lines[cell + 1] - lines[cell];
        [
            before.map(|cell| lines[cell + 1] - SNAP * size(cell)),
            after.map(|cell| lines[cell] + SNAP * size(cell)),
        ]
    }

    /// The intervals of metal along the line through `at` parallel to `axis`, which lies in the plane of grid line `node` across: seen just beside that
    /// plane in either direction, in which a surface may lie.
    pub fn spans_beside(
        &self,
        axis: usize,
        mut at: Point,
        (across, node): (usize, usize),
    ) -> Spans {
        let mut all = Spans::new();
        let mut scratch = Scratch::default();
        for x in self.beside(across, node).into_iter().flatten() {
            at[across] = x;
            all = all.union(&self.spans_with(axis, at, &mut scratch));
        }
        all
    }

    fn spans_with(&self, axis: usize, at: Point, scratch: &mut Scratch) -> Spans {
        let mut metal = Spans::new();
        for (solid, material) in self.inputs.solids {
            self.inputs.spans_along(solid, axis, at, &mut scratch.solid);
            if scratch.solid.is_empty() {
                continue;
            }
            if self.counts[material.0 as usize] {
                metal = metal.union(&scratch.solid);
            } else if !metal.is_empty() {
                metal = metal.difference(&scratch.solid);
            }
        }
        metal
    }

    /// Whether a point lies in metal.
    pub fn holds(&self, p: Point) -> bool {
        let last = self.inputs.solids.iter().rev();
        let mut last = last.filter(|(solid, _)| self.inputs.is_in(solid, p));
        last.next()
            .is_some_and(|(_, id)| self.counts[id.0 as usize])
    }

    fn line(&self, axis: usize, node: [usize; 3]) -> &[[f64; 2]] {
        let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
        &self.lines[axis][node[b] * self.inputs.layout.nodes()[c] + node[c]]
    }

    /// The parts of the cell before (0) or after (1) a node that metal fills, along the line through the node: from and to, as fractions of the
    /// cell's length and from its lower end. Empty outside the grid.
    pub fn pieces(&self, axis: usize, node: [usize; 3], side: usize) -> Vec<[f64; 2]> {
        let Some(cell) = self.inputs.cells_around(axis, node[axis])[side] else {
            return Vec::new();
        };
        self.pieces_in(axis, node, cell).collect()
    }

    fn pieces_in(
        &self,
        axis: usize,
        node: [usize; 3],
        cell: usize,
    ) -> impl Iterator<Item = [f64; 2]> {
        let lines = &self.inputs.grid.lines[axis];
        let (lower, upper) = (lines[cell], lines[cell + 1]);
        let fraction = move |x: f64| ((x - lower) / (upper - lower)).clamp(0.0, 1.0);
        let line = self.line(axis, node);
        let first = line.partition_point(|[_, end]| *end <= lower);
        let pieces = line[first..]
            .iter()
            .take_while(move |[start, _]| *start < upper);
        pieces
            .map(move |piece| piece.map(fraction))
            .filter(|[from, to]| to - from > SNAP)
    }

    /// The edge along `axis` after a node.
    pub fn edge(&self, axis: usize, node: [usize; 3]) -> Edge {
        let mut pieces = self.pieces_in(axis, node, node[axis]);
        let Some([from, to]) = pieces.next() else {
            return Edge::Free;
        };
        match (pieces.next(), from < SNAP, to > 1.0 - SNAP) {
            (None, true, true) => Edge::Metal,
            (None, true, false) => Edge::Cut([to, 1.0]),
            (None, false, true) => Edge::Cut([0.0, from]),
            _ => Edge::Crossed,
        }
    }

    /// The cells beside every place where a line of the grid enters or leaves metal, in rising order.
    pub fn surface_cells(&self) -> Vec<[usize; 3]> {
        let mut cells = Vec::new();
        for axis in 0..3 {
            let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
            let nodes = self.inputs.layout.nodes();
            for (line, intervals) in self.lines[axis].iter().enumerate() {
                for &x in intervals.iter().flatten() {
                    let along = self.cells_at(axis, x);
                    for i in along.into_iter().flatten() {
                        let around = [(b, line / nodes[c]), (c, line % nodes[c])]
                            .map(|(a, node)| self.inputs.cells_around(a, node));
                        for j in around[0].into_iter().flatten() {
                            for k in around[1].into_iter().flatten() {
                                let mut cell = [0; 3];
                                (cell[axis], cell[b], cell[c]) = (i, j, k);
                                cells.push(cell);
                            }
                        }
                    }
                }
            }
        }
        cells.par_sort_unstable();
        cells.dedup();
        cells
    }

    /// The cell that holds a coordinate, or the two beside a line that is as near as `SNAP`.
    fn cells_at(&self, axis: usize, x: f64) -> [Option<usize>; 2] {
        let grid = self.inputs.grid;
        let lines = &grid.lines[axis];
        if x < lines[0] || x > lines[lines.len() - 1] {
            return [None; 2];
        }
        let node = grid.nearest_line(axis, x);
        let cell = grid.locate(axis, x);
        if (x - lines[node]).abs() > SNAP * (lines[cell + 1] - lines[cell]) {
            return [Some(cell), None];
        }
        self.inputs.cells_around(axis, node)
    }
}

#[derive(Default)]
struct Scratch {
    solid: Spans,
}
