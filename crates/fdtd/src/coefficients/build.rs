//! Builds the coefficients of a model, plane by plane, without ever holding a tuple per node.
//!
//! Along a row the tuple changes only where one of the four columns of cells around it changes, so each row is
//! computed as a few runs (in parallel over rows), and the distinct tuples are numbered as the runs arrive.
//! The index starts with one byte per node and widens when necessary.

use crate::coefficients::conformal::Cuts;
use crate::coefficients::inputs::{CoefficientInputs, Columns};
use crate::coefficients::shaped::ShapedRow;
use poynting_exec::Real;
use poynting_fdtd_core::coefficients::{Coefficients, GrowingIndex, Run, Storage};
use poynting_fdtd_core::recipe::Recipe;
use poynting_fdtd_core::tuple::Tuple;
use poynting_grid::{Arrangement, Layout, Span, Voxels};
use poynting_scene::{MaterialId, Surfaces};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::OnceLock;

type Plane = Vec<MaterialId>;

/// Builds the coefficients for nodes in the given memory arrangement.
pub fn build<T: Real>(
    inputs: &CoefficientInputs<'_>,
    to: &Arrangement,
    storage: Storage,
) -> Coefficients<T> {
    let layout = inputs.layout;
    let nz = layout.cells[2];
    let mut index = GrowingIndex::<T>::new(to.stored.len());
    let [xs, ys, _] = &to.spans;
    Lookup::new(inputs).each_plane_of([xs, ys], |i, rows| {
        for (j, runs) in rows {
            debug_assert_eq!(runs.iter().map(|run| run.len).sum::<usize>(), nz + 1);
            for part in layout.parts() {
                fill_row(&mut index, to, [i, *j, part], runs);
            }
        }
    });
    fix_ghosts(&mut index, &to.stored);
    index.finish(storage)
}

/// Writes the runs of a scene row that begins at a node.
fn fill_row<T: Real>(
    index: &mut GrowingIndex<T>,
    to: &Arrangement,
    [i, j, first]: [usize; 3],
    runs: &[Run],
) {
    let mut k = first;
    for run in runs {
        if to.is_plain() {
            index.fill(to.stored.row(i, j) + k, run);
            k += run.len;
            continue;
        }
        let tuple = run.tuple.turned(to.turn);
        for [_, [x, y, z]] in to.pieces(&[i..i + 1, j..j + 1, k..k + run.len]) {
            let rows = x.flat_map(|i| y.clone().map(move |j| [i, j]));
            for [i, j] in rows {
                let at = to.stored.row(i, j) + z.start;
                index.fill(
                    at,
                    &Run {
                        len: z.len(),
                        tuple,
                    },
                );
            }
        }
        k += run.len;
    }
}

/// Between the parts of a row the last node of a periodic axis is a ghost among the updated nodes.
fn fix_ghosts<T: Real>(index: &mut GrowingIndex<T>, layout: &Layout) {
    if layout.imaginary.is_none() || !layout.periodic[2] {
        return;
    }
    let [nx, ny, nz] = layout.cells;
    let rows = (0..=nx).flat_map(|i| (0..=ny).map(move |j| [i, j]));
    for [i, j] in rows {
        for part in layout.parts() {
            let tuple = Tuple::FIXED;
            index.fill(layout.row(i, j) + part + nz, &Run { len: 1, tuple });
        }
    }
}

/// The inputs with data computed once for all lookups.
#[derive(Debug)]
pub struct Lookup<'a> {
    /// The inputs.
    pub inputs: &'a CoefficientInputs<'a>,
    /// The materials of its cells.
    pub voxels: Voxels<'a>,
    cuts: OnceLock<Cuts>,
}

impl<'a> Lookup<'a> {
    /// Prepares the inputs for lookups.
    pub fn new(inputs: &'a CoefficientInputs<'a>) -> Self {
        Self {
            inputs,
            voxels: Voxels::new(inputs.solids, inputs.grid, inputs.layers),
            cuts: OnceLock::new(),
        }
    }
}

