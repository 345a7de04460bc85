//! Products of complex matrices on one thread.
//!
//! ```text
//! Re C -= Re A Re B - Im A Im B,   Im C -= Im A Re B + Re A Im B
//! ```
//!
//! with real and imaginary parts apart, so that each complex product is four fused multiply-adds and nothing is shuffled. Both factors are copied in the
//! order in which they are used: A in strips of some vectors of rows, B in strips of some columns. A strip of each makes a block of C, which stays in
//! registers over all columns of A (K. Goto, R. van de Geijn, ACM Trans. Math. Softw. 34, 12, 2008).
//!
//! The sum of an entry runs over the columns of A in their order, wherever the entry lies: a matrix may be divided in any way.

use std::cell::RefCell;

use faer::complex::Complex;
use faer::{MatMut, MatRef};
use pulp::bytemuck::cast_slice_mut;
use pulp::{Arch, Simd, WithSimd};

use crate::lanes::Lanes;

/// Columns of A, at most: a strip of B stays in the first cache.
pub const DEPTH: usize = 256;
/// Rows of A that are copied at a time: they stay in the second cache.
const ROWS: usize = 128;
/// Columns of a block in registers.
const WIDE: usize = 6;

/// Bytes of the copies for products with this many columns.
pub fn copied_bytes<T: Lanes>(columns: usize) -> u64 {
    ((ROWS + columns.next_multiple_of(WIDE)) * DEPTH * 2 * size_of::<T>()) as u64
}

/// C - A B, with at most [`DEPTH`] columns of A; C is stored by columns.
pub fn subtract<T: Lanes>(
    c: MatMut<'_, Complex<T>>,
    a: MatRef<'_, Complex<T>>,
    b: MatRef<'_, Complex<T>>,
) {
    // Code within `with_borrow_mut` would not be compiled for the instruction set.
    let mut copies = COPIES.take();
    let [of_a, of_b] = &mut copies;
    Arch::new().dispatch(Subtraction {
        c,
        a,
        b,
        of_a,
        of_b,
    });
    COPIES.set(copies);
}

thread_local! {
    /// Copies of both factors, kept from one product to the next.
    static COPIES: RefCell<[Vec<f64>; 2]> = const { RefCell::new([Vec::new(), Vec::new()]) };
}

struct Subtraction<'a, T> {
    c: MatMut<'a, Complex<T>>,
    a: MatRef<'a, Complex<T>>,
    b: MatRef<'a, Complex<T>>,
    of_a: &'a mut Vec<f64>,
    of_b: &'a mut Vec<f64>,
}

impl<T: Lanes> WithSimd for Subtraction<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        // Two vectors of rows take 24 registers for sums, and one takes 12.
        if S::REGISTER_COUNT >= 32 {
            self.by::<S, 2>(simd);
        } else {
            self.by::<S, 1>(simd);
        }
    }
}

impl<T: Lanes> Subtraction<'_, T> {
    /// With blocks of `TALL` vectors of rows.
    #[inline(always)]
    fn by<S: Simd, const TALL: usize>(self, simd: S) {
        let Self {
            mut c,
            a,
            b,
            of_a,
            of_b,
        } = self;
        let (tall, depth) = (TALL * T::count::<S>(), a.ncols());
        let of_b = room(of_b, b.ncols().next_multiple_of(WIDE) * depth);
        copy_by_columns(b, of_b);
        for first in (0..a.nrows()).step_by(ROWS) {
            let rows = ROWS.min(a.nrows() - first);
            let of_a = room(of_a, rows.next_multiple_of(tall) * depth);
            copy_by_rows(a.subrows(first, rows), tall, of_a);
            for (n, b) in of_b.chunks_exact(2 * WIDE * depth).enumerate() {
                for (m, a) in of_a.chunks_exact(2 * tall * depth).enumerate() {
                    let [re, im] = block::<S, T, TALL>(simd, T::vectors::<S>(a), b);
                    for (j, (re, im)) in re.iter().zip(&im).enumerate() {
                        let column = WIDE * n + j;
                        if column < c.ncols() {
                            let from = first + tall * m;
                            let count = tall.min(first + rows - from);
                            let parts = [T::numbers::<S>(re), T::numbers::<S>(im)];
                            subtract_column(c.as_mut(), (column, from, count), parts);
                        }
                    }
                }
            }
        }
    }
}

