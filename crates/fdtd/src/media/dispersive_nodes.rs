//! Where a model is dispersive: segments of rows along z in which a component has one recipe.
//!
//! Only planes next to a dispersive body or with dispersive loads are filled with materials, and a node costs time only where a cell around it differs
//! from those around the previous node, or where a surface off the grid lines gives it a recipe of its own.

use crate::coefficients::{Columns, Cuts, Lookup, ShapedRow};
use poynting_fdtd_core::dispersion::{DispersiveNodes, RowSegment};
use poynting_fdtd_core::recipe::Recipe;
use poynting_grid::Voxels;
use poynting_scene::{Material, MaterialId, MaterialKind};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

/// A segment before its recipe has an index.
struct Found {
    component: usize,
    z: Range<usize>,
    recipe: Recipe,
}

/// Examines every row next to a dispersive body or with loads.
pub fn find(lookup: &Lookup<'_>) -> DispersiveNodes {
    let inputs = lookup.inputs;
    let walk = Walk::new(lookup);
    let mut places = DispersiveNodes::default();
    let overrides = inputs.overrides;
    if !walk.dispersive.contains(&true) && !overrides.remember() {
        return places;
    }
    let mut numbers = HashMap::new();
    let near: Vec<bool> = (0..inputs.layout.cells[0])
        .map(|i| walk.reaches(i))
        .collect();
    // Before the rows, as in `build`.
    let cuts = lookup.cuts();
    let mut planes: [(Option<usize>, Vec<MaterialId>); 3] = Default::default();
    for i in inputs.layout.active().x {
        let around = inputs.cells_near(0, i);
        if !around.iter().flatten().any(|n| near[*n]) && !overrides.remembers_in(i) {
            continue;
        }
        planes = next_planes(planes, around, &lookup.voxels);
        let cells = [0, 1, 2].map(|n| planes[n].0.map(|_| planes[n].1.as_slice()));
        let rows = inputs.layout.active().y.into_par_iter();
        let rows = rows.map(|j| walk.row(inputs.columns(cells, j), [i, j], cuts));
        let rows: Vec<Vec<Found>> = rows.collect();
        for (j, row) in rows.into_iter().enumerate() {
            for part in inputs.layout.parts() {
                add(
                    &mut places,
                    [i as u32, j as u32],
                    part as u32,
                    &row,
                    &mut numbers,
                );
            }
        }
    }
    places
}

/// Adds the segments found in a row to a part of it at this offset.
fn add(
    places: &mut DispersiveNodes,
    row: [u32; 2],
    part: u32,
    found: &[Found],
    numbers: &mut HashMap<Vec<u64>, u32>,
) {
    for Found {
        component,
        z,
        recipe,
    } in found
    {
        let recipes = &mut places.recipes;
        let number = *numbers.entry(recipe.bits()).or_insert_with(|| {
            recipes.push(recipe.clone());
            recipes.len() as u32 - 1
        });
        places.halves[component / 3].push(RowSegment {
            row,
            component: *component as u32,
            recipe: number,
            z: z.start as u32 + part..z.end as u32 + part,
        });
    }
}

/// The planes of cells around a node; those found for the previous node are reused.
fn next_planes(
    mut old: [(Option<usize>, Vec<MaterialId>); 3],
    wanted: [Option<usize>; 3],
    voxels: &Voxels<'_>,
) -> [(Option<usize>, Vec<MaterialId>); 3] {
    wanted.map(|cell| match cell {
        None => (None, Vec::new()),
        Some(n) => match old.iter_mut().find(|(have, _)| *have == cell) {
            Some((have, plane)) => (have.take(), std::mem::take(plane)),
            None => (cell, voxels.plane(n)),
        },
    })
}

struct Walk<'a> {
    lookup: &'a Lookup<'a>,
    /// By material.
    dispersive: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn new(lookup: &'a Lookup<'a>) -> Self {
        let is = |material: &Material| match &material.kind {
            MaterialKind::Medium(m) => m.is_dispersive(),
            MaterialKind::Conductor(_) => true,
            _ => false,
        };
        Self {
            lookup,
            dispersive: lookup.inputs.materials.iter().map(is).collect(),
        }
    }

    /// Whether a dispersive body may fill part of the plane of cells i.
    fn reaches(&self, i: usize) -> bool {
        let Lookup { inputs, voxels, .. } = self.lookup;
        let lines = &inputs.grid.lines[0];
        let center = voxels.center(0, i);
        let [from, to] = [lines[i].min(center), lines[i + 1].max(center)];
        let mut bodies = inputs.solids.iter();
        bodies.any(|(solid, id)| {
            let bounds = solid.bounds();
            self.dispersive[id.0 as usize] && bounds.min[0] <= to && bounds.max[0] >= from
        })
    }

    /// The dispersive segments of a row between these columns of cells.
    fn row(&self, columns: Columns<'_>, [i, j]: [usize; 2], cuts: &Cuts) -> Vec<Found> {
        let inputs = self.lookup.inputs;
        let mut found: Vec<Found> = Vec::new();
        let shaped = ShapedRow::new(inputs, || cuts, i, j);
        let shaped = shaped.as_ref();
        let mut cells = columns.iter().flatten().flatten().copied().flatten();
        let is_filled = cells.any(|id| self.dispersive[id.0 as usize]);
        let is_loaded = inputs.overrides.remembers(i, j);
        if !is_filled && !is_loaded && !shaped.is_some_and(ShapedRow::remembers) {
            return found;
        }
        let mut open: [Option<usize>; 6] = [None; 6];
        for k in inputs.layout.part().z {
            if self.lookup.repeats(&columns, [i, j, k], shaped) {
                for n in open.iter().flatten() {
                    found[*n].z.end = k + 1;
                }
                continue;
            }
            let recipes = self.lookup.recipes(&columns, [i, j, k], shaped);
            for (component, recipe) in recipes.into_iter().enumerate() {
                let recipe = recipe.filter(|recipe| !recipe.is_empty());
                open[component] = recipe.map(|recipe| match open[component] {
                    Some(n) if found[n].recipe == recipe => {
                        found[n].z.end = k + 1;
                        n
                    }
                    _ => {
                        found.push(Found {
                            component,
                            z: k..k + 1,
                            recipe,
                        });
                        found.len() - 1
                    }
                });
            }
        }
        found
    }
}
