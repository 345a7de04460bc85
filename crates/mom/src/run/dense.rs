//! The dense matrix and its factors, in steps between which their state can be kept.
//!
//! Factors may have a lower precision than the matrix. Those of a checkpoint name theirs, so that a run which has given up the lower precision
//! continues with the higher one.

use std::io::{self, Read, Write};
use std::ops::ControlFlow;

use poynting_checkpoint::{CheckpointError, SealedReader};
use poynting_exec::{Real, return_freed_memory};
use poynting_linalg::{BLOCK, Complex, Elimination, Lu, MatRef, SharedElimination};
use poynting_scene::Precision as Chosen;

use super::job::{Config, Stage};
use super::stages::Stages;
use crate::krylov::Step as Iteration;
use crate::state::{
    State, put_count, put_counts, put_matrix, put_values, take_count, take_counts, take_matrix,
    take_values, unfit,
};
use poynting_mom_core::assembly::Symmetry;
use poynting_mom_core::dense::Dense;
use poynting_mom_core::eliminator::Eliminator;
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::{Factored, rounded, threads};

/// In place of the triangles done: all, and the transpose is added.
const ALL: usize = usize::MAX;

/// A matrix after some triangles.
struct Assembled<'a, T> {
    dense: &'a Dense<T>,
    done: usize,
}

impl<T: Precision> State for Assembled<'_, T> {
    fn bytes(&self) -> u64 {
        size_of_val(self.dense.values()) as u64
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put_count(to, self.done)?;
        put_values(to, self.dense.values())
    }

    fn is_final(&self) -> bool {
        self.done == ALL
    }
}

/// Factors after some columns.
struct Eliminated<'a, F: Precision> {
    matrix: MatRef<'a, Complex<F>>,
    exchanges: &'a [usize],
    /// Columns that have been eliminated from all others.
    done: usize,
}

impl<F: Precision> State for Eliminated<'_, F> {
    fn bytes(&self) -> u64 {
        let size = self.matrix.nrows() as u64;
        size * size * 2 * <F as Real>::BYTES
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put_count(to, tag_of::<F>())?;
        put_counts(to, self.exchanges)?;
        put_count(to, self.done)?;
        put_matrix(to, self.matrix)
    }
}

/// What names a precision: the bytes of a number.
fn tag_of<F: Real>() -> usize {
    size_of::<F>()
}

/// All entries of an operator in place of zeros; none if the observer stopped the run.
pub fn assembled<T: Precision>(
    operator: &Operator<'_>,
    mut dense: Dense<T>,
    config: Config<'_>,
    stages: &mut Stages<'_>,
) -> Result<Option<Dense<T>>, MomError> {
    let mut done = 0;
    if let Some(mut from) = stages.restored.matrix.take() {
        done = take_count(&mut from)
            .and_then(|done| take_values(&mut from, dense.values_mut()).map(|()| done))
            .map_err(CheckpointError::State)?;
    }
    if done == ALL {
        return Ok(Some(dense));
    }
    let mut after = |dense: &Dense<T>, done| {
        stages.advance((Stage::Assembly, None), &Assembled { dense, done }, None)
    };
    let source = (operator, Symmetry::Used);
    let flow = dense.assemble_after(source, config.filler, done, &mut after)?;
    // What the assembly has freed makes room for the factors.
    return_freed_memory();
    Ok(flow.is_continue().then_some(dense))
}

/// The precision in which factors are to be made, and those that an earlier run has kept: the planned one, unless that run has given it up.
pub fn begun(
    planned: Chosen,
    stages: &mut Stages<'_>,
) -> Result<(Chosen, Option<SealedReader>), MomError> {
    let Some(mut kept) = stages.restored.progress.take() else {
        return Ok((planned, None));
    };
    let tag = take_count(&mut kept).map_err(CheckpointError::State)?;
    let known = [
        (tag_of::<f32>(), Chosen::F32),
        (tag_of::<f64>(), Chosen::F64),
    ];
    let found = known.into_iter().find(|(known, _)| *known == tag);
    let (_, precision) = found.ok_or_else(|| CheckpointError::State(unfit()))?;
    Ok((precision, Some(kept)))
}

