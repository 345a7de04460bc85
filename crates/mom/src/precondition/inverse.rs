//! A sparse approximate inverse on the pattern of the near field.
//!
//! For each cluster b with neighbours N(b), including b, its rows of the inverse are taken from the local matrix of the neighbourhood:
//!
//! ```text
//! M(b, N) = rows b of A(N, N)^-1,     M(b, elsewhere) = 0
//! ```
//!
//! so M A is the identity in b's rows, up to couplings out of N(b). This is the restricted additive Schwarz method with every cluster as a
//! subdomain and its neighbours as overlap (X.-C. Cai, M. Sarkis, SIAM J. Sci. Comput. 21, 792, 1999). It is not the Frobenius-norm minimising
//! inverse (B. Carpentieri, I. S. Duff, L. Giraud, G. Sylvand, SIAM J. Sci. Comput. 27, 774, 2005), which has the same pattern and
//! solves a least-squares problem for each cluster. Blocks of A(N, N) that are not in the near field are treated as zero.

use poynting_linalg::Mat;
use rayon::prelude::*;

use crate::block_sparse::BlockRow;
use crate::block_sparse::BlockSparse;
use crate::precondition::Explicit;
use crate::precondition::lu::Lu;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;

/// Local inverses of a near field.
pub fn local_inverse<T: Precision>(near: &BlockSparse<T>) -> Result<Explicit<T>, MomError> {
    let mut inverse = BlockSparse::new(near.layout.clone());
    (inverse.rows_mut().into_par_iter()).try_for_each(|row| fill(near, row))?;
    Ok(Explicit(inverse))
}

fn fill<T: Precision>(near: &BlockSparse<T>, mut row: BlockRow<'_, T>) -> Result<(), MomError> {
    let unknowns = row.unknowns();
    let singular = || MomError::SingularBlock {
        first: unknowns.start,
        last: unknowns.end.saturating_sub(1),
    };
    let neighbours: Vec<usize> = row.columns.iter().map(|&c| c as usize).collect();
    let mut places = vec![0];
    for &cluster in &neighbours {
        places.push(places[places.len() - 1] + near.layout.unknowns(cluster).len());
    }
    let size = places[neighbours.len()];
    let mut local = Mat::zeros(size, size);
    for (a, &test) in neighbours.iter().enumerate() {
        for (b, &trial) in neighbours.iter().enumerate() {
            if let Some(block) = near.block(test, trial) {
                let (rows, columns) = (block.nrows(), block.ncols());
                let place = local
                    .as_mut()
                    .submatrix_mut(places[a], places[b], rows, columns);
                { place }.copy_from(block);
            }
        }
    }
    let own = neighbours.binary_search(&row.row).map_err(|_| singular())?;
    let mut rows = Mat::zeros(size, unknowns.len());
    for n in 0..unknowns.len() {
        rows[(places[own] + n, n)] = crate::krylov::real(1.0);
    }
    Lu::new(local)
        .ok_or_else(singular)?
        .solve_transpose(rows.as_mut());
    for ((_, mut block), place) in row.blocks().zip(places) {
        let part = rows.as_ref().subrows(place, block.ncols());
        block.copy_from(part.transpose());
    }
    Ok(())
}
