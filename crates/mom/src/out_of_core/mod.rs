//! The dense matrix and its factors on disk, where memory holds only some of their columns.
//!
//! The matrix is assembled slab by slab of columns and stored in square tiles. A symmetric operator has only half of its pairs integrated, and its
//! matrix is H + H^T: the tiles are those of H, and a column is read with its transposed row. The factors are made by
//! [`StoredLu`](poynting_linalg::StoredLu) and stored in panels. Entries, factors, solutions, residuals and the condition number have the bits of those
//! in memory, with factors in the precision of the matrix.
//!
//! With checkpoints, what is finished is kept in their folder: a run that was killed continues after the last slab of the matrix or the last panel of its
//! factors. Without, both are in files without a name in the folder for temporary files.

mod matrix;
mod panels;
mod shelf;

use std::ops::ControlFlow;

use poynting_linalg::{Complex, Mat, PANEL, Part, StoredLu, subtract_product};

pub use matrix::StoredMatrix;
use panels::StoredPanels;
pub use shelf::Place;

use poynting_exec::Real;
use poynting_mom_core::error::MomError;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::{
    Solutions, Wanted, column_sum, inverse_norm, relative_residuals, threads,
};

/// Called as the work advances; may stop it.
pub type Watch<'a> = dyn FnMut() -> Result<ControlFlow<()>, MomError> + 'a;

/// Bytes of a matrix of this size on disk, with its factors.
pub fn bytes_on_disk<T: Real>(size: usize) -> u64 {
    let parts = |panel| [Part::Upper, Part::Lower].map(|part| part.entries(size, panel) as u64);
    let factors = (0..size.div_ceil(PANEL)).flat_map(parts).sum::<u64>();
    (size as u64 * size as u64 + factors) * 2 * T::BYTES
}

/// A matrix on disk with its factors.
#[derive(Debug)]
pub struct OutOfCore<T> {
    matrix: StoredMatrix<T>,
    factors: StoredLu<StoredPanels<T>>,
}

impl<T: Precision> OutOfCore<T> {
    /// Factors a matrix, or continues with the panels that are kept, with this many columns in memory; none if `watch` stopped the work.
    pub fn new(
        matrix: StoredMatrix<T>,
        columns: usize,
        place: &Place,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Self>, MomError> {
        let size = matrix.size();
        let (panels, exchanges) = StoredPanels::open(place, size)?;
        let mut factors = StoredLu::new(panels, size, exchanges);
        while !factors.is_complete() {
            let mut failure = Ok(());
            let flow = factors.advance(
                columns,
                &mut |columns, into| matrix.read(columns, into),
                &mut || {
                    watch().unwrap_or_else(|error| {
                        failure = Err(error);
                        ControlFlow::Break(())
                    })
                },
                threads(),
            )?;
            failure?;
            if flow.is_break() {
                return Ok(None);
            }
        }
        Ok(Some(Self { matrix, factors }))
    }

    /// Solves for all columns of `sides` at once; with the condition number.
    pub fn solve(&self, sides: &Mat<Complex<T>>) -> Result<(Solutions<T>, f64), MomError> {
        let mut currents = sides.clone();
        (self.factors).solve_in_place(currents.as_mut(), threads())?;
        let (mut rest, mut norm) = (sides.clone(), 0.0_f64);
        let size = self.matrix.size();
        let mut panel = Mat::zeros(size, PANEL.min(size));
        for first in (0..size).step_by(PANEL) {
            let count = PANEL.min(size - first);
            let mut part = panel.as_mut().subcols_mut(0, count);
            self.matrix.read(first..first + count, part.as_mut())?;
            let of_currents = currents.as_ref().subrows(first, count);
            subtract_product(rest.as_mut(), part.as_ref(), of_currents, threads());
            let sums = (0..count).map(|n| column_sum(panel.col_as_slice(n)));
            norm = sums.fold(norm, f64::max);
        }
        let inverse = inverse_norm::<T, MomError>(size, &mut |wanted, x| match wanted {
            Wanted::Inverse => self.factors.solve_in_place(x, threads()),
            Wanted::Adjoint => self.factors.solve_adjoint_in_place(x, threads()),
        })?;
        let solutions = Solutions {
            residuals: relative_residuals(rest.as_ref(), sides.as_ref()),
            currents,
        };
        Ok((solutions, norm * inverse))
    }
}
