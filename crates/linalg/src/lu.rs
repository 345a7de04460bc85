//! LU decomposition with partial pivoting, bitwise identical for any number of threads.
//!
//! ```text
//! A = | A11 A12 |     P1 | A11 | = | L11 | U11,   U12 = L11^-1 P1 A12,   A22 - L21 U12   is factored next
//!     | A21 A22 |        | A21 |   | L21 |
//! ```
//!
//! with columns A11, A21 of a fixed number (G. H. Golub, C. F. Van Loan, Matrix Computations, 2013, section 3.4.7); they are factored by halves, down
//! to a few columns, which faer does on one thread. All other work is products of tiles (`tiles`, `kernel`). faer's own decomposition divides products
//! among the threads there are, and its sums depend on their number.
//!
//! On several threads the columns after A11, A21 are updated first and factored while the others are updated (look-ahead). Rows of L are exchanged at
//! the end.
//!
//! Tested: the factors reproduce the matrix, and have the same bits on one to four threads.

use std::ops::Range;

use faer::complex::Complex;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::lu::partial_pivoting::{factor, solve as with_factors};
use faer::{Mat, MatMut, MatRef, Par, Spec, c64};

use crate::scalar::{Scalar, Triangle};
use crate::tiles::{columns, exchange, exchange_back, solve_triangle, subtract_product};

/// Columns that are factored before the rest is updated.
pub const BLOCK: usize = 256;
/// Columns that are not divided any more.
const FEW: usize = 16;

/// A square matrix of which the first columns are factored.
#[derive(Debug)]
pub struct Elimination<T: Scalar> {
    pub(crate) matrix: Mat<Complex<T>>,
    /// Of all factored columns.
    pub(crate) exchanges: Vec<usize>,
    /// Factored columns that have been eliminated from all others; those after them were factored ahead.
    pub(crate) done: usize,
}

impl<T: Scalar> Elimination<T> {
    /// Begins with a matrix.
    pub fn new(matrix: Mat<Complex<T>>) -> Self {
        Self::resumed(matrix, Vec::new(), 0)
    }

    /// Continues with what [`Elimination::matrix`], [`Elimination::exchanges`] and [`Elimination::done`] have returned.
    pub fn resumed(matrix: Mat<Complex<T>>, exchanges: Vec<usize>, done: usize) -> Self {
        Self {
            matrix,
            exchanges,
            done,
        }
    }

    /// The factors of the factored columns, whose rows are in the order of their time until all columns are done, and what is left of the others.
    pub fn matrix(&self) -> MatRef<'_, Complex<T>> {
        self.matrix.as_ref()
    }

    /// For each factored column, the row with which its pivot row was exchanged.
    pub fn exchanges(&self) -> &[usize] {
        &self.exchanges
    }

    /// Number of columns that have been eliminated from all others.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Whether all columns are done.
    pub fn is_complete(&self) -> bool {
        self.done == self.matrix.ncols()
    }

    /// Factors the next columns. On several threads those after them are factored ahead, on one thread while the others are at work on the rest.
    pub fn advance(&mut self, par: Par) {
        let (size, done) = (self.matrix.ncols(), self.done);
        if self.exchanges.len() == done {
            self.factor(par);
        }
        let next = self.exchanges.len();
        let rest = self.matrix.as_mut().subcols_mut(done, size - done);
        let (panel, right) = rest.split_at_col_mut(next - done);
        let panel = panel.subrows_mut(done, size - done);
        let mut right = right.subrows_mut(done, size - done);
        exchange(right.as_mut(), &relative(&self.exchanges, done..next), par);
        let ahead = update_ahead(panel.as_ref(), right, par);
        self.done = next;
        self.exchanges.extend(ahead.iter().map(|row| next + row));
        if self.is_complete() {
            exchange_later(self.matrix.as_mut(), &self.exchanges, par);
        }
    }

    /// Factors the next columns and leaves the others as they are.
    pub(crate) fn factor(&mut self, par: Par) {
        let (size, done) = (self.matrix.ncols(), self.done);
        let width = BLOCK.min(size - done);
        let panel = self.matrix.as_mut().subcols_mut(done, width);
        let mut exchanges = vec![0; width];
        eliminate(panel.subrows_mut(done, size - done), &mut exchanges, par);
        self.exchanges
            .extend(exchanges.iter().map(|row| done + row));
    }

    /// The factors, once all columns are done.
    pub fn finish(self) -> Lu<T> {
        Lu {
            factors: self.matrix,
            exchanges: self.exchanges,
        }
    }
}

