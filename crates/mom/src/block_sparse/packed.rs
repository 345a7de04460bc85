//! Blocks in 16 bits per number: integers with a scale for each column of a block.
//!
//! ```text
//! a_mn = s_n (p_mn + j q_mn),    s_n = max over m of |Re a_mn| and |Im a_mn|, / 32767
//! ```
//!
//! Each part is off by at most s_n/2, 1.5e-5 of the largest part in its column, and at random, so products are off by about 1e-5. A column is stored as
//! its scale, whose bits fill two integers, and its parts. They are in memory or, as those of [`super::Sliced`], on disk.
//!
//! Tested against unpacked blocks, and as part of MLFMA products against rows of the matrix.

use std::io::{self, Read, Write};
use std::ops::Range;

use poynting_checkpoint::CheckpointError;
use poynting_exec::{Kernel, Scratch, ScratchError, SimdLevel, bytes_of, bytes_of_mut};
use poynting_linalg::{Accum, Complex, MatMut, MatRef, Par, ReborrowMut, matmul};
use rayon::prelude::*;

use super::rows::{BlockRow, RowSum, gathered, reals};
use super::sliced::slices;
use super::{BlockSparse, FEW, Layout};
use crate::krylov::real;
use poynting_mom_core::precision::Precision;

/// The largest integer.
const LARGEST: f64 = 32767.0;
/// Integers before those of a column: the bits of its scale.
const HEAD: usize = 2;

/// Blocks as integers with scales.
#[derive(Debug)]
pub struct Packed<T> {
    layout: PackedLayout,
    store: Store<T>,
}

/// Where the integers are.
#[derive(Debug)]
enum Store<T> {
    Held(Vec<i16>),
    OnDisk {
        /// Block rows of each slice.
        rows: Vec<Range<usize>>,
        scratch: Scratch<i16>,
        /// Unpacked.
        diagonal: BlockSparse<T>,
    },
}

/// The block pattern, and where the integers of each row begin.
#[derive(Debug)]
struct PackedLayout {
    blocks: Layout,
    first: Vec<usize>,
}

impl PackedLayout {
    fn new(blocks: Layout) -> Self {
        let mut first = Vec::with_capacity(blocks.clusters() + 1);
        first.push(0);
        for row in 0..blocks.clusters() {
            let columns = blocks.pattern(row).iter();
            let width: usize = columns.map(|&c| blocks.unknowns(c as usize).len()).sum();
            first.push(first[row] + width * column_length(blocks.unknowns(row).len()));
        }
        Self { blocks, first }
    }

    fn integers(&self, rows: &Range<usize>) -> Range<usize> {
        self.first[rows.start]..self.first[rows.end]
    }

    fn all(&self) -> Range<usize> {
        0..self.blocks.clusters()
    }

    fn bytes(&self) -> u64 {
        self.blocks.bytes() + size_of_val(&self.first[..]) as u64
    }
}

/// Integers of a column of so many rows.
const fn column_length(rows: usize) -> usize {
    HEAD + 2 * rows
}

/// Bytes of `values` complex numbers in `columns` columns of blocks.
pub fn packed_bytes(values: u64, columns: u64) -> u64 {
    (2 * values + HEAD as u64 * columns) * size_of::<i16>() as u64
}

/// Some block rows to fill.
#[derive(Debug)]
pub struct Group<'a> {
    layout: &'a Layout,
    /// The block rows.
    pub rows: Range<usize>,
    integers: &'a mut [i16],
}

