//! Block incomplete factorisation of the near field, without fill-in: L U = A on the pattern of A (Y. Saad, Iterative Methods for Sparse
//! Linear Systems, 2003, section 10.3, ILU(0) with blocks in place of numbers).
//!
//! Each row depends on those before it, so the factorisation and each solution run on one thread; several right-hand sides are distributed over
//! threads. The diagonal blocks store their inverses. There is no pivoting between block rows: a singular pivot is rejected.

use std::ops::Range;

use poynting_exec::SimdLevel;
use poynting_linalg::{Accum, Complex, Mat, MatMut, MatRef, Par, matmul};
use rayon::prelude::*;

use crate::block_sparse::BlockSparse;
use crate::block_sparse::RowSum;
use crate::block_sparse::gathered;
use crate::krylov::real;
use crate::precondition::Preconditioner;
use crate::precondition::lu::Lu;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// Right-hand sides per thread at a time.
const COLUMNS: usize = 4;

/// L below the diagonal, with a unit diagonal that is not stored; U above it, and the inverses of its diagonal blocks on it.
#[derive(Debug, Clone)]
pub struct BlockIlu<T> {
    factors: BlockSparse<T>,
    /// Index of the diagonal block of each row.
    diagonal: Vec<usize>,
}

impl<T: Precision> BlockIlu<T> {
    /// Factors a near field.
    pub fn new(near: BlockSparse<T>) -> Result<Self, MomError> {
        let mut ilu = Self {
            diagonal: Vec::with_capacity(near.layout.clusters()),
            factors: near,
        };
        for row in 0..ilu.factors.layout.clusters() {
            let unknowns = ilu.factors.layout.unknowns(row);
            let singular = MomError::SingularBlock {
                first: unknowns.start,
                last: unknowns.end.saturating_sub(1),
            };
            let Ok(at) = ilu.factors.layout.pattern(row).binary_search(&(row as u32)) else {
                return Err(singular);
            };
            let own = ilu.factors.layout.first[row] + at;
            for number in ilu.factors.layout.first[row]..own {
                ilu.eliminate(row, number);
            }
            let pivot = ilu.factors.rows().nth(row, own).to_owned();
            let inverse = Lu::new(pivot).ok_or(singular)?.inverse();
            ilu.block_mut(row, own).copy_from(inverse);
            ilu.diagonal.push(own);
        }
        Ok(ilu)
    }

    /// Turns block `number` of a row into one of L, and subtracts the update from the blocks to its right.
    fn eliminate(&mut self, row: usize, number: usize) {
        let pivot = self.factors.layout.columns[number] as usize;
        let inverse = self.factors.rows().nth(pivot, self.diagonal[pivot]);
        let lower = multiplied(self.factors.rows().nth(row, number), inverse);
        self.block_mut(row, number).copy_from(&lower);
        for right in self.diagonal[pivot] + 1..self.factors.layout.first[pivot + 1] {
            let column = self.factors.layout.columns[right];
            if let Ok(at) = self.factors.layout.pattern(row).binary_search(&column) {
                let change = multiplied(lower.as_ref(), self.factors.rows().nth(pivot, right));
                let target = self.factors.layout.first[row] + at;
                let mut block = self.block_mut(row, target);
                block -= &change;
            }
        }
    }

    fn block_mut(&mut self, row: usize, number: usize) -> MatMut<'_, Complex<T>> {
        let columns = self
            .factors
            .layout
            .unknowns(self.factors.layout.columns[number] as usize)
            .len();
        let rows = self.factors.layout.unknowns(row).len();
        let values = self.factors.layout.offsets[number]..self.factors.layout.offsets[number + 1];
        MatMut::from_column_major_slice_mut(&mut self.factors.values[values], rows, columns)
    }

    /// Forward substitution with L, back substitution with U, in place.
    fn solve(&self, values: &mut [Complex<T>]) {
        let simd = SimdLevel::detect();
        let all = self.factors.rows();
        let mut sums = Vec::new();
        let clusters = self.factors.layout.clusters();
        let sum = |row: usize, blocks: Range<usize>, x: &[Complex<T>], sums: &mut Vec<T>| {
            simd.run(RowSum {
                of: &all,
                rows: self.factors.layout.unknowns(row).len(),
                blocks,
                x,
                sums,
            });
        };
        for row in 0..clusters {
            let blocks = self.factors.layout.first[row]..self.diagonal[row];
            sum(row, blocks, values, &mut sums);
            self.update(row, &sums, values, |old, sum| {
                Complex::new(old.re - sum.re, old.im - sum.im)
            });
        }
        for row in (0..clusters).rev() {
            let blocks = self.diagonal[row] + 1..self.factors.layout.first[row + 1];
            sum(row, blocks, values, &mut sums);
            self.update(row, &sums, values, |old, sum| {
                Complex::new(old.re - sum.re, old.im - sum.im)
            });
            let own = self.diagonal[row]..self.diagonal[row] + 1;
            sum(row, own, values, &mut sums);
            self.update(row, &sums, values, |_, sum| sum);
        }
    }

    /// Updates the values of a cluster by the sums of its row.
    fn update(
        &self,
        row: usize,
        sums: &[T],
        values: &mut [Complex<T>],
        change: impl Fn(Complex<T>, Complex<T>) -> Complex<T>,
    ) {
        let unknowns = self.factors.layout.unknowns(row);
        for (column, values) in values
            .chunks_exact_mut(self.factors.layout.size())
            .enumerate()
        {
            for (n, value) in values[unknowns.clone()].iter_mut().enumerate() {
                *value = change(*value, RowSum::at(sums, unknowns.len(), column, n));
            }
        }
    }
}

fn multiplied<T: Precision>(
    a: MatRef<'_, Complex<T>>,
    b: MatRef<'_, Complex<T>>,
) -> Mat<Complex<T>> {
    let mut product = Mat::zeros(a.nrows(), b.ncols());
    matmul(product.as_mut(), Accum::Replace, a, b, real(1.0), Par::Seq);
    product
}

impl<T: Precision> Preconditioner<T> for BlockIlu<T> {
    fn apply(&self, x: MatRef<'_, Complex<T>>, y: MatMut<'_, Complex<T>>) -> Result<(), MomError> {
        let columns = x.par_col_chunks(COLUMNS);
        columns
            .zip(y.par_col_chunks_mut(COLUMNS))
            .for_each(|(x, mut y)| {
                let mut values = gathered(x);
                self.solve(&mut values);
                y.copy_from(MatRef::from_column_major_slice(
                    &values,
                    x.nrows(),
                    x.ncols(),
                ));
            });
        Ok(())
    }
}
