//! Some block rows with their values, and their product with a panel.
//!
//! ```text
//! P += a_n Re x_n,   Q += a_n Im x_n,       y = P + j Q
//! ```
//!
//! for a block of columns a_n, with P and Q as plain arrays of real numbers (real and imaginary parts interleaved), which vectorise well as
//! accumulators. For few columns a product is bound by reading the values, each once.

use std::ops::Range;

use poynting_exec::{Kernel, SimdLevel};
use poynting_linalg::{Accum, Complex, MatMut, MatRef, Par, ReborrowMut, matmul};
use rayon::prelude::*;

use super::Layout;
use crate::krylov::real;
use poynting_mom_core::precision::Precision;

/// Up to this many columns the loop below is faster than a general matrix product: with blocks of 24 x 24 it is memory-bound.
const FEW: usize = 2;

/// A block row to fill.
#[derive(Debug)]
pub struct BlockRow<'a, T> {
    /// Its index.
    pub row: usize,
    /// Column clusters of its blocks.
    pub columns: &'a [u32],
    starts: &'a [usize],
    values: &'a mut [Complex<T>],
}

impl<T> BlockRow<'_, T> {
    /// Unknowns of its rows.
    pub fn unknowns(&self) -> Range<usize> {
        self.starts[self.row]..self.starts[self.row + 1]
    }

    /// All its values, block by block.
    pub fn values(&mut self) -> &mut [Complex<T>] {
        self.values
    }

    /// Its blocks one after the other, each with its column cluster.
    pub fn blocks(&mut self) -> impl Iterator<Item = (usize, MatMut<'_, Complex<T>>)> {
        let rows = self.unknowns().len();
        let starts = self.starts;
        let mut rest = &mut *self.values;
        self.columns.iter().map(move |&column| {
            let column = column as usize;
            let columns = starts[column + 1] - starts[column];
            let (block, after) = std::mem::take(&mut rest).split_at_mut(rows * columns);
            rest = after;
            (
                column,
                MatMut::from_column_major_slice_mut(block, rows, columns),
            )
        })
    }
}

impl Layout {
    /// Some rows, to fill in parallel; `values` are theirs.
    pub fn rows_mut<'a, T>(
        &'a self,
        rows: Range<usize>,
        values: &'a mut [Complex<T>],
    ) -> Vec<BlockRow<'a, T>> {
        let mut rest = values;
        rows.map(|row| {
            let length = self.values(&(row..row + 1)).len();
            let (values, after) = std::mem::take(&mut rest).split_at_mut(length);
            rest = after;
            BlockRow {
                row,
                columns: self.pattern(row),
                starts: &self.starts,
                values,
            }
        })
        .collect()
    }
}

/// Some block rows.
#[derive(Debug)]
pub(crate) struct Rows<'a, T> {
    layout: &'a Layout,
    which: Range<usize>,
    /// Offset of their values among those of all rows.
    begin: usize,
    values: &'a [Complex<T>],
}

impl<'a, T: Precision> Rows<'a, T> {
    /// From their values.
    pub fn new(layout: &'a Layout, which: Range<usize>, values: &'a [Complex<T>]) -> Self {
        let begin = layout.values(&which).start;
        Self {
            layout,
            which,
            begin,
            values,
        }
    }

    /// Values of a block by its index.
    pub fn values_of(&self, number: usize) -> &'a [Complex<T>] {
        let offsets = &self.layout.offsets;
        &self.values[offsets[number] - self.begin..offsets[number + 1] - self.begin]
    }

    /// A block of a row by its index.
    pub fn nth(&self, row: usize, number: usize) -> MatRef<'a, Complex<T>> {
        let column = self.layout.columns[number] as usize;
        let [rows, columns] = [row, column].map(|cluster| self.layout.unknowns(cluster).len());
        MatRef::from_column_major_slice(self.values_of(number), rows, columns)
    }

    /// y = A x for the unknowns of these rows.
    pub fn multiply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) {
        let (mut rest, mut parts) = (y, Vec::with_capacity(self.which.len()));
        for row in self.which.clone() {
            let (part, after) = rest.split_at_row_mut(self.layout.unknowns(row).len());
            rest = after;
            parts.push((row, part));
        }
        let rows = parts.into_par_iter();
        if x.ncols() > FEW {
            rows.for_each(|(row, y)| self.many(row, x, y));
        } else {
            let (x, simd) = (gathered(x), SimdLevel::detect());
            rows.for_each_init(Vec::new, |sums, (row, y)| self.few(row, simd, &x, sums, y));
        }
    }

    /// A block row times a few columns.
    fn few(
        &self,
        row: usize,
        simd: SimdLevel,
        x: &[Complex<T>],
        sums: &mut Vec<T>,
        mut y: MatMut<'_, Complex<T>>,
    ) {
        let rows = y.nrows();
        simd.run(RowSum {
            of: self,
            rows,
            blocks: self.layout.numbers(row),
            x,
            sums,
        });
        for column in 0..y.ncols() {
            for n in 0..rows {
                y[(n, column)] = RowSum::at(sums, rows, column, n);
            }
        }
    }

    /// A block row times many columns.
    fn many(&self, row: usize, x: MatRef<'_, Complex<T>>, mut y: MatMut<'_, Complex<T>>) {
        y.fill(real(0.0));
        for number in self.layout.numbers(row) {
            let part = self.layout.unknowns(self.layout.columns[number] as usize);
            let (block, x) = (self.nth(row, number), x.subrows(part.start, part.len()));
            matmul(y.rb_mut(), Accum::Add, block, x, real(1.0), Par::Seq);
        }
    }
}

