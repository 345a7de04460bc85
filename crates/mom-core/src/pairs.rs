//! The pairs of triangles of a matrix, and the interface that computes their entries panel by panel.
//!
//! A panel is a row of entries for each of some consecutive trial triangles: for each of its corners, the entries of all test triangles.

use poynting_exec::Real;
use rayon::prelude::*;

use crate::error::MomError;
use crate::formula::Pair;
use crate::integrand::{Electric, Magnetic};
use crate::mirrored::Mirrored;
use crate::operator::Operator;
use crate::regular::{Corners, Points};
use crate::rounded::Rounded;

/// Panel bytes per thread: the entries stay in the second-level cache.
const PANEL_BYTES: usize = 1 << 20;
/// Minimum number of trial triangles per thread, for load balance.
const LEAST_TRIANGLES: usize = 4;

/// Whether the symmetry of an operator saves half of the integrals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// Of the operator, or at least of the Green function.
    Used,
    /// Every entry is integrated independently.
    Ignored,
}

/// All pairs of triangles, or half of them.
pub struct Pairs<'a, T> {
    rounded: Rounded<'a, T>,
    halved: bool,
    /// Near pairs in both orders, if the operator is not symmetric.
    mirrored: Option<Mirrored<T>>,
}

impl<'a, T: Real> Pairs<'a, T> {
    /// Pairs of an operator.
    pub fn new(operator: &'a Operator<'a>, symmetry: Symmetry) -> Self {
        let (used, symmetric) = (symmetry == Symmetry::Used, operator.is_symmetric());
        let triangles = operator.space().triangles().len();
        Self {
            rounded: operator.rounded(),
            halved: used && symmetric,
            mirrored: (used && !symmetric).then(|| Mirrored::new(triangles)),
        }
    }

    /// The same with every pair that does not touch integrated by a rule, as on a GPU; distant pairs too.
    pub fn by_rules(operator: &'a Operator<'a>, symmetry: Symmetry) -> Self {
        let mut pairs = Self::new(operator, symmetry);
        pairs.rounded.expansion_reach = f64::INFINITY;
        pairs
    }

    /// Whether only half of the pairs are computed.
    pub fn halved(&self) -> bool {
        self.halved
    }

    /// Number of triangles of the surface.
    pub fn count(&self) -> usize {
        self.rounded.corners.len()
    }

    /// The first test triangle that a trial triangle is paired with.
    pub fn first_test(&self, trial: usize) -> usize {
        if self.halved { trial } else { 0 }
    }

    /// Halves the entries of a triangle with itself, if the transpose is to be added.
    fn halve(&self, triangle: usize, out: &mut [[Pair<T>; 3]]) {
        if self.halved {
            for entries in out.chunks_mut(self.count()) {
                let values = &mut entries[triangle];
                *values = values.map(|v| v.map(|part| part * T::of(0.5)));
            }
        }
    }

    /// The operator that is integrated.
    pub fn operator(&self) -> &Operator<'a> {
        self.rounded.operator
    }

    /// All triangles in the precision of the matrix.
    pub fn corners(&self) -> &[Corners<T>] {
        &self.rounded.corners
    }

    /// The rules for separated triangles, in the precision of the matrix.
    pub fn rules(&self) -> &[Points<T>] {
        &self.rounded.rules
    }

    /// The integrand of the EFIE, if it contributes to the operator.
    pub fn electric(&self) -> Option<Electric<T>> {
        let [factor, _] = self.operator().equation().factors();
        (factor != 0.0).then(|| Electric::new(self.operator().wave_number(), factor))
    }

    /// The integrand of the MFIE, if it contributes to the operator.
    pub fn magnetic(&self) -> Option<Magnetic<T>> {
        let [_, factor] = self.operator().equation().factors();
        (factor != 0.0).then(|| Magnetic::new(self.operator().wave_number(), factor))
    }

    /// The test triangles that a trial triangle is paired with, by rule; those too near for any come last.
    pub fn classes(&self, trial: usize) -> Vec<Vec<u32>> {
        self.rounded
            .classes(trial, self.first_test(trial)..self.count(), f64::INFINITY)
    }

    /// The entries of the pairs that are too near for any rule, of as many trial triangles from `first` on as `entries` can hold; all others are zero.
    /// `classes` are those of each of these triangles.
    pub fn fill_singular(
        &self,
        first: usize,
        classes: &[Vec<Vec<u32>>],
        entries: &mut [[Pair<T>; 3]],
    ) -> Result<(), MomError> {
        entries
            .par_chunks_mut(self.count())
            .for_each(|out| out.fill([[T::of(0.0); 2]; 3]));
        if let Some(mirrored) = &self.mirrored {
            return mirrored.fill_singular(&self.rounded, first, entries);
        }
        let rows = entries.par_chunks_mut(3 * self.count()).zip(classes);
        rows.enumerate().try_for_each(|(n, (out, classes))| {
            self.rounded.add_singular(first + n, classes, out)?;
            self.halve(first + n, out);
            Ok(())
        })
    }
}

impl<T: Real> Pairs<'_, T> {
    /// [`Fill::fill`] with the work that this panel has in a complete assembly; its entries are not complete.
    pub fn sample(&self, first: usize, entries: &mut [[Pair<T>; 3]]) -> Result<(), MomError> {
        self.rows(first, entries, false)
    }

    fn rows(&self, first: usize, entries: &mut [[Pair<T>; 3]], all: bool) -> Result<(), MomError> {
        if let Some(mirrored) = &self.mirrored {
            return mirrored.fill(&self.rounded, first, entries, all);
        }
        let rows = entries.par_chunks_mut(3 * self.count()).enumerate();
        rows.try_for_each(|(n, out)| {
            let trial = first + n;
            self.rounded.row(trial, self.first_test(trial), out)?;
            self.halve(trial, out);
            Ok(())
        })
    }
}

/// Computes the entries of a panel.
pub trait Fill<T> {
    /// Trial triangles of a panel.
    fn width(&self) -> usize;
    /// The entries of as many trial triangles from `first` on as `entries` can hold.
    fn fill(&self, first: usize, entries: &mut [[Pair<T>; 3]]) -> Result<(), MomError>;
}

/// The CPU implementation.
impl<T: Real> Fill<T> for Pairs<'_, T> {
    fn width(&self) -> usize {
        panel_triangles::<T>(self.count())
    }

    fn fill(&self, first: usize, entries: &mut [[Pair<T>; 3]]) -> Result<(), MomError> {
        self.rows(first, entries, true)
    }
}

/// Trial triangles per panel on the CPU.
pub fn panel_triangles<T>(count: usize) -> usize {
    let row = 3 * count * size_of::<[Pair<T>; 3]>();
    let threads = rayon::current_num_threads();
    (threads * (PANEL_BYTES / row).max(LEAST_TRIANGLES)).min(count.max(1))
}
