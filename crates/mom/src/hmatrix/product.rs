//! y = A x by blocks.
//!
//! First V^T x is computed for every low-rank block, then every leaf of the row tree sums the contributions of its blocks in order:
//! each row is written by one thread, in one order, so the product does not depend on the number of threads.

use std::hint::black_box;

use poynting_linalg::{Accum, Complex, Mat, MatMut, MatRef, Par, matmul};
use rayon::prelude::*;

use super::HMatrix;
use super::cluster::Cluster;
use super::panel::Content;
use crate::order;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::product::Product;

/// Columns multiplied at once; more would only take memory for their V^T x.
const BATCH: usize = 32;

impl<T: Precision> Product<T> for HMatrix<T> {
    fn size(&self) -> usize {
        self.clusters.order().len()
    }

    fn multiply(
        &self,
        x: MatRef<'_, Complex<T>>,
        mut y: MatMut<'_, Complex<T>>,
    ) -> Result<(), MomError> {
        let order = self.clusters.order();
        for first in (0..x.ncols()).step_by(BATCH) {
            let count = BATCH.min(x.ncols() - first);
            let sorted = order::sorted(order, x.subcols(first, count));
            for (leaf, part) in self.clusters.leaves().zip(self.parts(sorted.as_ref())) {
                for (n, &row) in order[leaf.range.clone()].iter().enumerate() {
                    for column in 0..count {
                        y[(row as usize, first + column)] = part[(n, column)];
                    }
                }
            }
        }
        Ok(())
    }
}

impl<T: Precision> HMatrix<T> {
    /// The product leaf by leaf, all in the order of the tree.
    fn parts(&self, x: MatRef<'_, Complex<T>>) -> Vec<Mat<Complex<T>>> {
        let of = |cluster: usize| {
            let range = &self.clusters.all()[cluster].range;
            x.subrows(range.start, range.len())
        };
        let inner: Vec<Mat<Complex<T>>> = (self.blocks.par_iter())
            .map(|block| match &block.content {
                Content::Full(_) => Mat::new(),
                Content::LowRank { v, .. } => {
                    let mut product = Mat::zeros(v.columns(), x.ncols());
                    add(
                        product.as_mut(),
                        v.view().transpose(),
                        of(block.pairing.columns),
                    );
                    product
                }
            })
            .collect();
        let leaves: Vec<&Cluster> = self.clusters.leaves().collect();
        (leaves.par_iter().zip(&self.above))
            .map(|(leaf, above)| {
                let mut sum = Mat::zeros(leaf.range.len(), x.ncols());
                for &number in above {
                    let block = &self.blocks[number as usize];
                    let rows = &self.clusters.all()[block.pairing.rows].range;
                    let (from, count) = (leaf.range.start - rows.start, leaf.range.len());
                    let (left, right) = match (&block.content, &inner[number as usize]) {
                        (Content::LowRank { u, .. }, inner) => (u, inner.as_ref()),
                        (Content::Full(panel), _) => (panel, of(block.pairing.columns)),
                    };
                    add(sum.as_mut(), left.view().subrows(from, count), right);
                }
                sum
            })
            .collect()
    }
}

/// Performs the work of a one-column product with a block and discards the result, to time it.
pub fn pass<T: Precision>(block: &Content<T>, leaf: usize) {
    let ones = |rows: usize| Mat::from_fn(rows, 1, |_, _| Complex::new(T::of(1.0), T::of(0.0)));
    let (left, right) = match block {
        Content::Full(panel) => (panel, ones(panel.columns())),
        Content::LowRank { u, v } => {
            let mut inner = Mat::zeros(v.columns(), 1);
            add(
                inner.as_mut(),
                v.view().transpose(),
                ones(v.view().nrows()).as_ref(),
            );
            (u, inner)
        }
    };
    let rows = left.view().nrows();
    for from in (0..rows).step_by(leaf) {
        let count = leaf.min(rows - from);
        let mut sum = Mat::zeros(count, 1);
        add(
            sum.as_mut(),
            left.view().subrows(from, count),
            right.as_ref(),
        );
        black_box(sum);
    }
}

fn add<T: Precision>(
    sum: MatMut<'_, Complex<T>>,
    left: MatRef<'_, Complex<T>>,
    right: MatRef<'_, Complex<T>>,
) {
    let one = Complex::new(T::of(1.0), T::of(0.0));
    matmul(sum, Accum::Add, left, right, one, Par::Seq);
}
