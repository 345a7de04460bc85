//! Assembly: from pairs of triangles to a store of matrix entries.
//!
//! Panels of trial triangles are processed in order. In a panel every trial triangle gets its entries with all test triangles, in parallel;
//! then every column with a share in the panel adds its entries, in parallel over columns, triangle by triangle. So each entry
//! is summed in one fixed order, and the matrix does not depend on the number of threads.
//!
//! What fills a panel, the CPU or a GPU, is independent of how its entries are stored (`crate::pairs`).
//!
//! A symmetric operator needs only pairs with test >= trial: with H the sum over test > trial and half of the sum over
//! test = trial, the matrix is H + H^T.

use std::ops::{ControlFlow, Range};
use std::time::Instant;

use poynting_exec::Real;
use poynting_linalg::Complex;
use rayon::prelude::*;

use crate::error::MomError;
use crate::filler::{Filled, PanelFiller};
use crate::forecast::middles;
use crate::formula::Pair;
use crate::mirrored::mirrored_bytes;
use crate::operator::Operator;
pub use crate::pairs::Symmetry;
use crate::pairs::{Fill, Pairs, panel_triangles};
use crate::space::{RwgHalf, RwgSpace};

/// Panels that are filled to estimate the total time.
const SAMPLES: usize = 8;

/// Destination of matrix entries.
pub trait Store<T>: Send {
    /// A column during accumulation.
    type Column<'s>: Column<T> + Send
    where
        Self: 's;
    /// The columns with these indices, which are sorted and distinct.
    fn columns(&mut self, numbers: &[usize]) -> Vec<Self::Column<'_>>;
    /// Adds the transpose of the entries stored so far.
    fn add_transpose(&mut self);
}

/// A column of a [`Store`].
pub trait Column<T> {
    /// Adds to the entry in `row`.
    fn add(&mut self, row: usize, value: Complex<T>);
}

/// Called after every panel but the last with the store and the number of trial triangles done; may stop the assembly.
pub type AfterPanel<'a, S> = dyn FnMut(&S, usize) -> Result<ControlFlow<()>, MomError> + 'a;

/// Adds all entries of an operator to a store.
pub fn assemble<T: Real, S: Store<T>>(
    operator: &Operator<'_>,
    symmetry: Symmetry,
    store: &mut S,
) -> Result<(), MomError> {
    let pairs = Pairs::<T>::new(operator, symmetry);
    assemble_with(&pairs, &pairs, store)
}

/// The same with pairs of separated triangles integrated by a device.
pub fn assemble_on<T: Filled, S: Store<T>>(
    filler: &dyn PanelFiller,
    operator: &Operator<'_>,
    symmetry: Symmetry,
    store: &mut S,
) -> Result<(), MomError> {
    let pairs = Pairs::<T>::new(operator, symmetry);
    T::with(filler, &pairs, &mut |fill| {
        assemble_with(&pairs, fill, store)
    })
}

/// Adds all entries of some pairs to a store, panel by panel.
pub fn assemble_with<T: Real, S: Store<T>>(
    pairs: &Pairs<'_, T>,
    filler: &dyn Fill<T>,
    store: &mut S,
) -> Result<(), MomError> {
    let ended = assemble_after(pairs, filler, (store, 0), &mut |_, _| {
        Ok(ControlFlow::Continue(()))
    });
    ended.map(drop)
}