impl Group<'_> {
    /// Packs what `fill` adds to zeros.
    pub fn fill<T: Precision, E>(
        &mut self,
        fill: impl FnOnce(&mut [BlockRow<'_, T>]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut values = vec![real(0.0); self.layout.values(&self.rows).len()];
        fill(&mut self.layout.rows_mut(self.rows.clone(), &mut values))?;
        let (mut values, mut integers) = (reals(&values), &mut *self.integers);
        for row in self.rows.clone() {
            let height = self.layout.unknowns(row).len();
            let (from, rest) = values.split_at(2 * self.layout.values(&(row..row + 1)).len());
            let columns = from.chunks_exact(2 * height);
            let length = columns.len() * column_length(height);
            let (to, after) = std::mem::take(&mut integers).split_at_mut(length);
            (values, integers) = (rest, after);
            for (column, packed) in columns.zip(to.chunks_exact_mut(column_length(height))) {
                pack(column, packed);
            }
        }
        Ok(())
    }
}

/// Packs a column. A value that is not a number makes its scale none.
fn pack<T: Precision>(values: &[T], packed: &mut [i16]) {
    let larger = |most: f64, value: &T| {
        let size = value.f64().abs();
        if size > most || size.is_nan() {
            size
        } else {
            most
        }
    };
    let scale = (values.iter().fold(0.0, larger) / LARGEST) as f32;
    let inverse = if scale > 0.0 {
        f64::from(scale).recip()
    } else {
        0.0
    };
    let (head, integers) = packed.split_at_mut(HEAD);
    let bits = scale.to_bits();
    head.copy_from_slice(&[bits, bits >> 16].map(|half| (half as u16).cast_signed()));
    for (value, integer) in values.iter().zip(integers) {
        *integer = (value.f64() * inverse).round() as i16;
    }
}

/// The scale of a column, and its integers.
#[inline(always)]
fn opened(column: &[i16]) -> (f32, &[i16]) {
    let (head, integers) = column.split_at(HEAD);
    let half = |n: usize| u32::from(head[n].cast_unsigned());
    let bits = half(0) | half(1) << 16;
    (f32::from_bits(bits), integers)
}

#[inline(always)]
fn number<T: Precision>(integer: i16) -> T {
    T::of(f64::from(integer))
}

impl<T: Precision> Packed<T> {
    /// Packs what `fill` writes to groups of `together` block rows. If the bytes of a `slice` are given, it is stored on disk in slices of about that size.
    pub fn new<E: From<ScratchError>>(
        layout: Layout,
        together: usize,
        slice: Option<u64>,
        mut fill: impl FnMut(&mut [Group<'_>]) -> Result<(), E>,
    ) -> Result<Self, E> {
        Self::written(layout, slice, |layout, rows, mut integers| {
            let mut groups = Vec::with_capacity(rows.len().div_ceil(together));
            for first in rows.clone().step_by(together) {
                let rows = first..rows.end.min(first + together);
                let (part, after) = integers.split_at_mut(layout.integers(&rows).len());
                integers = after;
                groups.push(Group {
                    layout: &layout.blocks,
                    rows,
                    integers: part,
                });
            }
            fill(&mut groups)
        })
    }

    /// One as [`Packed::save`] has written it.
    pub fn read<E: From<ScratchError> + From<CheckpointError>>(
        layout: Layout,
        slice: Option<u64>,
        from: &mut dyn Read,
    ) -> Result<Self, E> {
        Self::written(layout, slice, |_, _, integers| {
            let read = from.read_exact(bytes_of_mut(integers));
            Ok(read.map_err(CheckpointError::State)?)
        })
    }

    fn written<E: From<ScratchError>>(
        layout: Layout,
        slice: Option<u64>,
        mut write: impl FnMut(&PackedLayout, Range<usize>, &mut [i16]) -> Result<(), E>,
    ) -> Result<Self, E> {
        let layout = PackedLayout::new(layout);
        let Some(slice) = slice else {
            let mut integers = vec![0; layout.integers(&layout.all()).len()];
            write(&layout, layout.all(), &mut integers)?;
            let store = Store::Held(integers);
            return Ok(Self { layout, store });
        };
        let rows = slices(&layout.first, slice / size_of::<i16>() as u64);
        let mut scratch = Scratch::new()?;
        let mut diagonal = BlockSparse::new(Layout::diagonal(layout.blocks.starts.clone()));
        let mut integers = Vec::new();
        for rows in &rows {
            integers.clear();
            integers.resize(layout.integers(rows).len(), 0);
            write(&layout, rows.clone(), &mut integers)?;
            scratch.append(&integers)?;
            let part = PackedRows::new(&layout, rows.clone(), &integers);
            part.unpack_diagonal(&mut diagonal);
        }
        let store = Store::OnDisk {
            rows,
            scratch,
            diagonal,
        };
        Ok(Self { layout, store })
    }

    /// Writes all integers.
    pub fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        match &self.store {
            Store::Held(integers) => to.write_all(bytes_of(integers)),
            Store::OnDisk { scratch, .. } => {
                let mut ended = Ok(());
                let read = scratch.for_each(|_, integers| {
                    if ended.is_ok() {
                        ended = to.write_all(bytes_of(integers));
                    }
                });
                read.map_err(|e| e.error)?;
                ended
            }
        }
    }

    /// Bytes of all integers.
    pub fn all_bytes(&self) -> u64 {
        (self.layout.integers(&self.layout.all()).len() * size_of::<i16>()) as u64
    }

    /// Bytes in memory; if the integers are on disk, with two slices during a product.
    pub fn bytes(&self) -> u64 {
        let integers = match &self.store {
            Store::Held(_) => self.all_bytes(),
            Store::OnDisk { rows, diagonal, .. } => {
                let largest = rows.iter().map(|rows| self.layout.integers(rows).len());
                (2 * largest.max().unwrap_or(0) * size_of::<i16>()) as u64 + diagonal.bytes()
            }
        };
        integers + self.layout.bytes()
    }

    /// All blocks unpacked, if the integers are in memory.
    pub fn unpacked(&self) -> Option<BlockSparse<T>> {
        let Store::Held(integers) = &self.store else {
            return None;
        };
        let packed = PackedRows::new(&self.layout, self.layout.all(), integers);
        let mut all = BlockSparse::new(self.layout.blocks.clone());
        (all.rows_mut().into_par_iter())
            .for_each(|mut row| unpack(packed.row(row.row), packed.height(row.row), row.values()));
        Some(all)
    }

    /// The diagonal blocks unpacked.
    pub fn diagonal(&self) -> BlockSparse<T> {
        match &self.store {
            Store::Held(integers) => {
                let starts = self.layout.blocks.starts.clone();
                let mut diagonal = BlockSparse::new(Layout::diagonal(starts));
                PackedRows::new(&self.layout, self.layout.all(), integers)
                    .unpack_diagonal(&mut diagonal);
                diagonal
            }
            Store::OnDisk { diagonal, .. } => diagonal.clone(),
        }
    }

    /// y = A x.
    pub fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), ScratchError> {
        match &self.store {
            Store::Held(integers) => {
                PackedRows::new(&self.layout, self.layout.all(), integers).multiply(x, y);
                Ok(())
            }
            Store::OnDisk { rows, scratch, .. } => scratch.for_each(|slice, integers| {
                let rows = rows[slice].clone();
                let starts = &self.layout.blocks.starts;
                let unknowns = starts[rows.start]..starts[rows.end];
                let y = y.rb_mut().subrows_mut(unknowns.start, unknowns.len());
                PackedRows::new(&self.layout, rows, integers).multiply(x, y);
            }),
        }
    }
}

/// Unpacks columns of a height.
fn unpack<T: Precision>(packed: &[i16], height: usize, values: &mut [Complex<T>]) {
    let columns = packed.chunks_exact(column_length(height));
    for (column, values) in columns.zip(values.chunks_exact_mut(height)) {
        let (scale, integers) = opened(column);
        let scale = T::of(f64::from(scale));
        for (value, parts) in values.iter_mut().zip(integers.chunks_exact(2)) {
            let [re, im]: [T; 2] = [number(parts[0]), number(parts[1])];
            *value = Complex::new(scale * re, scale * im);
        }
    }
}

/// Some block rows.
struct PackedRows<'a> {
    layout: &'a PackedLayout,
    which: Range<usize>,
    integers: &'a [i16],
}

