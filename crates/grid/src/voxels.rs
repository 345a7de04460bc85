//! The material of each cell: that of the last structure that contains the cell's centre. A cell behind an absorbing face
//! has the material of the last cell before it.

use crate::lines::{Grid, Layers};
use poynting_geometry::{Solid, Spans};
use poynting_scene::MaterialId;
use rayon::prelude::*;

/// Finds the materials of planes of cells, one ray along z per column.
#[derive(Debug)]
pub struct Voxels<'a> {
    solids: &'a [(Solid, MaterialId)],
    centers: [Vec<f64>; 3],
}

impl<'a> Voxels<'a> {
    /// The cells between the grid's lines.
    pub fn new(solids: &'a [(Solid, MaterialId)], grid: &Grid, layers: Layers) -> Self {
        let centers = [0, 1, 2].map(|a| {
            let lines = &grid.lines[a];
            let inside = layers[a][0]..=lines.len() - 2 - layers[a][1];
            let cells = (0..lines.len() - 1).map(|i| i.clamp(*inside.start(), *inside.end()));
            cells.map(|i| 0.5 * (lines[i] + lines[i + 1])).collect()
        });
        Self { solids, centers }
    }

    /// The coordinate along an axis at which the material of a cell is looked up.
    pub fn center(&self, axis: usize, cell: usize) -> f64 {
        self.centers[axis][cell]
    }

    /// Materials of the cells (i, *, *), rows along z.
    pub fn plane(&self, i: usize) -> Vec<MaterialId> {
        let [_, ys, zs] = &self.centers;
        let mut plane = vec![MaterialId::VACUUM; ys.len() * zs.len()];
        plane.par_chunks_mut(zs.len()).enumerate().for_each_init(
            Spans::default,
            |spans, (j, column)| {
                self.fill([i, j], column, spans);
            },
        );
        plane
    }

    /// Materials of the cells (i, j, *).
    pub fn column(&self, at: [usize; 2]) -> Vec<MaterialId> {
        let mut column = vec![MaterialId::VACUUM; self.centers[2].len()];
        self.fill(at, &mut column, &mut Spans::default());
        column
    }

    fn fill(&self, [i, j]: [usize; 2], column: &mut [MaterialId], spans: &mut Spans) {
        let [xs, ys, zs] = &self.centers;
        for (solid, material) in self.solids {
            solid.spans(xs[i], ys[j], spans);
            for [lower, upper] in spans.as_slice() {
                let from = zs.partition_point(|z| z < lower);
                let to = zs.partition_point(|z| z < upper);
                column[from..to.max(from)].fill(*material);
            }
        }
    }
}
