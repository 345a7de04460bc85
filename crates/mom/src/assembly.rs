//! From pairs of triangles to a store of matrix entries.
//!
//! Panels of trial triangles follow one another. In a panel every trial triangle gets its entries with all test triangles, in parallel;
//! then every column that has a share in the panel adds what belongs to it, in parallel over columns, triangle after triangle. So each entry
//! is a sum in one fixed order, and the matrix does not depend on the number of threads.
//!
//! A symmetric operator needs only pairs with test >= trial: with H the sum over test > trial and half of the sum over
//! test = trial, the matrix is H + H^T.

use faer::complex::Complex;
use poynting_exec::Real;
use rayon::prelude::*;

use crate::formula::Pair;
use crate::operator::{Operator, Rounded};
use crate::space::RwgSpace;

/// Bytes that the entries of a panel may take.
const PANEL_BYTES: usize = 32 << 20;

/// Where matrix entries go.
pub trait Store<T>: Send {
    /// A column while it is added to.
    type Column<'s>: Column<T> + Send
    where
        Self: 's;
    /// The columns with these numbers, which are sorted and distinct.
    fn columns(&mut self, numbers: &[usize]) -> Vec<Self::Column<'_>>;
    /// Adds the transpose of what was stored so far.
    fn add_transpose(&mut self);
}

/// A column of a [`Store`].
pub trait Column<T> {
    /// Adds to the entry in `row`.
    fn add(&mut self, row: usize, value: Complex<T>);
}

/// Whether the symmetry of an operator saves half of the integrals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Where there is one.
    Used,
    /// Every entry is integrated on its own.
    Ignored,
}

/// Adds all entries of an operator to a store.
pub fn assemble<T: Real, S: Store<T>>(operator: &Operator<'_>, symmetry: Symmetry, store: &mut S) {
    let halved = symmetry == Symmetry::Used && operator.is_symmetric();
    let rounded = operator.rounded::<T>();
    let count = operator.space().triangles().len();
    let mut panel = Panel {
        space: operator.space(),
        first: 0,
        halved,
        entries: Vec::new(),
    };
    let width = panel_triangles::<T>(count);
    for first in (0..count).step_by(width) {
        panel.fill(&rounded, first..count.min(first + width));
        panel.store(store);
    }
    if halved {
        store.add_transpose();
    }
}

fn panel_triangles<T>(count: usize) -> usize {
    let row = 3 * count * size_of::<[Pair<T>; 3]>();
    (PANEL_BYTES / row).clamp(rayon::current_num_threads(), count.max(1))
}

/// Bytes that assembly needs beside the store.
pub fn working_bytes<T>(triangles: usize) -> u64 {
    (panel_triangles::<T>(triangles) * 9 * triangles * size_of::<Pair<T>>()) as u64
}

/// Entries of consecutive trial triangles with all test triangles.
struct Panel<'a, T> {
    space: &'a RwgSpace,
    first: usize,
    halved: bool,
    entries: Vec<[Pair<T>; 3]>,
}

impl<T: Real> Panel<'_, T> {
    fn fill(&mut self, rounded: &Rounded<'_, T>, trials: std::ops::Range<usize>) {
        let row = 3 * self.space.triangles().len();
        self.first = trials.start;
        self.entries
            .resize(row * trials.len(), [[T::of(0.0); 2]; 3]);
        let (first, halved) = (self.first, self.halved);
        self.entries
            .par_chunks_mut(row)
            .enumerate()
            .for_each(|(n, out)| {
                let trial = first + n;
                rounded.row(trial, if halved { trial } else { 0 }, out);
                if halved {
                    halve(out, row / 3, trial);
                }
            });
    }

    fn store<S: Store<T>>(&self, store: &mut S) {
        let row = 3 * self.space.triangles().len();
        let trials = self.first..self.first + self.entries.len() / row;
        let mut numbers: Vec<usize> = (trials.clone())
            .flat_map(|t| self.space.shares(t).iter().map(|s| s.function))
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let columns = store.columns(&numbers);
        (numbers.par_iter().zip(columns)).for_each(|(&number, mut column)| {
            for half in self.space.functions()[number].halves {
                if trials.contains(&half.triangle) {
                    self.add_half(half, &mut column);
                }
            }
        });
    }

    fn add_half(&self, half: crate::space::Half, column: &mut impl Column<T>) {
        let count = self.space.triangles().len();
        let at = (3 * (half.triangle - self.first) + half.corner) * count;
        let from = if self.halved { half.triangle } else { 0 };
        for test in from..count {
            let values = &self.entries[at + test];
            for share in self.space.shares(test) {
                let weight = T::of(half.weight * share.weight);
                let [re, im] = values[share.corner];
                column.add(share.function, Complex::new(re * weight, im * weight));
            }
        }
    }
}

fn halve<T: Real>(out: &mut [[Pair<T>; 3]], count: usize, test: usize) {
    for b in 0..3 {
        let values = &mut out[b * count + test];
        *values = values.map(|v| v.map(|part| part * T::of(0.5)));
    }
}