/// The block of A B from a strip of A and one of B: its real and its imaginary parts, by columns.
#[inline(always)]
fn block<S: Simd, T: Lanes, const TALL: usize>(
    simd: S,
    a: &[T::Vector<S>],
    b: &[T],
) -> [[[T::Vector<S>; TALL]; WIDE]; 2] {
    let mut re = [[T::splat(simd, T::zeroed()); TALL]; WIDE];
    let mut im = re;
    for (a, b) in a.chunks_exact(2 * TALL).zip(b.chunks_exact(2 * WIDE)) {
        let (a_re, a_im) = a.split_at(TALL);
        for j in 0..WIDE {
            let [b_re, b_im] = [b[2 * j], b[2 * j + 1]].map(|x| T::splat(simd, x));
            for i in 0..TALL {
                re[j][i] = T::mul_add(simd, a_re[i], b_re, re[j][i]);
                im[j][i] = T::mul_add(simd, a_im[i], b_re, im[j][i]);
            }
            let minus_b_im = T::minus(simd, b_im);
            for i in 0..TALL {
                re[j][i] = T::mul_add(simd, a_im[i], minus_b_im, re[j][i]);
                im[j][i] = T::mul_add(simd, a_re[i], b_im, im[j][i]);
            }
        }
    }
    [re, im]
}

#[inline(always)]
fn subtract_column<T: Lanes>(
    mut c: MatMut<'_, Complex<T>>,
    (column, from, count): (usize, usize, usize),
    [re, im]: [&[T]; 2],
) {
    let Some(entries) = c.as_mut().col_mut(column).try_as_col_major_mut() else {
        return;
    };
    let entries = &mut entries.as_slice_mut()[from..from + count];
    for ((entry, &re), &im) in entries.iter_mut().zip(re).zip(im) {
        entry.re -= re;
        entry.im -= im;
    }
}

/// Strips of `tall` rows; of each column the real and then the imaginary parts. Rows beyond the last are zero.
#[inline(always)]
fn copy_by_rows<T: Lanes>(a: MatRef<'_, Complex<T>>, tall: usize, to: &mut [T]) {
    let strip = 2 * tall * a.ncols();
    for k in 0..a.ncols() {
        for (m, to) in to.chunks_exact_mut(strip).enumerate() {
            let (re, im) = to[2 * tall * k..2 * tall * (k + 1)].split_at_mut(tall);
            let rows = m * tall..a.nrows().min((m + 1) * tall);
            let used = rows.len();
            match a.col(k).try_as_col_major() {
                Some(column) => {
                    for ((re, im), z) in re.iter_mut().zip(&mut *im).zip(&column.as_slice()[rows]) {
                        (*re, *im) = (z.re, z.im);
                    }
                }
                None => {
                    for ((re, im), row) in re.iter_mut().zip(&mut *im).zip(rows) {
                        (*re, *im) = (a[(row, k)].re, a[(row, k)].im);
                    }
                }
            }
            re[used..].fill(T::zeroed());
            im[used..].fill(T::zeroed());
        }
    }
}

/// Strips of a few columns; of each row all entries. Columns beyond the last are zero.
#[inline(always)]
fn copy_by_columns<T: Lanes>(b: MatRef<'_, Complex<T>>, to: &mut [T]) {
    let strip = 2 * WIDE * b.nrows();
    for (n, to) in to.chunks_exact_mut(strip).enumerate() {
        for (k, to) in to.chunks_exact_mut(2 * WIDE).enumerate() {
            for (j, to) in to.chunks_exact_mut(2).enumerate() {
                let column = WIDE * n + j;
                if column < b.ncols() {
                    (to[0], to[1]) = (b[(k, column)].re, b[(k, column)].im);
                } else {
                    to.fill(T::zeroed());
                }
            }
        }
    }
}

/// Room for complex numbers, at the start of a line of the cache.
fn room<T: Lanes>(memory: &mut Vec<f64>, count: usize) -> &mut [T] {
    const LINE: usize = 64;
    let numbers = (2 * count * size_of::<T>() + LINE).div_ceil(size_of::<f64>());
    if memory.len() < numbers {
        memory.resize(numbers, 0.0);
    }
    let numbers: &mut [T] = cast_slice_mut(memory);
    let first = numbers.as_ptr().align_offset(LINE);
    &mut numbers[first..first + 2 * count]
}
