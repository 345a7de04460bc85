//! The inverses of diagonal blocks: M = diag(A_11^-1, A_22^-1, ...), block Jacobi.
//!
//! It equalises functions of different size and suits the CFIE. On the EFIE it can cost steps instead of saving them, since each block is the matrix
//! of an island with charge at its edges: on the plate of the tests 131 instead of 70.

use std::ops::Range;

use poynting_linalg::{Complex, Mat, MatRef};
use rayon::prelude::*;

use crate::block_sparse::BlockSparse;
use crate::block_sparse::Layout;
use crate::precondition::Explicit;
use crate::precondition::lu::Lu;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// From the diagonal blocks of a near field.
pub fn block_diagonal<T: Precision>(near: &BlockSparse<T>) -> Result<Explicit<T>, MomError> {
    inverses(near.layout.starts.clone(), |cluster| {
        near.block(cluster, cluster)
            .map_or_else(|| Mat::zeros(0, 0), |block| block.to_owned())
    })
}

/// From diagonal blocks with their unknowns, which are consecutive from 0.
pub fn of_blocks<T: Precision>(
    blocks: &[(Range<usize>, MatRef<'_, Complex<T>>)],
) -> Result<Explicit<T>, MomError> {
    let mut starts = vec![0];
    for (unknowns, block) in blocks {
        let [rows, columns] = [block.nrows(), block.ncols()];
        let after = starts[starts.len() - 1] == unknowns.start;
        if !after || [rows, columns] != [unknowns.len(); 2] {
            return Err(MomError::BlockShape {
                first: unknowns.start,
                rows,
                columns,
            });
        }
        starts.push(unknowns.end);
    }
    inverses(starts, |cluster| blocks[cluster].1.to_owned())
}

fn inverses<T: Precision>(
    starts: Vec<usize>,
    block: impl Fn(usize) -> Mat<Complex<T>> + Sync,
) -> Result<Explicit<T>, MomError> {
    let mut inverse = BlockSparse::new(Layout::diagonal(starts));
    inverse.rows_mut().into_par_iter().try_for_each(|mut row| {
        let unknowns = row.unknowns();
        for (cluster, mut place) in row.blocks() {
            let factors = Some(block(cluster)).filter(|b| b.nrows() == place.nrows());
            let factors = factors.and_then(Lu::new).ok_or(MomError::SingularBlock {
                first: unknowns.start,
                last: unknowns.end.saturating_sub(1),
            })?;
            place.copy_from(factors.inverse());
        }
        Ok::<(), MomError>(())
    })?;
    Ok(Explicit(inverse))
}
