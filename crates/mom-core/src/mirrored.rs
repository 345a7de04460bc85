//! Rows of a panel whose near pairs are integrated in both orders at once, by `crate::mutual`.
//!
//! A pair is integrated with the triangle that comes first as the trial triangle. The entries of the other order belong to a later row: they are
//! kept until then, as many as [`mirrored_bytes`] allows, and integrated again if they were not. Either way their values are the same, so a
//! matrix depends neither on the number of threads nor on where the assembly began.

use std::sync::{Mutex, PoisonError};

use poynting_exec::Real;
use rayon::prelude::*;

use crate::error::MomError;
use crate::formula::{Block, Pair};
use crate::mutual::Mutual;
use crate::rounded::Rounded;

/// Maximum memory for entries of later rows.
const MOST_BYTES: usize = 32 << 20;

/// Memory for entries of later rows: at most those of half of all pairs across the middle.
pub fn mirrored_bytes<T>(triangles: usize) -> usize {
    (triangles * triangles / 4)
        .saturating_mul(size_of::<Kept<T>>())
        .min(MOST_BYTES)
}

/// Entries with a test triangle.
type Kept<T> = (u32, Block<T>);

/// Entries of later rows, by trial triangle.
pub struct Mirrored<T> {
    rows: Mutex<Rows<T>>,
    most: usize,
}

struct Rows<T> {
    kept: Vec<Vec<Kept<T>>>,
    count: usize,
    /// Rows that have been filled one after the other since the first with all of their entries kept.
    unbroken: usize,
}

/// What was kept for some rows.
struct Taken<T> {
    rows: Vec<Vec<Kept<T>>>,
    /// Whether this is all that earlier rows have for them.
    is_all: bool,
}

/// Near pairs of a trial triangle with itself and later test triangles.
struct Near<T> {
    tests: Vec<u32>,
    entries: Vec<Mutual<T>>,
}

impl<T: Real> Mirrored<T> {
    /// None kept, for this many triangles.
    pub fn new(triangles: usize) -> Self {
        Self {
            rows: Mutex::new(Rows {
                kept: vec![Vec::new(); triangles],
                count: 0,
                unbroken: 0,
            }),
            most: mirrored_bytes::<T>(triangles) / size_of::<Kept<T>>(),
        }
    }

    /// The rows of consecutive trial triangles from `first` on; `all` is false where time is measured, and leaves out entries that a complete
    /// assembly would have kept.
    pub fn fill(
        &self,
        rounded: &Rounded<'_, T>,
        first: usize,
        entries: &mut [[Pair<T>; 3]],
        all: bool,
    ) -> Result<(), MomError> {
        let selected = Selected {
            rounded,
            limit: rounded.expansion_reach,
            from: 0,
        };
        self.integrate(&selected, first, entries, all)
    }

    /// The same without the pairs that a rule integrates, whose entries are left as they are.
    pub fn fill_singular(
        &self,
        rounded: &Rounded<'_, T>,
        first: usize,
        entries: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        let selected = Selected {
            rounded,
            limit: f64::INFINITY,
            from: rounded.rules.len(),
        };
        self.integrate(&selected, first, entries, true)
    }

    fn integrate(
        &self,
        selected: &Selected<'_, T>,
        first: usize,
        entries: &mut [[Pair<T>; 3]],
        all: bool,
    ) -> Result<(), MomError> {
        let row = 3 * selected.rounded.corners.len();
        let trials = first..first + entries.len() / row;
        let near = trials.into_par_iter().map(|trial| selected.near(trial));
        let near: Vec<Near<T>> = near.collect::<Result<_, MomError>>()?;
        let earlier = self.exchange(first, &near);
        let is_missing = all && !earlier.is_all;
        let rows = entries.par_chunks_mut(row).zip(near).zip(earlier.rows);
        rows.enumerate()
            .try_for_each(|(n, ((out, near), earlier))| {
                if selected.limit.is_finite() {
                    selected.rounded.expand(first + n, 0, out);
                }
                for (&test, [block, _]) in near.tests.iter().zip(&near.entries) {
                    set(out, test, block);
                }
                for (test, block) in &earlier {
                    set(out, *test, block);
                }
                if is_missing {
                    selected.again(first + n, &earlier, out)?;
                }
                Ok(())
            })
    }

    /// Keeps the entries of later rows, and returns those kept for the rows from `first` on.
    fn exchange(&self, first: usize, near: &[Near<T>]) -> Taken<T> {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let mut is_all = rows.unbroken == first;
        for (n, near) in near.iter().enumerate() {
            for (&test, [_, block]) in near.tests.iter().zip(&near.entries) {
                if test as usize == first + n {
                    continue;
                }
                if rows.count < self.most {
                    rows.kept[test as usize].push(((first + n) as u32, *block));
                    rows.count += 1;
                } else {
                    is_all = false;
                }
            }
        }
        if is_all {
            rows.unbroken = first + near.len();
        }
        let taken = rows.kept[first..first + near.len()].iter_mut();
        let taken: Vec<Vec<Kept<T>>> = taken.map(std::mem::take).collect();
        rows.count -= taken.iter().map(Vec::len).sum::<usize>();
        Taken {
            rows: taken,
            is_all,
        }
    }
}

/// The pairs that are integrated in both orders.
struct Selected<'a, T> {
    rounded: &'a Rounded<'a, T>,
    /// Those nearer than this t^2, where the others are expanded if it is finite,
    limit: f64,
    /// of the classes from this one on.
    from: usize,
}

impl<T: Real> Selected<'_, T> {
    fn near(&self, trial: usize) -> Result<Near<T>, MomError> {
        let Self { rounded, limit, .. } = *self;
        let classes = rounded.classes(trial, trial..rounded.corners.len(), limit);
        let mut near = Near {
            tests: Vec::new(),
            entries: Vec::new(),
        };
        for (rule, tests) in classes.into_iter().enumerate().skip(self.from) {
            let pairs: Vec<[u32; 2]> = tests.iter().map(|&test| [test, trial as u32]).collect();
            near.entries.extend(rounded.mutual(rule, &pairs)?);
            near.tests.extend(tests);
        }
        Ok(near)
    }

    /// Integrates entries with earlier triangles that were not kept.
    fn again(
        &self,
        trial: usize,
        kept: &[Kept<T>],
        out: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        let Self { rounded, limit, .. } = *self;
        let mut missing = rounded.classes(trial, 0..trial, limit);
        for (rule, tests) in missing.iter_mut().enumerate().skip(self.from) {
            // Both are in the order of the triangles.
            tests.retain(|&test| kept.binary_search_by_key(&test, |k| k.0).is_err());
            let pairs: Vec<[u32; 2]> = tests.iter().map(|&test| [trial as u32, test]).collect();
            for (&test, [_, block]) in tests.iter().zip(&rounded.mutual(rule, &pairs)?) {
                set(out, test, block);
            }
        }
        Ok(())
    }
}

/// Sets the entries of one pair in a row.
fn set<T: Real>(out: &mut [[Pair<T>; 3]], test: u32, block: &Block<T>) {
    let count = out.len() / 3;
    for b in 0..3 {
        out[b * count + test as usize] = [block[0][b], block[1][b], block[2][b]];
    }
}
