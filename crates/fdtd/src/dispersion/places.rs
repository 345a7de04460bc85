//! Where a model is dispersive: stretches of rows along z in which a component has one recipe.
//!
//! Only planes next to a dispersive body are painted, and a node costs something only where a cell around it
//! differs from those around the node before.

use super::recipe::Recipe;
use crate::Half;
use crate::coefficients::{Medium, Painter};
use poynting_scene::{Material, MaterialId, MaterialKind};
use rayon::prelude::*;
use std::collections::HashMap;
use std::ops::Range;

/// All dispersive node-components of a model.
#[derive(Debug, Default)]
pub struct Places {
    /// What they do, each once.
    pub recipes: Vec<Recipe>,
    /// Where, for the half step of E and of H, in the order of rows.
    pub halves: [Vec<Stretch>; 2],
}

/// A component along a part of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// i and j.
    pub row: [u32; 2],
    /// Ex .. Hz.
    pub component: u32,
    /// Which recipe.
    pub recipe: u32,
    /// k.
    pub z: Range<u32>,
}

/// A stretch before its recipe has a number.
struct Found {
    component: usize,
    z: Range<usize>,
    recipe: Recipe,
}

/// Four columns of cells around a row of nodes: before and after it along x, then y.
type Columns<'a> = [[Option<&'a [MaterialId]>; 2]; 2];

impl Places {
    /// Looks at every row next to a dispersive body.
    pub fn find(medium: &Medium<'_>) -> Self {
        let walk = Walk::new(medium);
        let mut places = Self::default();
        if !walk.dispersive.contains(&true) {
            return places;
        }
        let mut numbers = HashMap::new();
        let painter = Painter::new(medium.solids, medium.grid, medium.layers);
        let near: Vec<bool> = (0..medium.layout.cells[0])
            .map(|i| walk.reaches(painter.center(0, i)))
            .collect();
        let mut planes: [(Option<usize>, Vec<MaterialId>); 2] = Default::default();
        for i in medium.layout.active().x {
            let around = medium.cells_around(0, i);
            if !around.iter().flatten().any(|n| near[*n]) {
                continue;
            }
            planes = repainted(planes, around, &painter);
            let cells = [0, 1].map(|n| planes[n].0.map(|_| planes[n].1.as_slice()));
            let rows = medium.layout.active().y.into_par_iter();
            let rows: Vec<Vec<Found>> = rows.map(|j| walk.row(cells, i, j)).collect();
            for (j, row) in rows.into_iter().enumerate() {
                for part in medium.layout.parts() {
                    places.add([i as u32, j as u32], part as u32, &row, &mut numbers);
                }
            }
        }
        places
    }

    /// Adds what was found in a row to a part of it that lies this much later.
    fn add(
        &mut self,
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
            let recipes = &mut self.recipes;
            let number = *numbers.entry(recipe.bits()).or_insert_with(|| {
                recipes.push(recipe.clone());
                recipes.len() as u32 - 1
            });
            self.halves[component / 3].push(Stretch {
                row,
                component: *component as u32,
                recipe: number,
                z: z.start as u32 + part..z.end as u32 + part,
            });
        }
    }

    /// Numbers that a half step remembers.
    pub fn values(&self, half: Half) -> u64 {
        let of = |s: &Stretch| s.z.len() as u64 * self.recipes[s.recipe as usize].values() as u64;
        self.halves[half as usize].iter().map(of).sum()
    }

    /// Components of nodes in all.
    #[cfg(feature = "gpu")]
    pub fn nodes(&self) -> u64 {
        let stretches = self.halves.iter().flatten();
        stretches.map(|s| s.z.len() as u64).sum()
    }

    /// Stretches in all.
    pub fn stretches(&self) -> u64 {
        self.halves.iter().map(|half| half.len() as u64).sum()
    }
}

/// The planes of cells before and after a node; one that was painted for the node before is taken over.
fn repainted(
    mut old: [(Option<usize>, Vec<MaterialId>); 2],
    wanted: [Option<usize>; 2],
    painter: &Painter<'_>,
) -> [(Option<usize>, Vec<MaterialId>); 2] {
    wanted.map(|cell| match (cell, &mut old) {
        (None, _) => (None, Vec::new()),
        (Some(n), [_, (have, plane)]) if *have == Some(n) => (have.take(), std::mem::take(plane)),
        (Some(n), _) => (Some(n), painter.plane(n)),
    })
}

struct Walk<'a> {
    medium: &'a Medium<'a>,
    /// By material.
    dispersive: Vec<bool>,
}

impl<'a> Walk<'a> {
    fn new(medium: &'a Medium<'a>) -> Self {
        let is = |material: &Material| match &material.kind {
            MaterialKind::Medium(m) => m.is_dispersive(),
            MaterialKind::Pec | MaterialKind::Pmc => false,
        };
        Self {
            medium,
            dispersive: medium.materials.iter().map(is).collect(),
        }
    }

    /// Whether a dispersive body may fill cells whose centres have this x.
    fn reaches(&self, x: f64) -> bool {
        let mut bodies = self.medium.solids.iter();
        bodies.any(|(solid, id)| {
            let bounds = solid.bounds();
            self.dispersive[id.0 as usize] && bounds.min[0] <= x && x <= bounds.max[0]
        })
    }

    /// The dispersive stretches of row (i, j).
    fn row(&self, planes: [Option<&[MaterialId]>; 2], i: usize, j: usize) -> Vec<Found> {
        let layout = self.medium.layout;
        let nz = layout.cells[2];
        let rows = self.medium.cells_around(1, j);
        let columns: Columns<'_> =
            planes.map(|plane| rows.map(|j| Some(&plane?[j? * nz..(j? + 1) * nz])));
        let all = || columns.iter().flatten().flatten();
        let is_dispersive = |id: &MaterialId| self.dispersive[id.0 as usize];
        let mut found: Vec<Found> = Vec::new();
        if !all().any(|column| column.iter().any(is_dispersive)) {
            return found;
        }
        let mut open: [Option<usize>; 6] = [None; 6];
        for k in layout.part().z {
            let unchanged =
                k >= 2 && k < nz && all().all(|c| c[k] == c[k - 1] && c[k - 1] == c[k - 2]);
            for (component, open) in open.iter_mut().enumerate() {
                if unchanged {
                    if let Some(n) = open {
                        found[*n].z.end = k + 1;
                    }
                    continue;
                }
                let recipe = self.recipe(&columns, [i, j, k], component);
                *open = recipe.map(|recipe| match *open {
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

    /// What a component of a node does, if it remembers anything.
    fn recipe(&self, columns: &Columns<'_>, node: [usize; 3], component: usize) -> Option<Recipe> {
        let [[a, b], [c, d]] = *columns;
        let around = [[a, b, None], [c, d, None], [None; 3]];
        let surroundings = self.medium.surroundings(&around, node);
        let mut cells = surroundings.cells.iter().flatten().flatten().flatten();
        if !cells.any(|id| self.dispersive[id.0 as usize]) {
            return None;
        }
        let mixture = surroundings.mixture(component, self.medium.materials)?;
        Some(mixture.recipe(self.medium.dt)).filter(|recipe| !recipe.is_empty())
    }
}
