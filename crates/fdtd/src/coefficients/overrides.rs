//! Edges that do not follow from the cells around them: sheets and wires of metal without thickness, and
//! lumped loads.

use super::{Constitution, Tuple};
use crate::cpml::Layers;
use crate::grid::{Flattened, Grid, Meshed};
use crate::{Layout, stencil};
use poynting_geometry::{Aabb, Degeneracy, Solid};
use poynting_scene::{Component, MaterialId, Point};
use std::collections::HashMap;

/// A conductivity added to one edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeLoad {
    /// Direction of the edge.
    pub axis: usize,
    /// Node at which it starts.
    pub node: [usize; 3],
    /// In S/m.
    pub conductivity: f64,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Metal,
    Load { conductivity: f64 },
}

#[derive(Debug, Clone, Copy)]
struct Edit {
    axis: usize,
    k: usize,
    change: Change,
}

/// Edits by row of nodes.
#[derive(Debug, Default)]
pub struct Overrides {
    rows: HashMap<(usize, usize), Vec<Edit>>,
}

impl Overrides {
    /// The metal sheets and wires of a model; a later solid that holds an edge in its interior cuts it out.
    /// Metal that is thinner than the grid counts as a sheet of its own outline.
    pub fn from_solids(solids: &[(Solid, MaterialId)], meshed: &Meshed, layout: &Layout) -> Self {
        let mut overrides = Self::default();
        for (n, (solid, material)) in solids.iter().enumerate() {
            let thin: Vec<&Flattened> = meshed
                .flattened
                .iter()
                .filter(|f| f.structure == n)
                .collect();
            let is_sheet = solid.degeneracy() != Degeneracy::None || !thin.is_empty();
            if *material == MaterialId::PEC && is_sheet {
                let sheet = Sheet::new(solid, &thin, meshed);
                overrides.add_sheet(&sheet, layout, &solids[n + 1..]);
            }
        }
        overrides
    }

    /// Adds a load.
    pub fn add_load(&mut self, load: EdgeLoad) {
        let change = Change::Load {
            conductivity: load.conductivity,
        };
        self.push(load.axis, load.node, change);
    }

    fn push(&mut self, axis: usize, [i, j, k]: [usize; 3], change: Change) {
        self.rows
            .entry((i, j))
            .or_default()
            .push(Edit { axis, k, change });
    }

    fn add_sheet(&mut self, sheet: &Sheet<'_>, layout: &Layout, later: &[(Solid, MaterialId)]) {
        for (axis, node) in sheet.edges() {
            let at = stencil::position(sheet.grid, Component::ALL[axis], node);
            let at = sheet.grid.inside(sheet.layers, at);
            let size = sheet.grid.lines[axis][node[axis] + 1] - sheet.grid.lines[axis][node[axis]];
            let is_cut = later
                .iter()
                .any(|(solid, _)| solid.distance(at) < -1e-6 * size);
            if sheet.holds(at) && !is_cut {
                let node = std::array::from_fn(|a| layout.wrap(a, node[a]));
                self.push(axis, node, Change::Metal);
            }
        }
    }

    /// Whether a row has edits.
    pub fn touches(&self, i: usize, j: usize) -> bool {
        self.rows.contains_key(&(i, j))
    }

    /// Applies the edits of row (i, j) to its tuples.
    pub fn apply(&self, i: usize, j: usize, tuples: &mut [Tuple<f64>], dt: f64) {
        for Edit { axis, k, change } in self.rows.get(&(i, j)).into_iter().flatten() {
            let tuple = &mut tuples[*k];
            let before = Constitution::from_coefficients(tuple.keep[*axis], tuple.gain[*axis], dt);
            let after = match (change, before) {
                (Change::Metal, _) | (_, Constitution::Fixed) => Constitution::Fixed,
                (Change::Load { conductivity }, Constitution::Medium { storage, loss }) => {
                    Constitution::Medium {
                        storage,
                        loss: loss + conductivity,
                    }
                }
            };
            tuple.set(*axis, after, dt);
        }
    }
}

/// Metal without thickness on the grid.
struct Sheet<'a> {
    grid: &'a Grid,
    layers: Layers,
    /// Where it is; what touches an absorbing face goes on to the end of the grid.
    bounds: Aabb,
    /// A solid thinner than the grid: asked for its outline in its middle along the thin axes.
    outline: Option<(&'a Solid, Vec<usize>)>,
}

impl<'a> Sheet<'a> {
    fn new(solid: &'a Solid, thin: &[&Flattened], meshed: &'a Meshed) -> Self {
        let Meshed { grid, layers, .. } = meshed;
        let mut bounds = solid.bounds();
        for axis in 0..3 {
            if bounds.max[axis] <= bounds.min[axis] {
                continue;
            }
            let [lower, upper] = grid.faces(*layers, axis);
            let slack = 1e-6 * (upper - lower);
            let lines = &grid.lines[axis];
            if bounds.min[axis] <= lower + slack {
                bounds.min[axis] = bounds.min[axis].min(lines[0]);
            }
            if bounds.max[axis] >= upper - slack {
                bounds.max[axis] = bounds.max[axis].max(lines[lines.len() - 1]);
            }
        }
        for Flattened { axis, line, .. } in thin {
            let line = grid.lines[*axis][*line];
            (bounds.min[*axis], bounds.max[*axis]) = (line, line);
        }
        let outline = (!thin.is_empty()).then(|| (solid, thin.iter().map(|f| f.axis).collect()));
        Self {
            grid,
            layers: *layers,
            bounds,
            outline,
        }
    }

    /// Edges within the bounds: their direction and the node at which they start.
    fn edges(&self) -> impl Iterator<Item = (usize, [usize; 3])> {
        let directions = (0..3).filter(|&a| self.bounds.max[a] > self.bounds.min[a]);
        directions.flat_map(move |axis| {
            let [xs, ys, zs]: [Vec<usize>; 3] = std::array::from_fn(|a| {
                if a == axis {
                    self.cells_within(a)
                } else {
                    self.nodes_within(a)
                }
            });
            let columns = xs
                .into_iter()
                .flat_map(move |i| ys.clone().into_iter().map(move |j| (i, j)));
            columns.flat_map(move |(i, j)| zs.clone().into_iter().map(move |k| (axis, [i, j, k])))
        })
    }

    fn holds(&self, mut at: Point) -> bool {
        let Some((solid, thin)) = &self.outline else {
            return true;
        };
        for &axis in thin {
            at[axis] = solid.bounds().center()[axis];
        }
        solid.contains(at)
    }

    fn nodes_within(&self, axis: usize) -> Vec<usize> {
        let lines = &self.grid.lines[axis];
        let (lower, upper) = (self.bounds.min[axis], self.bounds.max[axis]);
        if upper <= lower {
            // The mesher put a line here; on a grid given by the user the nearest line stands in.
            return vec![self.grid.nearest_line(axis, lower)];
        }
        let slack = 1e-6 * self.grid.smallest_along(axis).size;
        (0..lines.len())
            .filter(|&n| lines[n] >= lower - slack && lines[n] <= upper + slack)
            .collect()
    }

    fn cells_within(&self, axis: usize) -> Vec<usize> {
        let lines = &self.grid.lines[axis];
        let middle = |n: usize| f64::midpoint(lines[n], lines[n + 1]);
        let inside =
            |n: &usize| middle(*n) > self.bounds.min[axis] && middle(*n) < self.bounds.max[axis];
        (0..lines.len() - 1).filter(inside).collect()
    }
}
