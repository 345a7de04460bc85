//! The paths of wires on the grid.

use crate::error::FdtdError;
use poynting_fdtd_core::wire_section::WireSection;
use poynting_geometry::Solid;
use poynting_grid::mirror::Mirrors;
use poynting_grid::{Grid, Layers, Layout, lengths};
use poynting_scene::{MaterialId, Point, Port, Scene, Wall, Wire};
use std::collections::BTreeMap;

/// Coordinates that differ by less than this fraction of a cell are equal.
const SAME: f64 = 1e-6;

/// The model in which wires are placed.
#[derive(Debug, Clone, Copy)]
pub struct WireModel<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// Its grid.
    pub grid: &'a Grid,
    /// Its topology.
    pub layout: &'a Layout,
    /// Cells of the PML behind each face.
    pub layers: Layers,
    /// The boundary at each face, including symmetry planes.
    pub walls: [[Wall; 2]; 3],
    /// The solids.
    pub solids: &'a [(Solid, MaterialId)],
}

/// A wire on one edge of the grid.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    /// Direction of the edge.
    pub axis: usize,
    /// Its start node.
    pub node: [usize; 3],
    /// In metres.
    pub radius: f64,
    /// Index of the wire.
    pub wire: usize,
    /// False within a port.
    pub is_metal: bool,
}

/// All pieces.
pub(super) struct Path<'a> {
    model: WireModel<'a>,
    pub pieces: Vec<Piece>,
}

impl<'a> Path<'a> {
    pub fn new(model: WireModel<'a>) -> Result<Self, FdtdError> {
        let pieces = Vec::new();
        let mut path = Self { model, pieces };
        for (number, wire) in model.scene.wires.iter().enumerate() {
            for ends in wire.points.windows(2) {
                path.add_straight(number, wire, [ends[0], ends[1]])?;
            }
        }
        path.add_ports();
        Ok(path)
    }

    /// An error about a wire.
    pub fn refused(&self, wire: usize, problem: &str) -> FdtdError {
        FdtdError::Wire {
            wire: self.model.scene.wires[wire].name.clone(),
            problem: problem.to_owned(),
        }
    }

    fn add_straight(
        &mut self,
        number: usize,
        wire: &Wire,
        [p, q]: [Point; 2],
    ) -> Result<(), FdtdError> {
        let low: Point = std::array::from_fn(|a| p[a].min(q[a]));
        let high: Point = std::array::from_fn(|a| p[a].max(q[a]));
        let extent = |a: usize| high[a] - low[a];
        let axis = (0..3).fold(0, |most, a| if extent(a) > extent(most) { a } else { most });
        let Some((node, steps)) = self.edges([low, high], axis) else {
            return Ok(());
        };
        if steps.is_empty() {
            let problem =
                "has a segment shorter than half a cell; lengthen it or refine the grid there";
            return Err(self.refused(number, problem));
        }
        self.add_edges(axis, node, steps, (number, wire.radius, true));
        Ok(())
    }

    /// The edges between two points along an axis, by the node of the first and the range of steps; `None` if only the image is modelled.
    fn edges(
        &self,
        [low, high]: [Point; 2],
        axis: usize,
    ) -> Option<([usize; 3], std::ops::Range<usize>)> {
        let WireModel {
            grid,
            scene,
            layers,
            ..
        } = self.model;
        let slack = |a: usize| SAME * grid.smallest_along(a).size;
        let is_image =
            |a: usize| scene.symmetry[a].is_some() && high[a] < grid.lines[a][0] - slack(a);
        if (0..3).any(is_image) {
            return None;
        }
        let mut node = std::array::from_fn(|a| grid.nearest_line(a, low[a]));
        let mut end = grid.nearest_line(axis, high[axis]);
        // A wire that touches an absorbing face continues to the end of the grid.
        let [first, last] = grid.faces(layers, axis);
        if layers[axis][0] > 0 && low[axis] <= first + slack(axis) {
            node[axis] = 0;
        }
        if layers[axis][1] > 0 && high[axis] >= last - slack(axis) {
            end = grid.cells()[axis];
        }
        Some((node, node[axis]..end))
    }

