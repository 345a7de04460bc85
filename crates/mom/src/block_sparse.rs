//! A matrix of dense blocks between clusters of consecutive unknowns: the near field of a fast method.
//!
//! A product reads every value once and does little with it, so it runs at the speed of the memory. Each row of clusters is summed on its own, in the
//! order of its blocks; for a block of columns a_n it is
//!
//! ```text
//! P += a_n Re x_n,   Q += a_n Im x_n,       y = P + j Q
//! ```
//!
//! with P and Q as plain arrays of real numbers (real and imaginary parts in turn), which are the accumulators that vectors like.

use faer::complex::Complex;
use faer::linalg::matmul::matmul;
use faer::prelude::ReborrowMut;
use faer::{Accum, MatMut, MatRef, Par};
use poynting_exec::{Kernel, Real, SimdLevel};
use rayon::prelude::*;

use crate::krylov::{Product, real};
use crate::solve::Precision;

/// Up to so many columns the loop below is faster than a general product of matrices: with blocks of 24 x 24 it is bound by the memory.
const FEW: usize = 2;

/// Blocks by rows of clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockSparse<T> {
    /// First unknown of each cluster, and the number of unknowns.
    pub(crate) starts: Vec<usize>,
    /// First block of each row of clusters, and the number of blocks.
    pub(crate) first: Vec<usize>,
    /// Column cluster of each block, rising in a row.
    pub(crate) columns: Vec<u32>,
    /// Where the values of each block begin, and their number. Blocks are by columns.
    pub(crate) offsets: Vec<usize>,
    /// All values.
    pub(crate) values: Vec<Complex<T>>,
}

/// A row of clusters to be filled.
#[derive(Debug)]
pub struct BlockRow<'a, T> {
    /// Which.
    pub row: usize,
    /// Column clusters of its blocks.
    pub columns: &'a [u32],
    starts: &'a [usize],
    values: &'a mut [Complex<T>],
}

impl<T> BlockRow<'_, T> {
    /// Unknowns of its rows.
    pub fn unknowns(&self) -> std::ops::Range<usize> {
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

impl<T: Real> BlockSparse<T> {
    /// Zeros between clusters that start at `starts` (which ends with the number of unknowns), with blocks at the rising `pattern` of each row.
    pub fn new(starts: Vec<usize>, pattern: &[Vec<u32>]) -> Self {
        assert_eq!(starts.len(), pattern.len() + 1, "one row a cluster");
        let (mut first, mut offsets, mut columns) = (vec![0], vec![0], Vec::new());
        let width = |cluster: usize| starts[cluster + 1] - starts[cluster];
        let mut end = 0;
        for (row, blocks) in pattern.iter().enumerate() {
            assert!(blocks.is_sorted_by(|a, b| a < b), "columns rise");
            for &column in blocks {
                end += width(row) * width(column as usize);
                offsets.push(end);
            }
            columns.extend_from_slice(blocks);
            first.push(columns.len());
        }
        Self {
            starts,
            first,
            columns,
            offsets,
            values: vec![Complex::new(T::of(0.0), T::of(0.0)); end],
        }
    }
}

impl<T> BlockSparse<T> {
    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.starts.len() - 1
    }

    /// Unknowns of a cluster.
    pub fn unknowns(&self, cluster: usize) -> std::ops::Range<usize> {
        self.starts[cluster]..self.starts[cluster + 1]
    }

    /// Column clusters of the blocks in a row.
    pub fn pattern(&self, row: usize) -> &[u32] {
        &self.columns[self.first[row]..self.first[row + 1]]
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let indices = self.starts.len() + self.first.len() + self.offsets.len();
        let all = size_of_val(&self.values[..]) + size_of_val(&self.columns[..]);
        (all + indices * size_of::<usize>()) as u64
    }

    /// A block, if there is one.
    pub fn block(&self, row: usize, column: usize) -> Option<MatRef<'_, Complex<T>>> {
        let at = self.pattern(row).binary_search(&(column as u32)).ok()?;
        Some(self.nth(row, self.first[row] + at))
    }

    /// A block of a row by its number.
    pub(crate) fn nth(&self, row: usize, number: usize) -> MatRef<'_, Complex<T>> {
        let column = self.columns[number] as usize;
        let (rows, columns) = (self.unknowns(row).len(), self.unknowns(column).len());
        MatRef::from_column_major_slice(self.values_of(number), rows, columns)
    }

    /// Values of a block by its number.
    pub(crate) fn values_of(&self, number: usize) -> &[Complex<T>] {
        &self.values[self.offsets[number]..self.offsets[number + 1]]
    }

    /// All rows, to be filled in parallel.
    pub fn rows_mut(&mut self) -> Vec<BlockRow<'_, T>> {
        let mut rest = &mut self.values[..];
        let mut rows = Vec::with_capacity(self.first.len() - 1);
        for row in 0..self.first.len() - 1 {
            let blocks = self.first[row]..self.first[row + 1];
            let length = self.offsets[blocks.end] - self.offsets[blocks.start];
            let (values, after) = rest.split_at_mut(length);
            rest = after;
            rows.push(BlockRow {
                row,
                columns: &self.columns[blocks],
                starts: &self.starts,
                values,
            });
        }
        rows
    }
}

