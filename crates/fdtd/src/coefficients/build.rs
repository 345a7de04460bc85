//! Builds the coefficients of a model, plane by plane, without ever holding a tuple per node.
//!
//! Along a row the tuple changes only where one of the four columns of cells around it changes, so each row is
//! computed as a few runs (in parallel over rows), and the distinct tuples are numbered as the runs
//! arrive. The index starts with one byte a node and is widened when it must be.

use super::average::{Surroundings, Tuple};
use super::conformal::Cuts;
use super::overrides::Overrides;
use super::paint::Painter;
use super::shaped::ShapedRow;
use super::skin::Skins;
use super::{Coefficients, Store};
use crate::cpml::Layers;
use crate::dispersion::Recipe;
use crate::grid::Grid;
use crate::{Layout, Real};
use poynting_exec::{Arena, Handle};
use poynting_geometry::Solid;
use poynting_scene::{Material, MaterialId, Surfaces, Wall};
use rayon::prelude::*;
use std::collections::{HashMap, VecDeque};
use std::sync::OnceLock;

/// How coefficients are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Storage {
    /// Whatever takes fewer bytes.
    Auto,
    /// An index a node.
    Lookup,
    /// Twelve coefficients a node.
    Direct,
}

/// What the coefficients are built from.
#[derive(Debug)]
pub struct Medium<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Cells of it behind absorbing faces.
    pub layers: Layers,
    /// Where rows lie.
    pub layout: &'a Layout,
    /// What stands at each face.
    pub walls: [[Wall; 2]; 3],
    /// The materials by index.
    pub materials: &'a [Material],
    /// What fills space, later ones on top.
    pub solids: &'a [(Solid, MaterialId)],
    /// The surfaces of conductors.
    pub skins: &'a Skins,
    /// Sheets, wires and loads.
    pub overrides: &'a Overrides,
    /// How surfaces that do not follow the grid are treated.
    pub surfaces: Surfaces,
    /// Time step.
    pub dt: f64,
}

type Plane = Vec<MaterialId>;

struct Run {
    len: usize,
    tuple: Tuple<f64>,
}

/// Columns of cells around a row of nodes: before it, after it and after that one, along x and y.
pub type Columns<'p> = [[Option<&'p [MaterialId]>; 3]; 3];

/// Builds the coefficients.
pub fn build<T: Real>(medium: &Medium<'_>, storage: Storage) -> Coefficients<T> {
    let layout = medium.layout;
    let lookup = medium.lookup();
    // Before the rows: a thread that waits for its part of this may take up a row, which must not wait for the whole.
    let cuts = lookup.cuts();
    let [nx, ny, nz] = layout.cells;
    let mut index = GrowingIndex::<T>::new(layout.len());
    let plane = |cell: Option<usize>| cell.map(|i| lookup.painter.plane(i));
    let mut planes: VecDeque<Option<Plane>> =
        medium.cells_near(0, 0).into_iter().map(plane).collect();
    for i in 0..=nx {
        let around = [0, 1, 2].map(|p| planes[p].as_ref());
        let rows: Vec<Vec<Run>> = (0..=ny)
            .into_par_iter()
            .map(|j| lookup.row(around, i, j, cuts))
            .collect();
        for (j, runs) in rows.iter().enumerate() {
            for part in layout.parts() {
                let mut at = layout.row(i, j) + part;
                for run in runs {
                    index.fill(at, run);
                    at += run.len;
                }
                debug_assert_eq!(at, layout.row(i, j) + part + nz + 1);
                // Between the parts of a row the last node of a periodic axis is a ghost among the updated nodes.
                if layout.imaginary.is_some() && layout.periodic[2] {
                    let tuple = Tuple::FIXED;
                    index.fill(at - 1, &Run { len: 1, tuple });
                }
            }
        }
        planes.pop_front();
        planes.push_back(
            (i < nx)
                .then(|| medium.cells_near(0, i + 1)[2])
                .and_then(plane),
        );
    }
    index.finish(storage)
}

