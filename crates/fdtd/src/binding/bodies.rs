//! The structure at a point of the model: the last one that contains it, and sheets at their grid positions.

use crate::binding::GridContext;
use poynting_geometry::{Aabb, Degeneracy};
use poynting_scene::{MaterialKind, Medium, Point, Scene};

/// A point within this fraction of a cell of a sheet is on it.
pub(super) const SLACK: f64 = 1e-3;

/// The bodies of a scene on its grid.
#[derive(Clone, Copy)]
pub(super) struct Bodies<'a> {
    pub scene: &'a Scene,
    pub context: GridContext<'a>,
}

impl Bodies<'_> {
    /// The structure that fills a point.
    pub fn filling(&self, at: Point) -> Option<usize> {
        let solids = self.context.solids;
        solids.iter().rposition(|(solid, _)| solid.contains(at))
    }

    /// The material of a structure.
    pub fn kind(&self, structure: usize) -> &MaterialKind {
        let material = self.context.solids[structure].1;
        &self.scene.materials[material.0 as usize].kind
    }

    /// Whether a structure is equivalent to free space.
    pub fn is_free_space(&self, structure: usize) -> bool {
        *self.kind(structure) == MaterialKind::Medium(Medium::VACUUM)
    }

    /// Whether a point is in metal or on a sheet of it.
    pub fn is_metal(&self, at: Point) -> bool {
        let solid = self.filling(at).is_some_and(|n| self.kind(n).is_metal());
        let mut sheets = (0..self.context.solids.len()).filter_map(|n| Some((n, self.sheet(n)?)));
        solid || sheets.any(|(n, sheet)| self.kind(n).is_metal() && self.lies_in(at, &sheet))
    }

    /// A zero-thickness structure at its position on the grid.
    pub fn sheet(&self, structure: usize) -> Option<Aabb> {
        let solid = &self.context.solids[structure].0;
        let grid = self.context.grid;
        let mut bounds = solid.bounds();
        let mut flattened = self.context.flattened.iter();
        if let Some(flat) = flattened.find(|f| f.structure == structure) {
            let line = grid.lines[flat.axis][flat.line];
            (bounds.min[flat.axis], bounds.max[flat.axis]) = (line, line);
            return Some(bounds);
        }
        if solid.degeneracy() == Degeneracy::None {
            return None;
        }
        for a in 0..3 {
            if bounds.max[a] <= bounds.min[a] {
                let line = grid.lines[a][grid.line_of(a, bounds.min[a])?];
                (bounds.min[a], bounds.max[a]) = (line, line);
            }
        }
        Some(bounds)
    }

    /// The cell size at a coordinate.
    pub fn cell(&self, axis: usize, x: f64) -> f64 {
        let lines = &self.context.grid.lines[axis];
        let cell = self.context.grid.locate(axis, x).min(lines.len() - 2);
        lines[cell + 1] - lines[cell]
    }

    /// Whether a point is in a box or next to it.
    pub fn lies_in(&self, at: Point, bounds: &Aabb) -> bool {
        (0..3).all(|a| {
            let slack = SLACK * self.cell(a, at[a]);
            at[a] > bounds.min[a] - slack && at[a] < bounds.max[a] + slack
        })
    }
}
