//! The PMLs of each row, as the update of a chunk needs them.
//!
//! A row lies in at most one PML normal to x and one normal to y; all its nodes then have the same b and c. PMLs normal to z contain some chunks of
//! every row; b and c then differ from node to node and are zero outside the PML. psi is stored row by row for whole chunks, the two of a chunk side by
//! side: for all chunks of a row in PMLs normal to x and y, for those that a PML contains in PMLs normal to z.

use super::slab::PsiSlab;
use crate::chunk::{load, store};
use crate::formula::{convolve, couple, impress};
use poynting_exec::{Real, SharedSlice};
use poynting_grid::{CHUNK, Layout, Region};
use std::ops::Range;

/// psi values of a chunk.
const PAIR: usize = 2 * CHUNK;

/// The PMLs of all rows in one half step, and where their psi are stored.
#[derive(Debug, Clone)]
pub struct PsiLayout<T> {
    /// The PML normal to x at each plane, and normal to y at each row of a plane.
    across: [Vec<Option<Sheet>>; 2],
    /// b and c there, zero outside a PML.
    numbers: [Vec<[T; 2]>; 2],
    along: Along<T>,
    /// psi values of a row in a PML normal to x or y.
    row: usize,
    values: usize,
}

/// The psi of a plane in a PML normal to x, or of the j-th rows of all planes in a PML normal to y.
#[derive(Debug, Clone, Copy)]
struct Sheet {
    start: usize,
    /// Distance from each of these rows to the next.
    stride: usize,
    /// Number of the PML.
    slab: usize,
}

/// The PMLs normal to z.
#[derive(Debug, Clone)]
struct Along<T> {
    /// The place of each chunk among those that have psi.
    places: Vec<Option<usize>>,
    /// b and c of the nodes of each chunk that has psi.
    numbers: Vec<[[T; CHUNK]; 2]>,
    /// psi of the first row, and the distances between planes and between rows.
    start: usize,
    strides: [usize; 2],
}

impl<T: Real> PsiLayout<T> {
    /// The layout of these PMLs.
    pub fn new(layout: &Layout, slabs: &[PsiSlab<T>]) -> Self {
        let Region { x, y, .. } = layout.active();
        let lines = [x.len(), y.len()];
        let row = layout.chunks() * PAIR;
        let mut across = lines.map(|n| vec![None; n]);
        let mut numbers = lines.map(|n| vec![[T::default(); 2]; n]);
        let mut values = 0;
        for (number, slab) in slabs.iter().enumerate().filter(|(_, slab)| slab.axis < 2) {
            let nodes = [&slab.nodes.x, &slab.nodes.y][slab.axis].clone();
            // Rows of a plane follow each other, whichever axis the PML is normal to.
            let [step, stride] = match slab.axis {
                0 => [lines[1] * row, row],
                _ => [row, nodes.len() * row],
            };
            for (n, node) in nodes.clone().enumerate() {
                across[slab.axis][node] = Some(Sheet {
                    start: values + n * step,
                    stride,
                    slab: number,
                });
                numbers[slab.axis][node] = [slab.decay[n], slab.gain[n]];
            }
            values += nodes.len() * lines[1 - slab.axis] * row;
        }
        let along = Along::new(layout, slabs, values);
        Self {
            across,
            numbers,
            row,
            values: values + lines[0] * along.strides[0],
            along,
        }
    }

    /// Number of psi values.
    pub fn values(&self) -> usize {
        self.values
    }

    /// Where the two psi of a node are stored that a PML normal to an axis contains.
    pub fn places(&self, axis: usize, [i, j, k]: [usize; 3]) -> [usize; 2] {
        let chunk = k / CHUNK;
        let of_sheet = |sheet: Option<Sheet>, n: usize| {
            let start = sheet.map_or(0, |sheet| sheet.start + n * sheet.stride);
            start + chunk * PAIR
        };
        let first = match axis {
            0 => of_sheet(self.across[0][i], j),
            1 => of_sheet(self.across[1][j], i),
            _ => {
                let Along {
                    places,
                    start,
                    strides,
                    ..
                } = &self.along;
                let place = places[chunk].unwrap_or_default();
                start + i * strides[0] + j * strides[1] + place * PAIR
            }
        };
        [0, CHUNK].map(|psi| first + psi + k % CHUNK)
    }