impl<'a> Medium<'a> {
    /// Makes it ready to be asked.
    pub fn lookup(&'a self) -> Lookup<'a> {
        Lookup {
            medium: self,
            painter: Painter::new(self.solids, self.grid, self.layers),
            cuts: OnceLock::new(),
        }
    }

    /// The cells before and after a node along an axis, where there are any.
    pub fn cells_around(&self, axis: usize, node: usize) -> [Option<usize>; 2] {
        let after = (node < self.layout.cells[axis]).then_some(node);
        [self.layout.cell_before(axis, node), after]
    }

    /// The same, and the one that follows.
    pub fn cells_near(&self, axis: usize, node: usize) -> [Option<usize>; 3] {
        let [before, after] = self.cells_around(axis, node);
        let next = after.and_then(|_| self.cells_around(axis, self.layout.wrap(axis, node + 1))[1]);
        [before, after, next]
    }

    /// The columns of cells around row j, from the planes of cells around its node along x.
    pub fn columns<'p>(&self, planes: [Option<&'p [MaterialId]>; 3], j: usize) -> Columns<'p> {
        let nz = self.layout.cells[2];
        let rows = self.cells_near(1, j);
        planes.map(|plane| rows.map(|j| Some(&plane?[j? * nz..(j? + 1) * nz])))
    }

    /// What lies around a node of a row between these columns of cells.
    pub fn surroundings(&self, columns: &Columns<'_>, node: [usize; 3]) -> Surroundings {
        let n = self.layout.cells;
        let layers = self.cells_around(2, node[2]);
        let at = |c: Option<&[MaterialId]>, k: Option<usize>| Some(c?[k?]);
        let columns = [0, 1].map(|x| [0, 1].map(|y| columns[x][y]));
        Surroundings {
            cells: columns.map(|pair| pair.map(|column| layers.map(|k| at(column, k)))),
            lengths: std::array::from_fn(|a| {
                lengths(self.grid, a, node[a], self.layout.periodic[a])
            }),
            electric_wall: std::array::from_fn(|a| {
                (node[a] == 0 && self.walls[a][0] == Wall::Pec)
                    || (node[a] == n[a] && self.walls[a][1] == Wall::Pec)
            }),
        }
    }
}

/// A medium with what is made once for all questions.
#[derive(Debug)]
pub struct Lookup<'a> {
    /// The medium.
    pub medium: &'a Medium<'a>,
    /// What fills its cells.
    pub(crate) painter: Painter<'a>,
    cuts: OnceLock<Cuts>,
}

impl Lookup<'_> {
    /// Where metal cuts the grid.
    pub fn cuts(&self) -> &Cuts {
        self.cuts.get_or_init(|| match self.medium.surfaces {
            Surfaces::Conformal => Cuts::new(self.medium),
            Surfaces::Staircase => Cuts::default(),
        })
    }

    /// The coefficients of one node, without building all.
    pub fn tuple_at(&self, node: [usize; 3]) -> Tuple<f64> {
        Tuple::of(&self.recipes_at(node), self.medium.dt)
    }

    /// What the six components of one node do.
    pub fn recipes_at(&self, node: [usize; 3]) -> [Option<Recipe>; 6] {
        let medium = self.medium;
        let [i, j, _] = node;
        let columns = medium.cells_near(0, i).map(|x| {
            medium
                .cells_near(1, j)
                .map(|y| Some(self.painter.column([x?, y?])))
        });
        let columns = columns
            .each_ref()
            .map(|row| row.each_ref().map(|c| c.as_deref()));
        let shaped = ShapedRow::new(medium, || self.cuts(), i, j);
        self.recipes(&columns, node, shaped.as_ref())
    }

    /// The same of a node of a row between these columns of cells.
    pub fn recipes(
        &self,
        columns: &Columns<'_>,
        node: [usize; 3],
        shaped: Option<&ShapedRow<'_>>,
    ) -> [Option<Recipe>; 6] {
        let medium = self.medium;
        let around = medium.surroundings(columns, node);
        let mut recipes = around.recipes(medium.materials, medium.skins, medium.dt);
        if let Some(shaped) = shaped {
            shaped.mend(&mut recipes, &around, columns, node);
        }
        medium.overrides.apply(node, &mut recipes);
        recipes
    }

    /// Whether node k of a row does what the one before does: with two equal layers before and after each of them nothing
    /// changes, whatever the lengths of the cells.
    pub fn repeats(
        &self,
        columns: &Columns<'_>,
        [i, j, k]: [usize; 3],
        shaped: Option<&ShapedRow<'_>>,
    ) -> bool {
        k >= 2
            && k < self.medium.layout.cells[2]
            && [0, 1]
                .iter()
                .flat_map(|&x| columns[x][..2].iter().flatten())
                .all(|c| c[k] == c[k - 1] && c[k - 1] == c[k - 2])
            && shaped.is_none_or(|s| s.is_uniform(columns, k))
            && !self.medium.overrides.touches(i, j, k - 1..k + 1)
    }

    /// The runs of row (i, j), from the planes of cells around node i.
    fn row(&self, planes: [Option<&Plane>; 3], i: usize, j: usize, cuts: &Cuts) -> Vec<Run> {
        let medium = self.medium;
        let nz = medium.layout.cells[2];
        let columns = medium.columns(planes.map(|plane| plane.map(Vec::as_slice)), j);
        let shaped = ShapedRow::new(medium, || cuts, i, j);
        let mut runs: Vec<Run> = Vec::new();
        for k in 0..=nz {
            match runs.last_mut() {
                Some(run) if self.repeats(&columns, [i, j, k], shaped.as_ref()) => run.len += 1,
                _ => {
                    let recipes = self.recipes(&columns, [i, j, k], shaped.as_ref());
                    let tuple = Tuple::of(&recipes, medium.dt);
                    runs.push(Run { len: 1, tuple });
                }
            }
        }
        runs
    }
}

