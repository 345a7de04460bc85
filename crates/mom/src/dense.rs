//! The dense matrix: one store of entries, and its size before it exists.

use faer::complex::Complex;
use poynting_exec::{Budget, Real};
use rayon::prelude::*;

use crate::assembly::{Column, Store, Symmetry, assemble, working_bytes};
use crate::error::MomError;
use crate::operator::Operator;

/// A square matrix by columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense<T> {
    size: usize,
    values: Vec<Complex<T>>,
}

/// Bytes that the dense solution of `unknowns` on `triangles` takes at its largest, with `sides` right-hand sides: the matrix, its factors, and
/// whichever is larger, the panel of the assembly or the right-hand sides with solutions and residuals.
pub fn dense_bytes<T: Real>(unknowns: usize, triangles: usize, sides: usize) -> u64 {
    let value = 2 * T::BYTES;
    let matrix = unknowns as u64 * unknowns as u64 * value;
    let vectors = 3 * (unknowns * sides) as u64 * value;
    2 * matrix + vectors.max(working_bytes::<T>(triangles))
}

impl<T: Real> Dense<T> {
    /// All entries of an operator, if the dense solution fits into the budget.
    pub fn new(
        operator: &Operator<'_>,
        symmetry: Symmetry,
        budget: Budget,
    ) -> Result<Self, MomError> {
        let size = operator.space().len();
        budget.check(dense_bytes::<T>(
            size,
            operator.space().triangles().len(),
            1,
        ))?;
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        let mut dense = Self {
            size,
            values: vec![zero; size * size],
        };
        assemble(operator, symmetry, &mut dense);
        Ok(dense)
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All values, column by column.
    pub fn values(&self) -> &[Complex<T>] {
        &self.values
    }

    /// One value.
    pub fn at(&self, row: usize, column: usize) -> Complex<T> {
        self.values[column * self.size + row]
    }
}

impl<T: Real> Column<T> for &mut [Complex<T>] {
    #[inline(always)]
    fn add(&mut self, row: usize, value: Complex<T>) {
        let entry = &mut self[row];
        entry.re += value.re;
        entry.im += value.im;
    }
}

impl<T: Real> Store<T> for Dense<T> {
    type Column<'s> = &'s mut [Complex<T>];

    fn columns(&mut self, numbers: &[usize]) -> Vec<Self::Column<'_>> {
        let mut columns = Vec::with_capacity(numbers.len());
        let (mut rest, mut next) = (&mut self.values[..], 0);
        for &number in numbers {
            let (column, after) = rest[(number - next) * self.size..].split_at_mut(self.size);
            columns.push(column);
            (rest, next) = (after, number + 1);
        }
        columns
    }

    fn add_transpose(&mut self) {
        /// Columns at a time; their rows stay in cache while the others pass by.
        const TILE: usize = 64;
        let size = self.size;
        for first in (0..size).step_by(TILE) {
            let last = size.min(first + TILE);
            let (left, right) = self.values.split_at_mut(last * size);
            let tile = &mut left[first * size..];
            right
                .par_chunks_mut(size)
                .enumerate()
                .for_each(|(n, column)| {
                    for row in first..last {
                        column[row] = sum(column[row], tile[(row - first) * size + last + n]);
                    }
                });
            tile.par_chunks_mut(size)
                .enumerate()
                .for_each(|(n, column)| {
                    for (row, other) in right.chunks(size).enumerate() {
                        column[last + row] = other[first + n];
                    }
                });
            for a in first..last {
                for b in first..=a {
                    let [lower, upper] = [(b - first) * size + a, (a - first) * size + b];
                    tile[lower] = sum(tile[lower], tile[upper]);
                    tile[upper] = tile[lower];
                }
            }
        }
    }
}

fn sum<T: Real>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    Complex::new(a.re + b.re, a.im + b.im)
}