/// The values of a panel, column by column.
pub(crate) fn gathered<T: Precision>(x: MatRef<'_, Complex<T>>) -> Vec<Complex<T>> {
    let mut values = Vec::with_capacity(x.nrows() * x.ncols());
    for column in 0..x.ncols() {
        values.extend((0..x.nrows()).map(|row| x[(row, column)]));
    }
    values
}

/// Accumulates blocks of one block row times their parts of a panel.
pub(crate) struct RowSum<'a, T> {
    pub of: &'a Rows<'a, T>,
    /// Rows of the blocks.
    pub rows: usize,
    /// Indices of the blocks.
    pub blocks: Range<usize>,
    /// The panel, column-major.
    pub x: &'a [Complex<T>],
    /// For each column of the panel, P and then Q.
    pub sums: &'a mut Vec<T>,
}

impl<T: Precision> RowSum<'_, T> {
    /// The sums of a column: row n of P + jQ.
    #[inline(always)]
    pub fn at(sums: &[T], rows: usize, column: usize, n: usize) -> Complex<T> {
        let (p, q) = sums[4 * rows * column..].split_at(2 * rows);
        Complex::new(p[2 * n] - q[2 * n + 1], p[2 * n + 1] + q[2 * n])
    }
}

impl<T: Precision> Kernel for RowSum<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let layout = self.of.layout;
        let size = layout.size();
        self.sums.clear();
        self.sums
            .resize(4 * self.rows * (self.x.len() / size), T::of(0.0));
        for number in self.blocks {
            let part = layout.unknowns(layout.columns[number] as usize);
            let block = reals(self.of.values_of(number));
            let columns = self.x.chunks_exact(size);
            for (x, sums) in columns.zip(self.sums.chunks_exact_mut(4 * self.rows)) {
                let (p, q) = sums.split_at_mut(2 * self.rows);
                add_block(block, &x[part.clone()], p, q);
            }
        }
    }
}

/// P += A Re x, Q += A Im x; four columns at a time, to load and store the sums less often.
#[inline(always)]
fn add_block<T: Precision>(block: &[T], x: &[Complex<T>], p: &mut [T], q: &mut [T]) {
    let rows = p.len();
    let mut fours = x.chunks_exact(4);
    let mut rest = block;
    for x in &mut fours {
        let (four, after) = rest.split_at(4 * rows);
        rest = after;
        let (a, b) = four.split_at(2 * rows);
        let ([a, b], [c, d]) = (
            [&a[..rows], &a[rows..][..rows]],
            [&b[..rows], &b[rows..][..rows]],
        );
        let q = &mut q[..rows];
        for n in 0..rows {
            let (a, b, c, d) = (a[n], b[n], c[n], d[n]);
            p[n] += (a * x[0].re + b * x[1].re) + (c * x[2].re + d * x[3].re);
            q[n] += (a * x[0].im + b * x[1].im) + (c * x[2].im + d * x[3].im);
        }
    }
    for (x, column) in fours.remainder().iter().zip(rest.chunks_exact(rows)) {
        let (column, q) = (&column[..rows], &mut q[..rows]);
        for n in 0..rows {
            p[n] += column[n] * x.re;
            q[n] += column[n] * x.im;
        }
    }
}

/// Real and imaginary parts interleaved.
#[inline(always)]
pub(crate) fn reals<T>(values: &[Complex<T>]) -> &[T] {
    // SAFETY: Complex is two T in C's layout.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), 2 * values.len()) }
}

/// The same, to be written.
pub(crate) fn reals_mut<T>(values: &mut [Complex<T>]) -> &mut [T] {
    // SAFETY: as in `reals`.
    unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), 2 * values.len()) }
}

/// Complex numbers from interleaved real and imaginary parts.
pub(crate) fn complexes<T>(values: &[T]) -> &[Complex<T>] {
    // SAFETY: as in `reals`.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), values.len() / 2) }
}
