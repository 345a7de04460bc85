//! Assembly of some columns of a dense matrix, where all of them do not fit into memory.
//!
//! Only panels of trial triangles with a share in these columns are filled; triangles between them are integrated in vain. Each entry is the same sum as
//! in `crate::assembly`: at most two terms, from the two triangles of its column. If the pairs are halved, the columns are those of H, and the matrix is
//! H + H^T.

use std::ops::{ControlFlow, Range};

use poynting_exec::Real;
use poynting_linalg::Complex;

use crate::assembly::{Panel, Symmetry};
use crate::dense::split_columns;
use crate::error::MomError;
use crate::filler::{Filled, PanelFiller};
use crate::operator::Operator;
use crate::pairs::{Fill, Pairs};
use crate::space::RwgSpace;

/// Called after every panel; may stop the assembly.
pub type AfterColumns<'a> = dyn FnMut() -> Result<ControlFlow<()>, MomError> + 'a;

/// Adds the entries of some columns to `values`, column by column.
pub fn assemble_columns<T: Filled>(
    (operator, symmetry): (&Operator<'_>, Symmetry),
    filler: Option<&dyn PanelFiller>,
    (columns, values): (Range<usize>, &mut [Complex<T>]),
    after: &mut AfterColumns<'_>,
) -> Result<ControlFlow<()>, MomError> {
    let pairs = Pairs::<T>::new(operator, symmetry);
    let Some(filler) = filler else {
        return add(&pairs, &pairs, (columns, values), after);
    };
    let mut flow = ControlFlow::Continue(());
    T::with(filler, &pairs, &mut |fill| {
        flow = add(&pairs, fill, (columns.clone(), &mut *values), after)?;
        Ok(())
    })?;
    Ok(flow)
}

fn add<T: Real>(
    pairs: &Pairs<'_, T>,
    filler: &dyn Fill<T>,
    (columns, values): (Range<usize>, &mut [Complex<T>]),
    after: &mut AfterColumns<'_>,
) -> Result<ControlFlow<()>, MomError> {
    let space = pairs.operator().space();
    let mut panel = Panel::new(pairs);
    for trials in panels(&triangles(space, &columns), filler.width()) {
        panel.fill(filler, trials)?;
        let mut numbers = panel.numbers();
        numbers.retain(|number| columns.contains(number));
        let split = split_columns(values, (columns.start, space.len()), &numbers);
        panel.add(&numbers, split);
        if after()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The triangles with a share in some columns, ascending.
fn triangles(space: &RwgSpace, columns: &Range<usize>) -> Vec<usize> {
    let functions = space.functions()[columns.clone()].iter();
    let mut all: Vec<usize> = functions
        .flat_map(|f| f.halves.map(|half| half.triangle))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Ranges of at most `width` triangles that contain all of these.
fn panels(triangles: &[usize], width: usize) -> Vec<Range<usize>> {
    let mut panels: Vec<Range<usize>> = Vec::new();
    for &triangle in triangles {
        match panels.last_mut() {
            Some(last) if triangle < last.start + width => last.end = triangle + 1,
            _ => panels.push(triangle..triangle + 1),
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_have_all_triangles_and_few_others() {
        let found = panels(&[1, 2, 4, 9, 10, 11, 12, 30], 4);
        assert_eq!(found, [1..5, 9..13, 30..31]);
    }
}