/// The columns that are factored together, by their number.
pub(crate) fn columns_of(size: usize, block: usize) -> Range<usize> {
    let first = block * BLOCK;
    first..size.min(first + BLOCK)
}

/// The exchanges of some columns, with rows counted from the first of them.
pub(crate) fn relative(exchanges: &[usize], columns: Range<usize>) -> Vec<usize> {
    let rows = exchanges[columns.clone()].iter();
    rows.map(|row| row - columns.start).collect()
}

/// Exchanges the rows of factors as the columns after them require: all at once, while a column is in the cache.
fn exchange_later<T: Scalar>(mut factors: MatMut<'_, Complex<T>>, exchanges: &[usize], par: Par) {
    let size = exchanges.len();
    for block in 0..size.div_ceil(BLOCK) {
        let here = columns_of(size, block);
        let rows = relative(exchanges, here.end..size);
        let columns = factors.as_mut().subcols_mut(here.start, here.len());
        exchange(columns.subrows_mut(here.end, size - here.end), &rows, par);
    }
}

/// Eliminates factored columns from those to the right, and on several threads factors the first of these; returns their exchanges.
fn update_ahead<T: Scalar>(
    done: MatRef<'_, Complex<T>>,
    right: MatMut<'_, Complex<T>>,
    par: Par,
) -> Vec<usize> {
    let (width, next) = (done.ncols(), BLOCK.min(right.ncols()));
    if par.degree() < 2 || next == 0 {
        update(done, right, par);
        return Vec::new();
    }
    let (mut near, far) = right.split_at_col_mut(next);
    update(done, near.as_mut(), par);
    let rows = near.nrows() - width;
    let panel = near.subrows_mut(width, rows);
    let mut exchanges = vec![0; next];
    rayon::join(
        || eliminate(panel, &mut exchanges, Par::Seq),
        || update(done, far, par),
    );
    exchanges
}

/// Factors a few columns by halves.
pub(crate) fn eliminate<T: Scalar>(
    mut panel: MatMut<'_, Complex<T>>,
    exchanges: &mut [usize],
    par: Par,
) {
    let width = panel.ncols();
    if width <= FEW {
        exchanges.copy_from_slice(&T::lu(panel));
        return;
    }
    let half = (width / 2).next_multiple_of(FEW);
    let (mut left, mut right) = panel.as_mut().split_at_col_mut(half);
    let (above, below) = exchanges.split_at_mut(half);
    eliminate(left.as_mut(), above, par);
    exchange(right.as_mut(), above, par);
    update(left.as_ref(), right.as_mut(), par);
    let rows = right.nrows() - half;
    eliminate(right.subrows_mut(half, rows), below, par);
    exchange(left.subrows_mut(half, rows), below, par);
    for row in below {
        *row += half;
    }
}

/// Eliminates factored columns from those to the right.
pub(crate) fn update<T: Scalar>(
    done: MatRef<'_, Complex<T>>,
    right: MatMut<'_, Complex<T>>,
    par: Par,
) {
    let (diagonal, below) = done.split_at_row(done.ncols());
    let (mut upper, rest) = right.split_at_row_mut(done.ncols());
    solve_triangle(Triangle::UnitLower, diagonal, upper.as_mut(), par);
    subtract_product(rest, below, upper.as_ref(), par);
}

/// A square matrix as its factors.
#[derive(Debug)]
pub struct Lu<T: Scalar> {
    /// L below the diagonal, U on and above it.
    factors: Mat<Complex<T>>,
    /// The row with which each row was exchanged, one after the other.
    exchanges: Vec<usize>,
}

impl<T: Scalar> Lu<T> {
    /// Factors a matrix in place.
    pub fn new(matrix: Mat<Complex<T>>, par: Par) -> Self {
        let mut elimination = Elimination::new(matrix);
        while !elimination.is_complete() {
            elimination.advance(par);
        }
        elimination.finish()
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.factors.nrows()
    }

