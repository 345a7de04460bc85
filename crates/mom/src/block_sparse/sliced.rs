//! Out-of-core blocks: the values are on disk, some block rows per slice. A product reads every slice once, whatever the number of columns, and
//! prefetches the next slice while it works on one. The diagonal blocks are also kept in memory, because preconditioners are built from them.

use std::ops::Range;

use poynting_exec::{Scratch, ScratchError};
use poynting_linalg::{Complex, MatMut, MatRef};

use super::rows::{complexes, reals};
use super::{BlockSparse, Layout, Rows};
use crate::krylov::real;
use poynting_mom_core::precision::Precision;

/// Blocks with their values on disk.
#[derive(Debug)]
pub struct Sliced<T> {
    layout: Layout,
    /// Block rows of each slice.
    rows: Vec<Range<usize>>,
    scratch: Scratch<T>,
    diagonal: BlockSparse<T>,
}

impl<T: Precision> Sliced<T> {
    /// Fills slice by slice, each of at most about `limit` bytes but at least one block row.
    pub fn new<E: From<ScratchError>>(
        layout: Layout,
        limit: u64,
        mut fill: impl FnMut(&Layout, Range<usize>, &mut [Complex<T>]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let rows = slices(&layout, limit / (2 * T::BYTES));
        let mut scratch = Scratch::new()?;
        let mut diagonal = BlockSparse::new(Layout::diagonal(layout.starts.clone()));
        let mut values = Vec::new();
        for rows in &rows {
            values.clear();
            values.resize(layout.values(rows).len(), real::<T>(0.0));
            fill(&layout, rows.clone(), &mut values)?;
            scratch.append(reals(&values))?;
            let filled = Rows::new(&layout, rows.clone(), &values);
            for row in rows.clone() {
                if let Ok(at) = layout.pattern(row).binary_search(&(row as u32)) {
                    let place = diagonal.layout.values(&(row..row + 1));
                    let block = filled.values_of(layout.first[row] + at);
                    diagonal.values[place].copy_from_slice(block);
                }
            }
        }
        Ok(Self {
            layout,
            rows,
            scratch,
            diagonal,
        })
    }

    /// The diagonal blocks.
    pub fn diagonal(&self) -> &BlockSparse<T> {
        &self.diagonal
    }

    /// Bytes on disk.
    pub fn bytes_on_disk(&self) -> u64 {
        self.scratch.bytes()
    }

    /// Bytes in memory: the diagonal blocks, and two slices during a product.
    pub fn bytes(&self) -> u64 {
        let largest = self.rows.iter().map(|rows| self.layout.values(rows).len());
        let slices = 4 * largest.max().unwrap_or(0) as u64 * T::BYTES;
        self.layout.bytes() + self.diagonal.bytes() + slices
    }

    /// Passes all values to `work`, slice by slice.
    pub fn for_each(
        &self,
        mut work: impl FnMut(&[Complex<T>]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut ended = Ok(());
        let read = self.scratch.for_each(|_, values| {
            if ended.is_ok() {
                ended = work(complexes(values));
            }
        });
        read.map_err(|e| e.error)?;
        ended
    }

    /// y = A x.
    pub fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), ScratchError> {
        self.scratch.for_each(|slice, values| {
            let rows = self.rows[slice].clone();
            let unknowns = self.layout.starts[rows.start]..self.layout.starts[rows.end];
            let part = y.as_mut().subrows_mut(unknowns.start, unknowns.len());
            Rows::new(&self.layout, rows, complexes(values)).multiply(x, part);
        })
    }
}

/// Block rows with at most `limit` values, or a single block row.
fn slices(layout: &Layout, limit: u64) -> Vec<Range<usize>> {
    let mut slices = Vec::new();
    let mut start = 0;
    for row in 0..layout.clusters() {
        let with = layout.values(&(start..row + 1)).len() as u64;
        if with > limit && row > start {
            slices.push(start..row);
            start = row;
        }
    }
    if start < layout.clusters() {
        slices.push(start..layout.clusters());
    }
    slices
}
