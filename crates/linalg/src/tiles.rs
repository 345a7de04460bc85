//! Work on matrices divided into tiles. Their sizes depend on the matrix alone and each is computed by one thread, so that every sum is formed in the
//! same order and the result is bitwise identical for any number of threads.

use faer::complex::Complex;
use faer::{MatMut, MatRef, Par};
use rayon::prelude::*;

use crate::kernel::{DEPTH, copied_bytes, subtract};
use crate::scalar::{Scalar, Triangle};

/// Rows and columns of a tile of a product: large enough that copying the factors into the order of the kernel takes little of the time.
const ROWS: usize = 512;
const COLUMNS: usize = 256;
/// Columns of a tile of a triangular solution or an exchange of rows.
const SIDES: usize = 64;
/// Rows of a triangle that is not divided any more.
const SMALL: usize = 16;

/// Bytes that a thread holds for products of tiles: both factors in the order of the kernel.
pub fn thread_bytes<T: Scalar>() -> u64 {
    copied_bytes::<T>(COLUMNS)
}

/// C - A B, with the same bits in whatever tiles. A thread copies what it multiplies into buffers that it keeps.
pub fn subtract_product<T: Scalar>(
    c: MatMut<'_, Complex<T>>,
    a: MatRef<'_, Complex<T>>,
    b: MatRef<'_, Complex<T>>,
    par: Par,
) {
    let mut tiles = Vec::new();
    for (first_column, column) in column_tiles(c, COLUMNS) {
        let b = b.subcols(first_column, column.ncols());
        for (first_row, tile) in row_tiles(column, ROWS) {
            let a = a.subrows(first_row, tile.nrows());
            tiles.push((tile, a, b));
        }
    }
    on(par, tiles, |(mut tile, a, b)| {
        for first in (0..a.ncols()).step_by(DEPTH) {
            let depth = DEPTH.min(a.ncols() - first);
            let (a, b) = (a.subcols(first, depth), b.subrows(first, depth));
            subtract(tile.as_mut(), a, b);
        }
    });
}

/// Solves T X = B for a triangle T, with X in place of B.
pub(crate) fn solve_triangle<T: Scalar>(
    triangle: Triangle,
    factors: MatRef<'_, Complex<T>>,
    sides: MatMut<'_, Complex<T>>,
    par: Par,
) {
    on(par, column_tiles(sides, SIDES), |(_, tile)| {
        solve_tile(triangle, factors, tile);
    });
}

/// The same for one tile, by halves, so that most of it are products.
fn solve_tile<T: Scalar>(
    triangle: Triangle,
    factors: MatRef<'_, Complex<T>>,
    sides: MatMut<'_, Complex<T>>,
) {
    let size = factors.nrows();
    if size <= SMALL {
        T::solve_triangle(triangle, factors, sides);
        return;
    }
    let half = size / 2;
    let (first, upper, lower, last) = factors.split_at(half, half);
    let (mut above, mut below) = sides.split_at_row_mut(half);
    if triangle.is_lower() {
        solve_tile(triangle, first, above.as_mut());
        subtract(below.as_mut(), lower, above.as_ref());
        solve_tile(triangle, last, below);
    } else {
        solve_tile(triangle, last, below.as_mut());
        subtract(above.as_mut(), upper, below.as_ref());
        solve_tile(triangle, first, above);
    }
}

/// Exchanges each row in turn with the one that `exchanges` names.
pub(crate) fn exchange<T: Scalar>(sides: MatMut<'_, Complex<T>>, exchanges: &[usize], par: Par) {
    on(par, column_tiles(sides, SIDES), |(_, mut tile)| {
        for column in columns(&mut tile) {
            for (row, &with) in exchanges.iter().enumerate() {
                column.swap(row, with);
            }
        }
    });
}

/// Undoes [`exchange`].
pub(crate) fn exchange_back<T: Scalar>(mut sides: MatMut<'_, Complex<T>>, exchanges: &[usize]) {
    for column in columns(&mut sides) {
        for (row, &with) in exchanges.iter().enumerate().rev() {
            column.swap(row, with);
        }
    }
}

/// The columns of a matrix that is stored column by column.
pub(crate) fn columns<'a, T: Scalar>(
    matrix: &'a mut MatMut<'_, Complex<T>>,
) -> impl Iterator<Item = &'a mut [Complex<T>]> {
    let columns = matrix.as_mut().col_iter_mut();
    columns.filter_map(|column| Some(column.try_as_col_major_mut()?.as_slice_mut()))
}

/// Some columns at a time, each with its first one.
fn column_tiles<T>(mut matrix: MatMut<'_, T>, width: usize) -> Vec<(usize, MatMut<'_, T>)> {
    let (mut tiles, mut first) = (Vec::new(), 0);
    while matrix.ncols() > 0 {
        let width = width.min(matrix.ncols());
        let (tile, rest) = matrix.split_at_col_mut(width);
        let columns = tile.ncols();
        tiles.push((first, tile));
        (first, matrix) = (first + columns, rest);
    }
    tiles
}

/// Some rows at a time, each with its first one.
fn row_tiles<T>(mut matrix: MatMut<'_, T>, height: usize) -> Vec<(usize, MatMut<'_, T>)> {
    let (mut tiles, mut first) = (Vec::new(), 0);
    while matrix.nrows() > 0 {
        let height = height.min(matrix.nrows());
        let (tile, rest) = matrix.split_at_row_mut(height);
        let rows = tile.nrows();
        tiles.push((first, tile));
        (first, matrix) = (first + rows, rest);
    }
    tiles
}

/// Works on tiles, on the current pool or on this thread.
fn on<W: Send>(par: Par, tiles: Vec<W>, work: impl Fn(W) + Send + Sync) {
    match par {
        Par::Rayon(_) if tiles.len() > 1 => {
            tiles.into_par_iter().with_max_len(1).for_each(work);
        }
        _ => tiles.into_iter().for_each(work),
    }
}