    /// L below the diagonal, U on and above it.
    pub fn factors(&self) -> MatRef<'_, Complex<T>> {
        self.factors.as_ref()
    }

    /// The row with which each row was exchanged, one after the other.
    pub fn exchanges(&self) -> &[usize] {
        &self.exchanges
    }

    /// Solves with the matrix, overwriting the right-hand sides.
    pub fn solve_in_place(&self, mut sides: MatMut<'_, Complex<T>>, par: Par) {
        exchange(sides.as_mut(), &self.exchanges, par);
        let factors = self.factors();
        substitute(Triangle::UnitLower, factors, sides.as_mut(), par);
        substitute(Triangle::Upper, factors, sides, par);
    }

    /// Solves with the transpose.
    pub fn solve_transpose_in_place(&self, mut sides: MatMut<'_, Complex<T>>, par: Par) {
        let factors = self.factors().transpose();
        substitute(Triangle::Lower, factors, sides.as_mut(), par);
        substitute(Triangle::UnitUpper, factors, sides.as_mut(), par);
        exchange_back(sides, &self.exchanges);
    }

    /// Solves with the conjugate transpose.
    pub fn solve_adjoint_in_place(&self, mut sides: MatMut<'_, Complex<T>>, par: Par) {
        conjugate(sides.as_mut());
        self.solve_transpose_in_place(sides.as_mut(), par);
        conjugate(sides);
    }
}

/// Solves with a triangle of the factors block by block.
fn substitute<T: Scalar>(
    triangle: Triangle,
    factors: MatRef<'_, Complex<T>>,
    mut sides: MatMut<'_, Complex<T>>,
    par: Par,
) {
    let size = factors.nrows();
    let blocks = size.div_ceil(BLOCK);
    for n in 0..blocks {
        let block = if triangle.is_lower() {
            n
        } else {
            blocks - 1 - n
        };
        let first = block * BLOCK;
        let end = size.min(first + BLOCK);
        let strip = factors.subcols(first, end - first);
        let (before, rest) = sides.as_mut().split_at_row_mut(first);
        let (mut here, after) = rest.split_at_row_mut(end - first);
        let diagonal = strip.subrows(first, end - first);
        solve_triangle(triangle, diagonal, here.as_mut(), par);
        if triangle.is_lower() {
            let below = strip.subrows(end, size - end);
            subtract_product(after, below, here.as_ref(), par);
        } else {
            let above = strip.subrows(0, first);
            subtract_product(before, above, here.as_ref(), par);
        }
    }
}

pub(crate) fn conjugate<T: Scalar>(mut sides: MatMut<'_, Complex<T>>) {
    for column in columns(&mut sides) {
        for value in column {
            value.im = -value.im;
        }
    }
}

/// A^-1 B, on one thread.
pub fn solve(a: MatRef<'_, c64>, b: MatRef<'_, c64>) -> Mat<c64> {
    let mut solution = b.to_owned();
    Lu::new(a.to_owned(), Par::Seq).solve_in_place(solution.as_mut(), Par::Seq);
    solution
}

/// A^-1 B of real matrices, on one thread.
#[inline(never)]
pub fn solve_real(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> Mat<f64> {
    let size = a.nrows();
    let (mut factors, mut solution) = (a.to_owned(), b.to_owned());
    let (mut forward, mut backward) = (vec![0_usize; size], vec![0_usize; size]);
    let (par, params) = (Par::Seq, Spec::default());
    let scratch = factor::lu_in_place_scratch::<usize, f64>(size, size, par, params).or(
        with_factors::solve_in_place_scratch::<usize, f64>(size, b.ncols(), par),
    );
    let mut memory = MemBuffer::new(scratch);
    let stack = MemStack::new(&mut memory);
    let (_, permutation) = factor::lu_in_place(
        factors.as_mut(),
        &mut forward,
        &mut backward,
        par,
        stack,
        params,
    );
    with_factors::solve_in_place(
        factors.as_ref(),
        factors.as_ref(),
        permutation,
        solution.as_mut(),
        par,
        stack,
    );
    solution
}