impl<'a> PackedRows<'a> {
    fn new(layout: &'a PackedLayout, which: Range<usize>, integers: &'a [i16]) -> Self {
        Self {
            layout,
            which,
            integers,
        }
    }

    fn height(&self, row: usize) -> usize {
        self.layout.blocks.unknowns(row).len()
    }

    /// The integers of a row.
    fn row(&self, row: usize) -> &'a [i16] {
        let begin = self.layout.first[self.which.start];
        let place = self.layout.integers(&(row..row + 1));
        &self.integers[place.start - begin..place.end - begin]
    }

    /// The blocks of a row: their column cluster and their integers.
    fn blocks(&self, row: usize) -> impl Iterator<Item = (usize, &'a [i16])> {
        let (layout, length) = (&self.layout.blocks, column_length(self.height(row)));
        let mut rest = self.row(row);
        layout.pattern(row).iter().map(move |&column| {
            let width = layout.unknowns(column as usize).len();
            let (block, after) = rest.split_at(width * length);
            rest = after;
            (column as usize, block)
        })
    }

    fn unpack_diagonal<T: Precision>(&self, diagonal: &mut BlockSparse<T>) {
        for row in self.which.clone() {
            let place = diagonal.layout.values(&(row..row + 1));
            if let Some((_, block)) = self.blocks(row).find(|(column, _)| *column == row) {
                unpack(block, self.height(row), &mut diagonal.values[place]);
            }
        }
    }

    fn multiply<T: Precision>(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) {
        let (mut rest, mut parts) = (y, Vec::with_capacity(self.which.len()));
        for row in self.which.clone() {
            let (part, after) = rest.split_at_row_mut(self.height(row));
            rest = after;
            parts.push((row, part));
        }
        let rows = parts.into_par_iter();
        if x.ncols() > FEW {
            rows.for_each_init(Vec::new, |block, (row, y)| self.many(row, x, block, y));
        } else {
            let (x, simd) = (gathered(x), SimdLevel::detect());
            rows.for_each_init(Vec::new, |sums, (row, mut y)| {
                simd.run(PackedSum {
                    of: self,
                    row,
                    x: &x,
                    sums,
                });
                for column in 0..y.ncols() {
                    for n in 0..y.nrows() {
                        y[(n, column)] = RowSum::at(sums, y.nrows(), column, n);
                    }
                }
            });
        }
    }

    /// A block row times many columns; `block` is a work array.
    fn many<T: Precision>(
        &self,
        row: usize,
        x: MatRef<'_, Complex<T>>,
        block: &mut Vec<Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) {
        let height = y.nrows();
        y.fill(real(0.0));
        for (column, packed) in self.blocks(row) {
            let part = self.layout.blocks.unknowns(column);
            block.resize(height * part.len(), real(0.0));
            unpack(packed, height, block);
            let block = MatRef::from_column_major_slice(&block[..], height, part.len());
            let x = x.subrows(part.start, part.len());
            matmul(y.rb_mut(), Accum::Add, block, x, real(1.0), Par::Seq);
        }
    }
}

