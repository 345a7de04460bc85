//! The dense matrix and its factors, in steps between which their state can be kept.

use std::io::{self, Read, Write};

use poynting_checkpoint::CheckpointError;
use poynting_linalg::Elimination;

use super::job::{Config, Stage};
use super::stages::Stages;
use crate::state::{
    State, put_count, put_counts, put_matrix, put_values, take_count, take_counts, take_matrix,
    take_values, unfit,
};
use poynting_mom_core::assembly::Symmetry;
use poynting_mom_core::dense::{Dense, view};
use poynting_mom_core::error::MomError;
use poynting_mom_core::operator::Operator;
use poynting_mom_core::precision::Precision;
use poynting_mom_core::solve::{Factored, threads};

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
struct Eliminated<'a, T: Precision>(&'a Elimination<T>);

impl<T: Precision> State for Eliminated<'_, T> {
    fn bytes(&self) -> u64 {
        let size = self.0.matrix().nrows() as u64;
        size * size * 2 * T::BYTES
    }

    fn save(&self, to: &mut dyn Write) -> io::Result<()> {
        put_counts(to, self.0.exchanges())?;
        put_matrix(to, self.0.matrix())
    }
}

/// All entries of an operator; none if the observer stopped the run.
pub fn assembled<T: Precision>(
    operator: &Operator<'_>,
    config: Config<'_>,
    stages: &mut Stages<'_>,
) -> Result<Option<Dense<T>>, MomError> {
    let mut dense = Dense::within(config.budget, operator)?;
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
    Ok(flow.is_continue().then_some(dense))
}

/// The factors of a matrix; none if the observer stopped the run.
pub fn factored<T: Precision>(
    dense: Dense<T>,
    stages: &mut Stages<'_>,
) -> Result<Option<Factored<T>>, MomError> {
    let mut elimination = match stages.restored.progress.take() {
        Some(mut from) => read(dense.size(), &mut from).map_err(CheckpointError::State)?,
        None => Elimination::new(view(&dense).to_owned()),
    };
    let matrix = Assembled {
        dense: &dense,
        done: ALL,
    };
    loop {
        let stage = if elimination.is_complete() {
            Stage::Solution
        } else {
            Stage::Factorisation
        };
        let state = Eliminated(&elimination);
        let progress = (!elimination.exchanges().is_empty()).then_some(&state as &dyn State);
        if stages.advance((stage, None), &matrix, progress)?.is_break() {
            return Ok(None);
        }
        if elimination.is_complete() {
            break;
        }
        elimination.advance(threads());
    }
    Ok(Some(Factored::with(dense, elimination.finish())))
}

fn read<T: Precision>(size: usize, from: &mut dyn Read) -> io::Result<Elimination<T>> {
    let exchanges = take_counts(from)?;
    let fits = exchanges.len() <= size
        && (exchanges.iter().enumerate()).all(|(row, &with)| row <= with && with < size);
    if !fits {
        return Err(unfit());
    }
    let matrix = take_matrix(from, [size, size])?;
    Ok(Elimination::resumed(matrix, exchanges))
}