/// Lengths of the cells before and after a node, zero outside.
pub fn lengths(grid: &Grid, axis: usize, node: usize, periodic: bool) -> [f64; 2] {
    let lines = &grid.lines[axis];
    let n = lines.len() - 1;
    let cell = |c: usize| lines[c + 1] - lines[c];
    let before = match (node, periodic) {
        (0, true) => cell(n - 1),
        (0, false) => 0.0,
        (node, _) => cell(node - 1),
    };
    [before, if node < n { cell(node) } else { 0.0 }]
}

/// Length that belongs to a node: half of the cell before it and half of the one after it.
pub fn dual_length(grid: &Grid, axis: usize, node: usize, periodic: bool) -> f64 {
    let [before, after] = lengths(grid, axis, node, periodic);
    f64::midpoint(before, after)
}

/// Numbers the tuples and keeps the index in the narrowest type that holds it.
struct GrowingIndex<T: Real> {
    arena: Arena,
    width: Width,
    table: Vec<Tuple<T>>,
    numbers: HashMap<[u64; 12], u32>,
    len: usize,
}

enum Width {
    U8(Handle<u8>),
    U16(Handle<u16>),
    U32(Handle<u32>),
}

impl<T: Real> GrowingIndex<T> {
    fn new(len: usize) -> Self {
        let mut arena = Arena::new();
        let width = Width::U8(arena.alloc("coefficient index", len));
        // Padding points at the first tuple, which is the one that never moves.
        let table = vec![Tuple::FIXED.cast()];
        let numbers = HashMap::from([([0; 12], 0)]);
        Self {
            arena,
            width,
            table,
            numbers,
            len,
        }
    }

    fn fill(&mut self, at: usize, run: &Run) {
        let tuple = run.tuple.cast::<T>();
        let mut key = [0; 12];
        for c in 0..6 {
            key[c] = tuple.keep[c].f64().to_bits();
            key[6 + c] = tuple.gain[c].f64().to_bits();
        }
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.table.push(tuple);
            self.table.len() as u32 - 1
        });
        self.widen_for(number);
        match self.width {
            Width::U8(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number as u8),
            Width::U16(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number as u16),
            Width::U32(h) => self.arena.slice_mut(h)[at..at + run.len].fill(number),
        }
    }

    fn widen_for(&mut self, number: u32) {
        match self.width {
            Width::U8(h) if number > u32::from(u8::MAX) => {
                let mut wide = Arena::new();
                let to = wide.alloc::<u16>("coefficient index", self.len);
                for (t, f) in wide.slice_mut(to).iter_mut().zip(self.arena.slice(h)) {
                    *t = u16::from(*f);
                }
                (self.arena, self.width) = (wide, Width::U16(to));
            }
            Width::U16(h) if number > u32::from(u16::MAX) => {
                let mut wide = Arena::new();
                let to = wide.alloc::<u32>("coefficient index", self.len);
                for (t, f) in wide.slice_mut(to).iter_mut().zip(self.arena.slice(h)) {
                    *t = u32::from(*f);
                }
                (self.arena, self.width) = (wide, Width::U32(to));
            }
            _ => {}
        }
    }

    fn finish(self, storage: Storage) -> Coefficients<T> {
        let width = match self.width {
            Width::U8(_) => 1,
            Width::U16(_) => 2,
            Width::U32(_) => 4,
        };
        let lookup_bytes = width * self.len + self.table.len() * size_of::<Tuple<T>>();
        let direct_bytes = self.len * size_of::<Tuple<T>>();
        let store = match self.width {
            Width::U8(h) => Store::U8(h, self.table),
            Width::U16(h) => Store::U16(h, self.table),
            Width::U32(h) => Store::U32(h, self.table),
        };
        let lookup = Coefficients {
            arena: self.arena,
            store,
        };
        let direct = match storage {
            Storage::Auto => lookup_bytes > direct_bytes,
            Storage::Lookup => false,
            Storage::Direct => true,
        };
        if direct {
            spread(&lookup, self.len)
        } else {
            lookup
        }
    }
}

/// The same coefficients, stored directly.
fn spread<T: Real>(lookup: &Coefficients<T>, len: usize) -> Coefficients<T> {
    let mut arena = Arena::new();
    let handles: [Handle<T>; 12] =
        std::array::from_fn(|c| arena.alloc(format!("coefficient {c}"), len));
    for (c, handle) in handles.iter().enumerate() {
        for (place, value) in arena.slice_mut(*handle).iter_mut().enumerate() {
            let tuple = lookup.at(place);
            *value = if c < 6 {
                tuple.keep[c]
            } else {
                tuple.gain[c - 6]
            };
        }
    }
    Coefficients {
        arena,
        store: Store::Direct(handles),
    }
}
