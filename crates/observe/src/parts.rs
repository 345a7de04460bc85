//! Quantities whose values are on several ranks, each of which hands over its own.

use crate::{Axis, Declaration, SinkError, Streamed};
use std::ops::Range;

/// What a rank has of a quantity: those values whose indices along the axes after the first lie in these runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The number of the rank.
    pub rank: usize,
    /// Runs of indices along each axis after the first, in order.
    pub runs: Vec<Vec<Range<usize>>>,
}

impl Part {
    /// Number of values at one value of the first axis.
    pub fn slice_len(&self) -> usize {
        let along = |runs: &Vec<Range<usize>>| runs.iter().map(Range::len).sum::<usize>();
        self.runs.iter().map(along).product()
    }

    /// Where its values are among all values at one value of the first axis, of which there are `lengths` along the other axes.
    pub fn places(&self, lengths: &[usize]) -> Vec<usize> {
        let mut places = vec![0];
        for (runs, length) in self.runs.iter().zip(lengths) {
            let indices = || runs.iter().cloned().flatten();
            let of = |place: usize| indices().map(move |n| place * length + n);
            places = places.into_iter().flat_map(of).collect();
        }
        places
    }

    /// The part as a quantity of its own.
    pub fn of(&self, whole: &Declaration) -> Declaration {
        let (first, rest) = whole.axes.split_at(1);
        let own = rest.iter().zip(&self.runs).map(|(axis, runs)| {
            let values = runs.iter().flat_map(|run| &axis.values[run.clone()]);
            Axis::new(&axis.name, &axis.unit, values.copied().collect())
        });
        Declaration {
            axes: first.iter().cloned().chain(own).collect(),
            streamed: Streamed::Yes,
            ..whole.clone()
        }
    }
}

/// Receives quantities in parts. They are numbered together with those that a [`Sink`](crate::Sink) receives whole.
pub trait Parts {
    /// Announces a quantity that streams, and what each rank has of it.
    fn declare(&mut self, declaration: &Declaration, parts: &[Part]) -> Result<(), SinkError>;

    /// Receives the values at a time or frequency that the ranks of this process have, with the number of each rank.
    fn append(
        &mut self,
        quantity: usize,
        leading: f64,
        values: &[(usize, Vec<f64>)],
    ) -> Result<(), SinkError>;
}