impl Lookup<'_> {
    /// Where metal cuts the grid.
    pub fn cuts(&self) -> &Cuts {
        self.cuts.get_or_init(|| match self.inputs.surfaces {
            Surfaces::Conformal => Cuts::new(self.inputs),
            Surfaces::Staircase => Cuts::default(),
        })
    }

    /// Visits all planes of nodes in ascending order along x: the runs of each row.
    pub fn each_plane(&self, visit: impl FnMut(usize, &[(usize, Vec<Run>)])) {
        let [x, y, _] = self.inputs.layout.nodes().map(Span::whole);
        self.each_plane_of([&x, &y], visit);
    }

    /// Visits the stored planes of nodes in ascending order along x: the number of each stored row, and its runs.
    pub fn each_plane_of(
        &self,
        [xs, ys]: [&Span; 2],
        mut visit: impl FnMut(usize, &[(usize, Vec<Run>)]),
    ) {
        // Before the rows: a thread waiting for its part of this may pick up a row, which must not wait for the whole.
        let cuts = self.cuts();
        let inputs = self.inputs;
        let [nx, ny, _] = inputs.layout.cells;
        let plane = |cell: Option<usize>| cell.map(|i| self.voxels.plane(i));
        let mut planes: VecDeque<Option<Plane>> = VecDeque::new();
        for i in 0..=nx {
            if xs.place(i).is_none() {
                planes.clear();
                continue;
            }
            if planes.is_empty() {
                planes.extend(inputs.cells_near(0, i).into_iter().map(plane));
            }
            let around = [0, 1, 2].map(|p| planes[p].as_ref());
            let rows: Vec<(usize, Vec<Run>)> = (0..=ny)
                .into_par_iter()
                .filter(|j| ys.place(*j).is_some())
                .map(|j| (j, self.row(around, i, j, cuts)))
                .collect();
            visit(i, &rows);
            planes.pop_front();
            planes.push_back(
                (i < nx)
                    .then(|| inputs.cells_near(0, i + 1)[2])
                    .and_then(plane),
            );
        }
    }

    /// The coefficients of one node, without building all of them.
    pub fn tuple_at(&self, node: [usize; 3]) -> Tuple<f64> {
        Tuple::of(&self.recipes_at(node), self.inputs.dt)
    }

    /// The recipes of the six components of one node.
    pub fn recipes_at(&self, node: [usize; 3]) -> [Option<Recipe>; 6] {
        let inputs = self.inputs;
        let [i, j, _] = node;
        let columns = inputs.cells_near(0, i).map(|x| {
            inputs
                .cells_near(1, j)
                .map(|y| Some(self.voxels.column([x?, y?])))
        });
        let columns = columns
            .each_ref()
            .map(|row| row.each_ref().map(|c| c.as_deref()));
        let shaped = ShapedRow::new(inputs, || self.cuts(), i, j);
        self.recipes(&columns, node, shaped.as_ref())
    }

    /// The same for a node of a row between these columns of cells.
    pub fn recipes(
        &self,
        columns: &Columns<'_>,
        node: [usize; 3],
        shaped: Option<&ShapedRow<'_>>,
    ) -> [Option<Recipe>; 6] {
        let inputs = self.inputs;
        let around = inputs.node_cells(columns, node);
        let mut recipes = around.recipes(inputs.materials, inputs.skins, inputs.dt);
        if let Some(shaped) = shaped {
            shaped.mend(&mut recipes, &around, columns, node);
        }
        inputs.overrides.apply(node, &mut recipes);
        recipes
    }

    /// Whether node k of a row has the same coefficients as the one before: with two equal layers before and after each
    /// of them nothing changes, whatever the lengths of the cells.
    pub fn repeats(
        &self,
        columns: &Columns<'_>,
        [i, j, k]: [usize; 3],
        shaped: Option<&ShapedRow<'_>>,
    ) -> bool {
        k >= 2
            && k < self.inputs.layout.cells[2]
            && [0, 1]
                .iter()
                .flat_map(|&x| columns[x][..2].iter().flatten())
                .all(|c| c[k] == c[k - 1] && c[k - 1] == c[k - 2])
            && shaped.is_none_or(|s| s.is_uniform(columns, k))
            && !self.inputs.overrides.touches(i, j, k - 1..k + 1)
    }

    /// The runs of row (i, j), from the planes of cells around node i.
    fn row(&self, planes: [Option<&Plane>; 3], i: usize, j: usize, cuts: &Cuts) -> Vec<Run> {
        let inputs = self.inputs;
        let nz = inputs.layout.cells[2];
        let columns = inputs.columns(planes.map(|plane| plane.map(Vec::as_slice)), j);
        let shaped = ShapedRow::new(inputs, || cuts, i, j);
        let mut runs: Vec<Run> = Vec::new();
        for k in 0..=nz {
            match runs.last_mut() {
                Some(run) if self.repeats(&columns, [i, j, k], shaped.as_ref()) => run.len += 1,
                _ => {
                    let recipes = self.recipes(&columns, [i, j, k], shaped.as_ref());
                    let tuple = Tuple::of(&recipes, inputs.dt);
                    runs.push(Run { len: 1, tuple });
                }
            }
        }
        runs
    }
}
