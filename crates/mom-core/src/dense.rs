//! The dense matrix: a store of entries, and its size before allocation.

use std::ops::ControlFlow;

use poynting_exec::{Budget, Real};
use poynting_linalg::{Accum, Complex, MatMut, MatRef};
use rayon::prelude::*;

use crate::assembly::{
    AfterPanel, Column, Store, Symmetry, assemble, assemble_after, assemble_on, working_bytes,
};
use crate::error::MomError;
use crate::filler::{Filled, PanelFiller};
use crate::operator::Operator;
use crate::pairs::Pairs;
use crate::panel::multiply;
use crate::precision::Precision;
use crate::product::Product;

/// Tile size of the transpose: two such tiles stay in cache.
const TILE: usize = 32;

/// A square column-major matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct Dense<T> {
    size: usize,
    values: Vec<Complex<T>>,
}

/// Peak memory in bytes of the dense solution of `unknowns` on `triangles`, with `sides` right-hand sides: the matrix, its factors in the precision `F`,
/// and what is needed besides: the right-hand sides with solutions and residuals, or what the assembly takes beyond the factors, which come after it.
pub fn dense_bytes<T: Real, F: Real>(unknowns: usize, triangles: usize, sides: usize) -> [u64; 3] {
    let value = 2 * T::BYTES;
    let entries = unknowns as u64 * unknowns as u64;
    let vectors = 3 * (unknowns * sides) as u64 * value;
    let factors = entries * 2 * F::BYTES;
    let assembly = working_bytes::<T>(triangles).saturating_sub(factors);
    [entries * value, factors, vectors.max(assembly)]
}

impl<T: Real> Dense<T> {
    /// All entries of an operator, if the dense solution fits into the budget.
    pub fn new(
        operator: &Operator<'_>,
        symmetry: Symmetry,
        budget: Budget,
    ) -> Result<Self, MomError> {
        let mut dense = Self::within::<T>(budget, operator)?;
        assemble(operator, symmetry, &mut dense)?;
        Ok(dense)
    }

    /// The same with integrals of separated triangles computed by a device; the matrix and the budget are those of the host.
    pub fn on(
        filler: &dyn PanelFiller,
        operator: &Operator<'_>,
        symmetry: Symmetry,
        budget: Budget,
    ) -> Result<Self, MomError>
    where
        T: Filled,
    {
        let mut dense = Self::within::<T>(budget, operator)?;
        assemble_on(filler, operator, symmetry, &mut dense)?;
        Ok(dense)
    }

    /// Adds the entries of an operator after those of the first `done` trial triangles.
    pub fn assemble_after(
        &mut self,
        (operator, symmetry): (&Operator<'_>, Symmetry),
        filler: Option<&dyn PanelFiller>,
        done: usize,
        after: &mut AfterPanel<'_, Self>,
    ) -> Result<ControlFlow<()>, MomError>
    where
        T: Filled,
    {
        let pairs = Pairs::<T>::new(operator, symmetry);
        let Some(filler) = filler else {
            return assemble_after(&pairs, &pairs, (self, done), after);
        };
        let mut flow = ControlFlow::Continue(());
        T::with(filler, &pairs, &mut |fill| {
            flow = assemble_after(&pairs, fill, (&mut *self, done), after)?;
            Ok(())
        })?;
        Ok(flow)
    }

    /// Storage for all entries, if the dense solution with factors in the precision `F` fits into the budget.
    pub fn within<F: Real>(budget: Budget, operator: &Operator<'_>) -> Result<Self, MomError> {
        let size = operator.space().len();
        let triangles = operator.space().triangles().len();
        budget.check(dense_bytes::<T, F>(size, triangles, 1).iter().sum())?;
        Ok(Self::zeros(size))
    }

    /// All zeros.
    pub fn zeros(size: usize) -> Self {
        let zero = Complex::new(T::of(0.0), T::of(0.0));
        Self {
            size,
            values: vec![zero; size * size],
        }
    }

    /// From a function of row and column.
    pub fn from_fn(size: usize, value: impl Fn(usize, usize) -> Complex<T>) -> Self {
        let mut dense = Self::zeros(size);
        for (n, entry) in dense.values.iter_mut().enumerate() {
            *entry = value(n % size, n / size);
        }
        dense
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All values, column by column.
    pub fn values(&self) -> &[Complex<T>] {
        &self.values
    }

    /// All values, column by column.
    pub fn values_mut(&mut self) -> &mut [Complex<T>] {
        &mut self.values
    }

    /// The square root of the sum of all |a|^2. The sum of each column is formed by one thread.
    pub fn frobenius_norm(&self) -> f64 {
        let square = |z: &Complex<T>| {
            let [re, im] = [z.re, z.im].map(Real::f64);
            re * re + im * im
        };
        let columns = self.values.par_chunks(self.size.max(1));
        let squares: Vec<f64> = columns.map(|c| c.iter().map(square).sum()).collect();
        squares.iter().sum::<f64>().sqrt()
    }

    /// One value.
    pub fn at(&self, row: usize, column: usize) -> Complex<T> {
        self.values[column * self.size + row]
    }
}

/// A view for linear algebra.
pub fn view<T: Precision>(dense: &Dense<T>) -> MatRef<'_, Complex<T>> {
    MatRef::from_column_major_slice(dense.values(), dense.size(), dense.size())
}

impl<T: Precision> Product<T> for Dense<T> {
    fn size(&self) -> usize {
        Dense::size(self)
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        multiply(y, Accum::Replace, view(self), x, 1.0);
        Ok(())
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
        split_columns(&mut self.values, (0, self.size), numbers)
    }

    fn add_transpose(&mut self) {
        let size = self.size;
        for first in (0..size).step_by(TILE) {
            let last = size.min(first + TILE);
            let (left, right) = self.values.split_at_mut(last * size);
            let tile = &mut left[first * size..];
            for a in 0..last - first {
                for b in 0..=a {
                    let [lower, upper] = [b * size + first + a, a * size + first + b];
                    tile[lower] = sum(tile[lower], tile[upper]);
                    tile[upper] = tile[lower];
                }
            }
            // The part below the diagonal in these columns, in the same tiles as the columns to the right.
            let mut below: Vec<Vec<&mut [Complex<T>]>> = Vec::new();
            below.resize_with(right.len().div_ceil(TILE * size), Vec::new);
            for column in tile.chunks_mut(size) {
                for (rows, part) in below.iter_mut().zip(column[last..].chunks_mut(TILE)) {
                    rows.push(part);
                }
            }
            (right.par_chunks_mut(TILE * size).zip(below)).for_each(|(across, mut below)| {
                for (b, column) in across.chunks_mut(size).enumerate() {
                    for (part, value) in below.iter_mut().zip(&mut column[first..last]) {
                        *value = sum(*value, part[b]);
                        part[b] = *value;
                    }
                }
            });
        }
    }
}

/// The columns with these ascending numbers among values that begin with the column `first`.
pub(crate) fn split_columns<'a, T>(
    values: &'a mut [Complex<T>],
    (first, size): (usize, usize),
    numbers: &[usize],
) -> Vec<&'a mut [Complex<T>]> {
    let mut columns = Vec::with_capacity(numbers.len());
    let (mut rest, mut next) = (values, first);
    for &number in numbers {
        let (column, after) = rest[(number - next) * size..].split_at_mut(size);
        columns.push(column);
        (rest, next) = (after, number + 1);
    }
    columns
}

fn sum<T: Real>(a: Complex<T>, b: Complex<T>) -> Complex<T> {
    Complex::new(a.re + b.re, a.im + b.im)
}
