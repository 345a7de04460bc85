//! Edges that do not follow from the cells around them: zero-thickness metal sheets and wires, the cells around thin wires, and
//! lumped loads.

use poynting_fdtd_core::load::EdgeLoad;
use poynting_fdtd_core::recipe::Recipe;
use poynting_geometry::{Aabb, Degeneracy, Solid};
use poynting_grid::{Flattened, Grid, Layers, Layout, Meshed, Spot, stencil};
use poynting_scene::{Component, MaterialId, Point};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

#[derive(Debug, Clone)]
enum Change {
    Metal,
    /// Multiplies storage and loss by a factor.
    Scale(f64),
    Load(Arc<Recipe>),
}

#[derive(Debug, Clone)]
struct Edit {
    component: usize,
    k: usize,
    change: Change,
}

/// Edits by row of nodes, in ascending order of k.
#[derive(Debug, Default)]
pub struct Overrides {
    rows: HashMap<(usize, usize), Vec<Edit>>,
    /// Rows with dispersive loads.
    remembering: BTreeSet<(usize, usize)>,
}

impl Overrides {
    /// The metal sheets and wires of a model; a later solid that contains an edge in its interior cuts it
    /// out. Metal thinner than the grid counts as a sheet with its own outline.
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
        overrides.sort();
        overrides
    }

    /// Fixes an edge.
    pub fn add_metal(&mut self, Spot { node, component }: Spot) {
        self.push(component as usize, node, Change::Metal);
    }

    /// Multiplies eps and sigma of an edge, or mu and the loss of a face.
    pub fn scale(&mut self, Spot { node, component }: Spot, factor: f64) {
        self.push(component as usize, node, Change::Scale(factor));
    }

    /// Adds loads.
    pub fn add_loads<'a>(&mut self, loads: impl IntoIterator<Item = &'a EdgeLoad>) {
        for load in loads {
            let [i, j, _] = load.node;
            if !load.recipe.is_empty() {
                self.remembering.insert((i, j));
            }
            let change = Change::Load(Arc::clone(&load.recipe));
            self.push(load.axis, load.node, change);
        }
        self.sort();
    }

    fn push(&mut self, component: usize, [i, j, k]: [usize; 3], change: Change) {
        self.rows.entry((i, j)).or_default().push(Edit {
            component,
            k,
            change,
        });
    }

    fn sort(&mut self) {
        for edits in self.rows.values_mut() {
            edits.sort_by_key(|edit| edit.k);
        }
    }

    fn add_sheet(&mut self, sheet: &Sheet<'_>, layout: &Layout, later: &[(Solid, MaterialId)]) {
        for (axis, node) in sheet.edges() {
            let at = stencil::position(sheet.grid, Component::ALL[axis], node);
            let at = sheet.grid.inside(sheet.layers, at);
            let size = sheet.grid.lines[axis][node[axis] + 1] - sheet.grid.lines[axis][node[axis]];
            let is_cut = later.iter().any(|(solid, _)| solid.holds(at, 1e-6 * size));
            if sheet.holds(at) && !is_cut {
                let node = std::array::from_fn(|a| layout.wrap(a, node[a]));
                self.push(axis, node, Change::Metal);
            }
        }
    }

    /// The edits of the nodes `k` of row (i, j).
    fn within(&self, i: usize, j: usize, k: Range<usize>) -> &[Edit] {
        let Some(edits) = self.rows.get(&(i, j)) else {
            return &[];
        };
        let from = edits.partition_point(|edit| edit.k < k.start);
        let to = edits.partition_point(|edit| edit.k < k.end);
        &edits[from..to]
    }

    /// Whether one of the nodes `k` of row (i, j) has edits.
    pub fn touches(&self, i: usize, j: usize, k: Range<usize>) -> bool {
        !self.within(i, j, k).is_empty()
    }

    /// Whether any load is dispersive.
    pub fn remember(&self) -> bool {
        !self.remembering.is_empty()
    }

    /// Whether a load of row (i, j) is dispersive.
    pub fn remembers(&self, i: usize, j: usize) -> bool {
        self.remembering.contains(&(i, j))
    }

    /// Whether a load in the plane of nodes i is dispersive.
    pub fn remembers_in(&self, i: usize) -> bool {
        self.remembering.range((i, 0)..(i + 1, 0)).next().is_some()
    }

    /// Applies the edits of a node to its recipes.
    pub fn apply(&self, [i, j, k]: [usize; 3], recipes: &mut [Option<Recipe>; 6]) {
        for Edit {
            component, change, ..
        } in self.within(i, j, k..k + 1)
        {
            let recipe = &mut recipes[*component];
            *recipe = match change {
                Change::Metal => None,
                Change::Scale(factor) => recipe.take().map(|recipe| recipe.scaled(*factor)),
                Change::Load(load) => recipe.take().map(|recipe| recipe.plus(load)),
            };
        }
    }
}

/// A zero-thickness object on the grid.
pub(super) struct Sheet<'a> {
    grid: &'a Grid,
    layers: Layers,
    /// Its bounds; if it touches an absorbing face it continues to the end of the grid.
    bounds: Aabb,
    /// A solid thinner than the grid: its outline is evaluated at its middle along the thin axes.
    outline: Option<(&'a Solid, Vec<usize>)>,
}

impl<'a> Sheet<'a> {
    pub fn new(solid: &'a Solid, thin: &[&Flattened], meshed: &'a Meshed) -> Self {
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

    /// The normal axis, unless it is a wire.
    pub fn normal(&self) -> Option<usize> {
        let mut flat = (0..3).filter(|&a| self.bounds.max[a] <= self.bounds.min[a]);
        flat.next().filter(|_| flat.next().is_none())
    }

    /// The line of the grid on which its plane lies, unless it is outside.
    pub fn line(&self, normal: usize) -> Option<usize> {
        self.grid.line_of(normal, self.bounds.min[normal])
    }

    /// Whether a point of its plane belongs to it, and no later solid contains it.
    pub fn covers(&self, at: Point, later: &[(Solid, MaterialId)]) -> bool {
        let in_bounds = (0..3).all(|a| {
            let [lower, upper] = [self.bounds.min[a], self.bounds.max[a]];
            upper <= lower || (at[a] > lower && at[a] < upper)
        });
        let at = self.grid.inside(self.layers, at);
        in_bounds && self.holds(at) && !later.iter().any(|(solid, _)| solid.holds(at, 0.0))
    }

    /// Edges within the bounds: their direction and start node.
    pub fn edges(&self) -> impl Iterator<Item = (usize, [usize; 3])> {
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
            // The mesher put a line here; on a grid given by the user the nearest line is used.
            return self.grid.line_of(axis, lower).into_iter().collect();
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