/// The factors of a matrix in the precision `F`, from the beginning or from those that [`begun`] has found; none if the observer stopped the run.
/// A device takes part in those from the beginning.
pub fn factored<T: Precision, F: Precision>(
    dense: Dense<T>,
    (kept, eliminator): (Option<SealedReader>, Option<&dyn Eliminator>),
    stages: &mut Stages<'_>,
) -> Result<Option<Factored<T, F>>, MomError> {
    if let (None, Some(eliminator)) = (&kept, eliminator) {
        let lu = factored_with(&dense, eliminator, stages)?;
        return Ok(lu.map(|lu| Factored::with(dense, lu)));
    }
    let mut elimination = match kept {
        Some(mut from) => read(dense.size(), &mut from).map_err(CheckpointError::State)?,
        None => Elimination::new(rounded(&dense)),
    };
    loop {
        let stage = if elimination.is_complete() {
            Stage::Solution
        } else {
            Stage::Factorisation
        };
        let state = Eliminated {
            matrix: elimination.matrix(),
            exchanges: elimination.exchanges(),
            done: elimination.done(),
        };
        let progress = (!state.exchanges.is_empty()).then_some(&state as &dyn State);
        let flow = stages.advance((stage, None), &complete(&dense), progress)?;
        if flow.is_break() {
            return Ok(None);
        }
        if elimination.is_complete() {
            break;
        }
        elimination.advance(threads());
    }
    Ok(Some(Factored::with(dense, elimination.finish())))
}

/// The same with a device. What it holds is not kept: a run that continues begins with the matrix.
fn factored_with<T: Precision, F: Precision>(
    dense: &Dense<T>,
    eliminator: &dyn Eliminator,
    stages: &mut Stages<'_>,
) -> Result<Option<Lu<F>>, MomError> {
    let mut factors = None;
    F::shared(eliminator, dense.size(), &mut |device| {
        let split = eliminator.split();
        let mut elimination = SharedElimination::new(rounded(dense), device, split);
        while !elimination.is_complete() {
            let stage = (Stage::Factorisation, None);
            if stages.advance(stage, &complete(dense), None)?.is_break() {
                return Ok(());
            }
            elimination.advance(threads())?;
        }
        factors = Some(elimination.finish());
        Ok(())
    })?;
    let Some(lu) = factors else {
        return Ok(None);
    };
    let flow = stages.advance((Stage::Solution, None), &complete(dense), None)?;
    Ok(flow.is_continue().then_some(lu))
}

/// Reports a step of the solution with the factors of a matrix.
pub fn solving<T: Precision, F: Precision>(
    factored: &Factored<T, F>,
    step: &Iteration,
    stages: &mut Stages<'_>,
) -> Result<ControlFlow<()>, MomError> {
    let factors = Eliminated {
        matrix: factored.factors().factors(),
        exchanges: factored.factors().exchanges(),
        done: factored.factors().size(),
    };
    let matrix = complete(factored.matrix());
    stages.advance((Stage::Solution, Some(step)), &matrix, Some(&factors))
}

fn complete<T>(dense: &Dense<T>) -> Assembled<'_, T> {
    Assembled { dense, done: ALL }
}

fn read<F: Precision>(size: usize, from: &mut dyn Read) -> io::Result<Elimination<F>> {
    let exchanges = take_counts(from)?;
    let done = take_count(from)?;
    let ahead = done.saturating_add(BLOCK).min(size);
    let fits = (exchanges.len() == done || exchanges.len() == ahead)
        && done <= exchanges.len()
        && exchanges.len() <= size
        && (exchanges.iter().enumerate()).all(|(row, &with)| row <= with && with < size);
    if !fits {
        return Err(unfit());
    }
    let matrix = take_matrix(from, [size, size])?;
    Ok(Elimination::resumed(matrix, exchanges, done))
}
