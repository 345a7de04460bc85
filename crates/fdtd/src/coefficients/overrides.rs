//! Edges that do not follow from the cells around them: sheets and wires of metal without thickness, and
//! lumped loads.

use super::{Constitution, Tuple};
use crate::grid::{Grid, Meshed};
use poynting_geometry::{Aabb, Solid};
use poynting_scene::{Component, MaterialId};
use std::collections::HashMap;
use std::ops::Range;

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

#[derive(Debug, Clone)]
enum Edit {
    Metal {
        axis: usize,
        z: Range<usize>,
    },
    Load {
        axis: usize,
        k: usize,
        conductivity: f64,
    },
}

/// Edits by row of nodes.
#[derive(Debug, Default)]
pub struct Overrides {
    rows: HashMap<(usize, usize), Vec<Edit>>,
}

impl Overrides {
    /// The metal sheets and wires of a model; a later solid that holds an edge in its interior cuts it out.
    /// Metal that is thinner than the grid counts as a sheet.
    pub fn from_solids(solids: &[(Solid, MaterialId)], meshed: &Meshed) -> Self {
        let mut overrides = Self::default();
        for (n, (solid, material)) in solids.iter().enumerate() {
            let mut bounds = solid.bounds();
            for thin in meshed.flattened.iter().filter(|f| f.structure == n) {
                let line = meshed.grid.lines[thin.axis][thin.line];
                (bounds.min[thin.axis], bounds.max[thin.axis]) = (line, line);
            }
            let has_volume = (0..3).all(|a| bounds.max[a] > bounds.min[a]);
            if *material == MaterialId::PEC && !has_volume {
                overrides.add_sheet(&bounds, &meshed.grid, &solids[n + 1..]);
            }
        }
        overrides
    }

    /// Adds a load.
    pub fn add_load(&mut self, load: EdgeLoad) {
        let [i, j, k] = load.node;
        let edit = Edit::Load {
            axis: load.axis,
            k,
            conductivity: load.conductivity,
        };
        self.rows.entry((i, j)).or_default().push(edit);
    }

    fn add_sheet(&mut self, sheet: &Aabb, grid: &Grid, later: &[(Solid, MaterialId)]) {
        for axis in (0..3).filter(|&a| sheet.max[a] > sheet.min[a]) {
            let spots: [Vec<usize>; 3] = std::array::from_fn(|a| {
                if a == axis {
                    edges_within(&grid.lines[a], sheet, a)
                } else {
                    nodes_within(&grid.lines[a], sheet, a)
                }
            });
            for &i in &spots[0] {
                for &j in &spots[1] {
                    for &k in &spots[2] {
                        let middle = Component::ALL[axis];
                        let at = crate::stencil::position(grid, middle, [i, j, k]);
                        let size =
                            grid.lines[axis][spots[axis][0] + 1] - grid.lines[axis][spots[axis][0]];
                        if later
                            .iter()
                            .any(|(solid, _)| solid.distance(at) < -1e-6 * size)
                        {
                            continue;
                        }
                        self.rows
                            .entry((i, j))
                            .or_default()
                            .push(Edit::Metal { axis, z: k..k + 1 });
                    }
                }
            }
        }
    }

    /// Whether a row has edits.
    pub fn touches(&self, i: usize, j: usize) -> bool {
        self.rows.contains_key(&(i, j))
    }

    /// Applies the edits of row (i, j) to its tuples.
    pub fn apply(&self, i: usize, j: usize, tuples: &mut [Tuple<f64>], dt: f64) {
        for edit in self.rows.get(&(i, j)).into_iter().flatten() {
            match edit {
                Edit::Metal { axis, z } => {
                    for tuple in &mut tuples[z.clone()] {
                        tuple.set(*axis, Constitution::Fixed, dt);
                    }
                }
                Edit::Load {
                    axis,
                    k,
                    conductivity,
                } => {
                    let t = &mut tuples[*k];
                    if let Constitution::Medium { storage, loss } =
                        Constitution::from_coefficients(t.keep[*axis], t.gain[*axis], dt)
                    {
                        t.set(
                            *axis,
                            Constitution::Medium {
                                storage,
                                loss: loss + conductivity,
                            },
                            dt,
                        );
                    }
                }
            }
        }
    }
}

fn nodes_within(lines: &[f64], sheet: &Aabb, axis: usize) -> Vec<usize> {
    let (lower, upper) = (sheet.min[axis], sheet.max[axis]);
    if upper <= lower {
        // The mesher put a line here; on a grid given by the user the nearest line stands in.
        return vec![crate::stencil::nearest(lines, lower)];
    }
    let smallest = lines
        .windows(2)
        .map(|w| w[1] - w[0])
        .fold(f64::INFINITY, f64::min);
    let slack = 1e-6 * smallest;
    (0..lines.len())
        .filter(|&n| lines[n] >= lower - slack && lines[n] <= upper + slack)
        .collect()
}

fn edges_within(lines: &[f64], sheet: &Aabb, axis: usize) -> Vec<usize> {
    (0..lines.len() - 1)
        .filter(|&n| {
            let middle = 0.5 * (lines[n] + lines[n + 1]);
            middle > sheet.min[axis] && middle < sheet.max[axis]
        })
        .collect()
}
