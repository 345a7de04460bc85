//! Where a model is dispersive: segments of rows along z in which a component has one recipe.

use crate::dispersion::{Kind, Run};
use crate::recipe::Recipe;
use poynting_exec::Real;
use poynting_grid::{Arrangement, HalfStep, Spot};
use poynting_scene::Component;
use std::ops::Range;

/// All dispersive node-components of a model.
#[derive(Debug, Clone, Default)]
pub struct DispersiveNodes {
    /// The recipes, each once.
    pub recipes: Vec<Recipe>,
    /// Where they apply, for the half steps of E and of H, in row order.
    pub halves: [Vec<RowSegment>; 2],
}

/// A component along part of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowSegment {
    /// i and j.
    pub row: [u32; 2],
    /// Ex .. Hz.
    pub component: u32,
    /// Index of the recipe.
    pub recipe: u32,
    /// k.
    pub z: Range<u32>,
}

impl DispersiveNodes {
    /// Those that are stored, in memory order: segments of the rows as stored.
    #[must_use]
    pub fn arranged(&self, to: &Arrangement) -> Self {
        let halves = self.halves.each_ref().map(|segments| {
            let nodes = segments.iter().flat_map(|s| {
                s.z.clone().filter_map(move |k| {
                    let component = Component::ALL[s.component as usize];
                    let node = [s.row[0], s.row[1], k].map(|n| n as usize);
                    let Spot { node, component } = to.spot(Spot { node, component })?;
                    let [i, j, k] = node.map(|n| n as u32);
                    Some(([i, j], component as u32, k, s.recipe))
                })
            });
            let mut nodes: Vec<_> = nodes.collect();
            nodes.sort_unstable();
            let runs = nodes.chunk_by(|a, b| (a.0, a.1, a.3) == (b.0, b.1, b.3) && a.2 + 1 == b.2);
            let segment = |run: &[([u32; 2], u32, u32, u32)]| RowSegment {
                row: run[0].0,
                component: run[0].1,
                recipe: run[0].3,
                z: run[0].2..run[0].2 + run.len() as u32,
            };
            runs.map(segment).collect()
        });
        Self {
            recipes: self.recipes.clone(),
            halves,
        }
    }

    /// Number of state values of a half step.
    pub fn values(&self, half: HalfStep) -> u64 {
        let of =
            |s: &RowSegment| s.z.len() as u64 * self.recipes[s.recipe as usize].values() as u64;
        self.halves[half as usize].iter().map(of).sum()
    }

    /// Bytes of the kinds and runs kept by a CPU.
    pub fn bytes<T: Real>(&self) -> u64 {
        let segments: usize = self.halves.iter().map(Vec::len).sum();
        let kinds = self.recipes.len() * size_of::<Kind<T>>();
        (segments * size_of::<Run>() + kinds) as u64 + T::BYTES * self.numbers()
    }

    /// Numbers of all state variables, once per recipe.
    fn numbers(&self) -> u64 {
        let of = |r: &Recipe| 4 * r.pairs.len() + 2 * r.reals.len();
        self.recipes.iter().map(of).sum::<usize>() as u64
    }

    /// Bytes of the kinds and places kept by a device.
    pub fn device_bytes<T: Real>(&self) -> u64 {
        // A node has its place and its kind, a kind its gain and rest.
        let nodes = self.halves.iter().flatten().map(|s| s.z.len() as u64);
        let kinds = 2 * self.recipes.len() as u64 + self.numbers();
        2 * size_of::<u32>() as u64 * nodes.sum::<u64>() + T::BYTES * kinds
    }
}