    /// Whether row j of a plane and the row before it lie in the same PML normal to y, or both in none.
    pub fn joins(&self, j: usize) -> bool {
        let slab = |j: usize| self.across[1][j].map(|sheet| sheet.slab);
        j > 0 && slab(j - 1) == slab(j)
    }

    /// The PMLs of consecutive rows of plane i, all in the same PML normal to y if any, with their psi in `psi`.
    #[inline(always)]
    pub fn of(&self, psi: &SharedSlice<'_, T>, i: usize, rows: Range<usize>) -> RowLayers<'_, T> {
        let Self {
            across,
            numbers,
            along,
            row,
            ..
        } = self;
        let j = rows.start;
        let first = psi.pointer(0);
        let rows_of = |sheet: Sheet, n: usize| PsiRows {
            psi: first.wrapping_add(sheet.start + n * sheet.stride),
            stride: *row,
        };
        RowLayers {
            x: across[0][i].map(|sheet| AcrossX {
                rows: rows_of(sheet, j),
                numbers: numbers[0][i],
            }),
            y: across[1][j].map(|sheet| AcrossY {
                rows: rows_of(sheet, i),
                numbers: &numbers[1][rows],
            }),
            z: AlongZ {
                along,
                psi: first.wrapping_add(along.start + i * along.strides[0] + j * along.strides[1]),
            },
        }
    }
}

impl<T: Real> Along<T> {
    /// Those among these PMLs, with psi from `start` on.
    fn new(layout: &Layout, slabs: &[PsiSlab<T>], start: usize) -> Self {
        let mut places = vec![None; layout.chunks()];
        let mut numbers = Vec::new();
        for slab in slabs.iter().filter(|slab| slab.axis == 2) {
            for (n, node) in slab.nodes.z.clone().enumerate() {
                let place = *places[node / CHUNK].get_or_insert_with(|| {
                    numbers.push([[T::default(); CHUNK]; 2]);
                    numbers.len() - 1
                });
                let [decay, gain] = &mut numbers[place];
                decay[node % CHUNK] = slab.decay[n];
                gain[node % CHUNK] = slab.gain[n];
            }
        }
        let row = numbers.len() * PAIR;
        Self {
            places,
            numbers,
            start,
            strides: [layout.active().y.len() * row, row],
        }
    }
}

/// The PMLs of consecutive rows of a plane.
#[derive(Debug, Clone, Copy)]
pub struct RowLayers<'a, T> {
    /// Normal to x.
    pub x: Option<AcrossX<T>>,
    /// Normal to y.
    pub y: Option<AcrossY<'a, T>>,
    /// Normal to z.
    pub z: AlongZ<'a, T>,
}

/// Consecutive rows of psi.
#[derive(Debug, Clone, Copy)]
struct PsiRows<T> {
    psi: *mut T,
    stride: usize,
}

impl<T> PsiRows<T> {
    #[inline(always)]
    fn row(&self, n: usize, numbers: [T; 2]) -> AcrossRow<T> {
        AcrossRow {
            psi: self.psi.wrapping_add(n * self.stride),
            numbers,
        }
    }
}

/// A PML across consecutive rows.
pub trait Across<T> {
    /// The PML in one row.
    type Row: Layer<T>;

    /// The PML in the n-th row.
    fn row(&self, n: usize) -> Self::Row;
}

/// Rows in a PML normal to x: all have the same b and c.
#[derive(Debug, Clone, Copy)]
pub struct AcrossX<T> {
    rows: PsiRows<T>,
    numbers: [T; 2],
}

impl<T: Real> Across<T> for AcrossX<T> {
    type Row = AcrossRow<T>;

    #[inline(always)]
    fn row(&self, n: usize) -> AcrossRow<T> {
        self.rows.row(n, self.numbers)
    }
}

/// Rows in a PML normal to y: each has its own b and c.
#[derive(Debug, Clone, Copy)]
pub struct AcrossY<'a, T> {
    rows: PsiRows<T>,
    numbers: &'a [[T; 2]],
}

impl<T: Real> Across<T> for AcrossY<'_, T> {
    type Row = AcrossRow<T>;

    #[inline(always)]
    fn row(&self, n: usize) -> AcrossRow<T> {
        self.rows.row(n, self.numbers[n])
    }
}

impl<T: Real> Across<T> for NoLayer {
    type Row = Self;