/// As [`RowSum`], from integers.
struct PackedSum<'a, T> {
    of: &'a PackedRows<'a>,
    row: usize,
    x: &'a [Complex<T>],
    sums: &'a mut Vec<T>,
}

impl<T: Precision> Kernel for PackedSum<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let (size, height) = (self.of.layout.blocks.size(), self.of.height(self.row));
        self.sums.clear();
        (self.sums).resize(4 * height * (self.x.len() / size), T::of(0.0));
        for (column, block) in self.of.blocks(self.row) {
            let part = self.of.layout.blocks.unknowns(column);
            let columns = self.x.chunks_exact(size);
            for (x, sums) in columns.zip(self.sums.chunks_exact_mut(4 * height)) {
                let (p, q) = sums.split_at_mut(2 * height);
                add_packed(block, &x[part.clone()], p, q);
            }
        }
    }
}

/// P += A Re x, Q += A Im x; four columns at a time, as for unpacked blocks. The scales go to x.
#[inline(always)]
fn add_packed<T: Precision>(block: &[i16], x: &[Complex<T>], p: &mut [T], q: &mut [T]) {
    let rows = p.len();
    let scaled = |x: &Complex<T>, scale: f32| {
        let scale = T::of(f64::from(scale));
        [scale * x.re, scale * x.im]
    };
    let (mut fours, mut rest) = (x.chunks_exact(4), block);
    let q = &mut q[..rows];
    for x in &mut fours {
        let (four, after) = rest.split_at(4 * (HEAD + rows));
        rest = after;
        let (one, two) = four.split_at(2 * (HEAD + rows));
        let ((a, b), (c, d)) = (one.split_at(HEAD + rows), two.split_at(HEAD + rows));
        let [(s, a), (t, b), (u, c), (v, d)] = [a, b, c, d].map(opened);
        let (a, b, c, d) = (&a[..rows], &b[..rows], &c[..rows], &d[..rows]);
        let [s, t, u, v] = [
            scaled(&x[0], s),
            scaled(&x[1], t),
            scaled(&x[2], u),
            scaled(&x[3], v),
        ];
        for n in 0..rows {
            let (a, b): (T, T) = (number(a[n]), number(b[n]));
            let (c, d): (T, T) = (number(c[n]), number(d[n]));
            p[n] += (a * s[0] + b * t[0]) + (c * u[0] + d * v[0]);
            q[n] += (a * s[1] + b * t[1]) + (c * u[1] + d * v[1]);
        }
    }
    for (x, column) in (fours.remainder().iter()).zip(rest.chunks_exact(HEAD + rows)) {
        let (scale, column) = opened(column);
        let (column, s) = (&column[..rows], scaled(x, scale));
        for n in 0..rows {
            let a: T = number(column[n]);
            p[n] += a * s[0];
            q[n] += a * s[1];
        }
    }
}
