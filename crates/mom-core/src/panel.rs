//! Products of tall panels, deterministic for any number of threads.
//!
//! Sums over the rows are accumulated in the matrix's own precision within `ROWS` rows and in double precision beyond, in an order that depends only
//! on the size. So an inner product of a million single-precision values is as accurate as one of a few hundred.

use poynting_linalg::{Accum, Complex, Mat, MatMut, MatRef, Par, adjoint_matmul, matmul};
use rayon::prelude::*;

use crate::precision::Precision;

/// Rows that are summed in the matrix's precision.
const ROWS: usize = 256;
/// Rows per thread at a time.
const STRIP: usize = 16 * ROWS;
/// Rows of a matrix that are multiplied together: long enough pieces of its columns to be read at the speed of the memory.
const TALL: usize = 4 * ROWS;

/// A matrix of coefficients.
pub type Small = Mat<Complex<f64>>;

/// A real number of precision `T` as a complex one.
pub fn real<T: Precision>(x: f64) -> Complex<T> {
    Complex::new(T::of(x), T::of(0.0))
}

/// V^H W.
pub fn projections<T: Precision>(v: MatRef<'_, Complex<T>>, w: MatRef<'_, Complex<T>>) -> Small {
    let strips: Vec<Small> = (v.par_row_chunks(STRIP).zip(w.par_row_chunks(STRIP)))
        .map(|(v, w)| {
            let mut sum = Small::zeros(v.ncols(), w.ncols());
            let mut part = Mat::<Complex<T>>::zeros(v.ncols(), w.ncols());
            for first in (0..v.nrows()).step_by(ROWS) {
                let rows = ROWS.min(v.nrows() - first);
                let (v, w) = (v.subrows(first, rows), w.subrows(first, rows));
                let one = real(1.0);
                adjoint_matmul(part.as_mut(), Accum::Replace, v, w, one, Par::Seq);
                accumulate(&mut sum, |row, column| wide(part[(row, column)]));
            }
            sum
        })
        .collect();
    let mut sum = Small::zeros(v.ncols(), w.ncols());
    for strip in strips {
        accumulate(&mut sum, |row, column| strip[(row, column)]);
    }
    sum
}

fn accumulate(sum: &mut Small, value: impl Fn(usize, usize) -> Complex<f64>) {
    for column in 0..sum.ncols() {
        for row in 0..sum.nrows() {
            sum[(row, column)] += value(row, column);
        }
    }
}

fn wide<T: Precision>(value: Complex<T>) -> Complex<f64> {
    Complex::new(value.re.f64(), value.im.f64())
}

/// W + factor V H.
pub fn add_product<T: Precision>(
    w: MatMut<'_, Complex<T>>,
    v: MatRef<'_, Complex<T>>,
    h: &Small,
    factor: f64,
) {
    let h = Mat::from_fn(h.nrows(), h.ncols(), |row, column| {
        let value = h[(row, column)];
        Complex::new(T::of(value.re), T::of(value.im))
    });
    multiply(w, Accum::Add, v, h.as_ref(), factor);
}

/// W = factor A X, or adds that to W.
pub fn multiply<T: Precision>(
    w: MatMut<'_, Complex<T>>,
    accum: Accum,
    a: MatRef<'_, Complex<T>>,
    x: MatRef<'_, Complex<T>>,
    factor: f64,
) {
    (w.par_row_chunks_mut(TALL).zip(a.par_row_chunks(TALL)))
        .for_each(|(w, a)| matmul(w, accum, a, x, real(factor), Par::Seq));
}

/// A B of small matrices.
pub fn product(a: &Small, b: MatRef<'_, Complex<f64>>) -> Small {
    let mut product = Small::zeros(a.nrows(), b.ncols());
    let one = Complex::new(1.0, 0.0);
    matmul(
        product.as_mut(),
        Accum::Replace,
        a.as_ref(),
        b,
        one,
        Par::Seq,
    );
    product
}

/// The 2-norm of every column.
pub fn norms<T: Precision>(w: MatRef<'_, Complex<T>>) -> Vec<f64> {
    let of = |n: usize| projections(w.subcols(n, 1), w.subcols(n, 1))[(0, 0)];
    (0..w.ncols()).map(|n| of(n).re.sqrt()).collect()
}

/// Multiplies a column by a real number.
pub fn scale<T: Precision>(w: MatMut<'_, Complex<T>>, factor: f64) {
    let factor = T::of(factor);
    w.par_row_chunks_mut(STRIP).for_each(|mut strip| {
        for column in 0..strip.ncols() {
            for row in 0..strip.nrows() {
                let value = &mut strip[(row, column)];
                *value = Complex::new(value.re * factor, value.im * factor);
            }
        }
    });
}

/// W + factor V.
pub fn add<T: Precision>(w: MatMut<'_, Complex<T>>, v: MatRef<'_, Complex<T>>, factor: f64) {
    let factor = T::of(factor);
    (w.par_row_chunks_mut(STRIP).zip(v.par_row_chunks(STRIP))).for_each(|(mut w, v)| {
        for column in 0..w.ncols() {
            for row in 0..w.nrows() {
                let (sum, value) = (&mut w[(row, column)], v[(row, column)]);
                sum.re += factor * value.re;
                sum.im += factor * value.im;
            }
        }
    });
}