    #[inline(always)]
    fn row(&self, _: usize) -> Self {
        Self
    }
}

/// Rows of which PMLs normal to z contain some chunks.
#[derive(Debug, Clone, Copy)]
pub struct AlongZ<'a, T> {
    along: &'a Along<T>,
    psi: *mut T,
}

impl<'a, T: Real> AlongZ<'a, T> {
    /// The PMLs in the n-th chunk of a row.
    #[inline(always)]
    pub fn chunk(&self, row: usize, n: usize) -> Option<AlongChunk<'a, T>> {
        let Along {
            places,
            numbers,
            strides,
            ..
        } = self.along;
        places[n].map(|place| AlongChunk {
            psi: self.psi.wrapping_add(row * strides[1] + place * PAIR),
            numbers: &numbers[place],
        })
    }
}

/// A PML in the update of a chunk.
pub trait Layer<T> {
    /// Advances psi of the n-th chunk of the row and adds it to the fields.
    ///
    /// # Safety
    /// The row has such a chunk, its psi lies in the buffer, and no other thread touches it.
    unsafe fn stretch(&self, n: usize, chunk: &mut Stretched<'_, T>);
}

/// No PML.
#[derive(Debug, Clone, Copy)]
pub struct NoLayer;

impl<T> Layer<T> for NoLayer {
    #[inline(always)]
    unsafe fn stretch(&self, _: usize, _: &mut Stretched<'_, T>) {}
}

/// A row in a PML normal to x or y.
#[derive(Debug, Clone, Copy)]
pub struct AcrossRow<T> {
    psi: *mut T,
    /// b and c.
    numbers: [T; 2],
}

impl<T: Real> Layer<T> for AcrossRow<T> {
    #[inline(always)]
    unsafe fn stretch(&self, n: usize, chunk: &mut Stretched<'_, T>) {
        let numbers = self.numbers.map(|number| [number; CHUNK]);
        // SAFETY: passed on to the caller.
        unsafe { chunk.stretch(self.psi.wrapping_add(n * PAIR), numbers) }
    }
}

/// A chunk in PMLs normal to z.
#[derive(Debug, Clone, Copy)]
pub struct AlongChunk<'a, T> {
    psi: *mut T,
    /// b and c of each node.
    numbers: &'a [[T; CHUNK]; 2],
}

impl<T: Real> Layer<T> for AlongChunk<'_, T> {
    #[inline(always)]
    unsafe fn stretch(&self, _: usize, chunk: &mut Stretched<'_, T>) {
        // SAFETY: passed on to the caller.
        unsafe { chunk.stretch(self.psi, *self.numbers) }
    }
}

/// A chunk that is stretched along one axis a. With p and q the transverse axes, the curl along q contains + d(p)/da and that along
/// p - d(q)/da.
#[derive(Debug)]
pub struct Stretched<'c, T> {
    /// The drivers along p and q, at the nodes and at their neighbours.
    pub drivers: [[&'c [T; CHUNK]; 2]; 2],
    /// The fields along q and p.
    pub fields: [&'c mut [T; CHUNK]; 2],
    /// Their gains.
    pub gains: [&'c [T; CHUNK]; 2],
}

impl<T: Real> Stretched<'_, T> {
    /// Advances the two psi at `pair` with these b and c, and adds them to the fields.
    ///
    /// # Safety
    /// They lie in their buffer, and no other thread touches them.
    #[inline(always)]
    unsafe fn stretch(&mut self, pair: *mut T, [decay, gain]: [[T; CHUNK]; 2]) {
        // SAFETY: passed on to the caller.
        let [mut first, mut second] = [0, CHUNK].map(|at| unsafe { load(pair, at) });
        for (psi, [here, aside]) in [&mut first, &mut second].into_iter().zip(self.drivers) {
            for n in 0..CHUNK {
                psi[n] = convolve(psi[n], decay[n], gain[n], here[n], aside[n]);
            }
        }
        let [along_q, along_p] = &mut self.fields;
        for n in 0..CHUNK {
            along_q[n] = couple(along_q[n], self.gains[0][n], first[n]);
            along_p[n] = impress(along_p[n], self.gains[1][n], second[n]);
        }
        // SAFETY: passed on to the caller.
        unsafe {
            store(pair, 0, first);
            store(pair, CHUNK, second);
        }
    }
}