    fn add_edges(
        &mut self,
        axis: usize,
        mut node: [usize; 3],
        steps: std::ops::Range<usize>,
        (wire, radius, is_metal): (usize, f64, bool),
    ) {
        for step in steps {
            node[axis] = step;
            let node = std::array::from_fn(|a| self.model.layout.wrap(a, node[a]));
            let is_there = |p: &Piece| (p.axis, p.node) == (axis, node);
            if !self.pieces.iter().any(is_there) {
                self.pieces.push(Piece {
                    axis,
                    node,
                    radius,
                    wire,
                    is_metal,
                });
            }
        }
    }

    /// Zero-width ports that begin or end at a wire.
    fn add_ports(&mut self) {
        let WireModel { grid, scene, .. } = self.model;
        let mirrors = Mirrors::new(grid, scene.symmetry);
        for port in &scene.ports {
            let Port { from, to, axis, .. } = mirrors.folded_port(port);
            if (0..3).any(|a| a != axis && to[a] > from[a]) {
                continue;
            }
            let Some((node, steps)) = self.edges([from, to], axis) else {
                continue;
            };
            let at = |step: usize| {
                let mut node = node;
                node[axis] = step;
                std::array::from_fn(|a| self.model.layout.wrap(a, node[a]))
            };
            let ends = [at(steps.start), at(steps.end)];
            let touching = |p: &&Piece| ends.iter().any(|e| *e == p.node || *e == self.end(p));
            if let Some(&Piece { radius, wire, .. }) = self.pieces.iter().find(touching) {
                self.add_edges(axis, node, steps, (wire, radius, false));
            }
        }
    }

    fn end(&self, piece: &Piece) -> [usize; 3] {
        let mut node = piece.node;
        node[piece.axis] = self.model.layout.wrap(piece.axis, node[piece.axis] + 1);
        node
    }

    /// The nodes, each with the pieces that meet there and the side on which they lie: 0 before it, 1 after it.
    pub fn nodes(&self) -> BTreeMap<[usize; 3], Vec<(&Piece, usize)>> {
        let mut nodes: BTreeMap<_, Vec<(&Piece, usize)>> = BTreeMap::new();
        for piece in &self.pieces {
            nodes.entry(piece.node).or_default().push((piece, 1));
            nodes.entry(self.end(piece)).or_default().push((piece, 0));
        }
        nodes
    }

    /// The cells transverse to an axis around a node; beyond a wall or a symmetry plane those of the image.
    pub fn section(&self, node: [usize; 3], axis: usize) -> WireSection {
        let WireModel { grid, layout, .. } = self.model;
        let lengths = crate::wire::across(axis).map(|a| {
            let [before, after] = lengths(grid, a, node[a], layout.periodic[a]);
            let or = |x: f64, y: f64| if x > 0.0 { x } else { y };
            [or(before, after), or(after, before)]
        });
        WireSection { lengths }
    }

    /// The start node of the edge or face before (0) or after (1) a node, if there is one.
    pub fn beside(&self, node: [usize; 3], axis: usize, side: usize) -> Option<[usize; 3]> {
        let layout = self.model.layout;
        let cell = if side == 1 {
            (node[axis] < layout.cells[axis]).then_some(node[axis])
        } else {
            layout.cell_before(axis, node[axis])
        };
        cell.map(|cell| {
            let mut node = node;
            node[axis] = cell;
            node
        })
    }

    /// Whether a wire whose only piece at a node lies along an axis on this side continues into metal, a wall or its
    /// image.
    pub fn is_held(&self, node: [usize; 3], axis: usize, side: usize) -> bool {
        if self.beside(node, axis, 1 - side).is_none() {
            return true;
        }
        let WireModel { grid, layout, .. } = self.model;
        let on_wall = |a: usize| {
            let at = [node[a] == 0, node[a] == layout.cells[a]];
            let walls = self.model.walls[a];
            (0..2).any(|end| at[end] && walls[end] == Wall::Pec)
        };
        let at: Point = std::array::from_fn(|a| grid.lines[a][node[a]]);
        let slack = SAME * grid.smallest().size;
        let mut solids = self.model.solids.iter().rev();
        let holds = solids.find(|(solid, _)| solid.distance(at) <= slack);
        (0..3).any(on_wall) || holds.is_some_and(|(_, material)| *material == MaterialId::PEC)
    }
}