/// The values of a panel, column after column.
pub(crate) fn gathered<T: Precision>(x: MatRef<'_, Complex<T>>) -> Vec<Complex<T>> {
    let mut values = Vec::with_capacity(x.nrows() * x.ncols());
    for column in 0..x.ncols() {
        values.extend((0..x.nrows()).map(|row| x[(row, column)]));
    }
    values
}

/// Adds up blocks of one row of clusters times their parts of a panel.
pub(crate) struct RowSum<'a, T> {
    pub matrix: &'a BlockSparse<T>,
    /// Rows of the blocks.
    pub rows: usize,
    /// Numbers of the blocks.
    pub blocks: std::ops::Range<usize>,
    /// The panel by columns.
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
        let size = self.matrix.starts[self.matrix.starts.len() - 1];
        self.sums.clear();
        self.sums
            .resize(4 * self.rows * (self.x.len() / size), T::of(0.0));
        for number in self.blocks {
            let cluster = self.matrix.columns[number] as usize;
            let part = self.matrix.starts[cluster]..self.matrix.starts[cluster + 1];
            let block = reals(self.matrix.values_of(number));
            let columns = self.x.chunks_exact(size);
            for (x, sums) in columns.zip(self.sums.chunks_exact_mut(4 * self.rows)) {
                let (p, q) = sums.split_at_mut(2 * self.rows);
                add_block(block, &x[part.clone()], p, q);
            }
        }
    }
}

/// P += A Re x, Q += A Im x; four columns at once, so that sums are read and written less often.
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

/// Real and imaginary parts in turn.
#[inline(always)]
fn reals<T>(values: &[Complex<T>]) -> &[T] {
    // SAFETY: Complex is two T in C's layout.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), 2 * values.len()) }
}

impl<T: Precision> BlockSparse<T> {
    /// A row of clusters times a few columns.
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
            matrix: self,
            rows,
            blocks: self.first[row]..self.first[row + 1],
            x,
            sums,
        });
        for column in 0..y.ncols() {
            for n in 0..rows {
                y[(n, column)] = RowSum::at(sums, rows, column, n);
            }
        }
    }

    /// A row of clusters times many columns.
    fn many(&self, row: usize, x: MatRef<'_, Complex<T>>, mut y: MatMut<'_, Complex<T>>) {
        y.fill(real(0.0));
        for number in self.first[row]..self.first[row + 1] {
            let part = self.unknowns(self.columns[number] as usize);
            let (block, x) = (self.nth(row, number), x.subrows(part.start, part.len()));
            matmul(y.rb_mut(), Accum::Add, block, x, real(1.0), Par::Seq);
        }
    }
}

impl<T: Precision> Product<T> for BlockSparse<T> {
    fn size(&self) -> usize {
        self.starts[self.clusters()]
    }

    fn multiply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) {
        let (mut rest, mut parts) = (y, Vec::with_capacity(self.clusters()));
        for row in 0..self.clusters() {
            let (part, after) = rest.split_at_row_mut(self.unknowns(row).len());
            rest = after;
            parts.push(part);
        }
        let rows = parts.into_par_iter().enumerate();
        if x.ncols() > FEW {
            rows.for_each(|(row, y)| self.many(row, x, y));
        } else {
            let (x, simd) = (gathered(x), SimdLevel::detect());
            rows.for_each_init(Vec::new, |sums, (row, y)| self.few(row, simd, &x, sums, y));
        }
    }
}