/// The same after the first trial triangles, which are done.
pub fn assemble_after<T: Real, S: Store<T>>(
    pairs: &Pairs<'_, T>,
    filler: &dyn Fill<T>,
    (store, done): (&mut S, usize),
    after: &mut AfterPanel<'_, S>,
) -> Result<ControlFlow<()>, MomError> {
    let count = pairs.count();
    let mut panel = Panel::new(pairs);
    let width = filler.width();
    for first in (done..count).step_by(width) {
        let end = count.min(first + width);
        panel.fill(filler, first..end)?;
        let numbers = panel.numbers();
        panel.add(&numbers, store.columns(&numbers));
        if end < count && after(store, end)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    if pairs.halved() {
        store.add_transpose();
    }
    Ok(ControlFlow::Continue(()))
}

/// Estimated CPU seconds for all panels, from a few of them.
pub fn sampled_assembly<T: Real>(
    operator: &Operator<'_>,
    symmetry: Symmetry,
) -> Result<f64, MomError> {
    let pairs = Pairs::<T>::new(operator, symmetry);
    let (count, width) = (pairs.count(), pairs.width());
    let panels = count.div_ceil(width);
    let mut entries = vec![[[T::of(0.0); 2]; 3]; 3 * count * width];
    let samples = middles(panels, SAMPLES);
    let share = samples.len() as f64 / panels as f64;
    let mut sampled = 0.0;
    for panel in samples {
        let first = panel * width;
        let room = &mut entries[..3 * count * width.min(count - first)];
        let start = Instant::now();
        pairs.sample(first, room)?;
        sampled += start.elapsed().as_secs_f64();
    }
    Ok(sampled / share)
}

/// Memory of the assembly in bytes, without the store.
pub fn working_bytes<T>(triangles: usize) -> u64 {
    let panel = panel_triangles::<T>(triangles) * 9 * triangles * size_of::<Pair<T>>();
    (panel + mirrored_bytes::<T>(triangles)) as u64
}

/// Position of the two parts of each function in a column of a panel, and their weights.
struct Rows<T> {
    parts: Vec<[(u32, T); 2]>,
    /// The last triangle of this row and all before it.
    last: Vec<usize>,
}

impl<T: Real> Rows<T> {
    fn new(space: &RwgSpace) -> Self {
        let functions = space.functions();
        let part = |half: RwgHalf| ((3 * half.triangle + half.corner) as u32, T::of(half.weight));
        let last = functions.iter().scan(0, |last, f| {
            let [a, b] = f.halves.map(|half| half.triangle);
            *last = a.max(b).max(*last);
            Some(*last)
        });
        Self {
            parts: functions.iter().map(|f| f.halves.map(part)).collect(),
            last: last.collect(),
        }
    }

    /// The first row with a part on test triangles from `triangle` on.
    fn from(&self, triangle: usize) -> usize {
        self.last.partition_point(|&last| last < triangle)
    }
}

/// Entries of consecutive trial triangles with all test triangles.
pub(crate) struct Panel<'a, T> {
    space: &'a RwgSpace,
    rows: Rows<T>,
    first: usize,
    halved: bool,
    entries: Vec<[Pair<T>; 3]>,
}

impl<'a, T: Real> Panel<'a, T> {
    /// Empty.
    pub fn new(pairs: &Pairs<'a, T>) -> Self {
        let space = pairs.operator().space();
        Self {
            space,
            rows: Rows::new(space),
            first: 0,
            halved: pairs.halved(),
            entries: Vec::new(),
        }
    }

    /// Fills it with these trial triangles.
    pub fn fill(&mut self, filler: &dyn Fill<T>, trials: Range<usize>) -> Result<(), MomError> {
        let count = 3 * self.space.triangles().len() * trials.len();
        self.first = trials.start;
        self.entries.resize(count, [[T::of(0.0); 2]; 3]);
        filler.fill(trials.start, &mut self.entries)
    }

    fn trials(&self) -> Range<usize> {
        let row = 3 * self.space.triangles().len();
        self.first..self.first + self.entries.len() / row
    }

    /// The columns with a share in it, ascending.
    pub fn numbers(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (self.trials())
            .flat_map(|t| self.space.shares(t).iter().map(|s| s.function))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Adds its entries to columns.
    pub fn add<C: Column<T> + Send>(&self, numbers: &[usize], columns: Vec<C>) {
        let trials = self.trials();
        (numbers.par_iter().zip(columns)).for_each(|(&number, mut column)| {
            for half in self.space.functions()[number].halves {
                if trials.contains(&half.triangle) {
                    self.add_half(half, &mut column);
                }
            }
        });
    }

    fn add_half(&self, half: RwgHalf, column: &mut impl Column<T>) {
        let count = self.space.triangles().len();
        let at = (3 * (half.triangle - self.first) + half.corner) * count;
        let entries = self.entries[at..at + count].as_flattened();
        let from = if self.halved {
            self.rows.from(half.triangle)
        } else {
            0
        };
        let weight = T::of(half.weight);
        for (row, &[(a, wa), (b, wb)]) in self.rows.parts.iter().enumerate().skip(from) {
            let [x, y] = [entries[a as usize], entries[b as usize]];
            let sum = |part: usize| (x[part] * wa + y[part] * wb) * weight;
            column.add(row, Complex::new(sum(0), sum(1)));
        }
    }
}
