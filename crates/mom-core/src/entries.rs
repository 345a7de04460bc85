//! Entries of a matrix one block at a time, from any source.

use poynting_exec::Real;
use poynting_linalg::Complex;

use crate::dense::Dense;
use crate::error::MomError;
use crate::operator::Operator;
use crate::rounded::Rounded;
use crate::space::{RwgHalf, RwgSpace};

/// Entries of a matrix, from any source.
pub trait Entries<T>: Sync {
    /// Rows and columns.
    fn size(&self) -> usize;
    /// The entries of some rows and columns, column by column.
    fn fill(&self, rows: &[u32], columns: &[u32], out: &mut [Complex<T>]) -> Result<(), MomError>;
}

impl<T: Real> Entries<T> for Dense<T> {
    fn size(&self) -> usize {
        self.size()
    }

    fn fill(&self, rows: &[u32], columns: &[u32], out: &mut [Complex<T>]) -> Result<(), MomError> {
        for (column, out) in columns.iter().zip(out.chunks_mut(rows.len())) {
            for (row, out) in rows.iter().zip(out) {
                *out = self.at(*row as usize, *column as usize);
            }
        }
        Ok(())
    }
}

/// Entries of an integral equation, integrated on demand.
pub struct Integrated<'a, T> {
    rounded: Rounded<'a, T>,
}

impl<'a, T: Real> Integrated<'a, T> {
    /// The entries of an operator.
    pub fn new(operator: &'a Operator<'a>) -> Self {
        Self {
            rounded: operator.rounded(),
        }
    }
}

/// The triangles of some functions, each once.
fn triangles(space: &RwgSpace, functions: &[u32]) -> Vec<u32> {
    let halves = |&f: &u32| space.functions()[f as usize].halves;
    let all = functions.iter().flat_map(halves);
    let mut all: Vec<u32> = all.map(|half| half.triangle as u32).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl<T: Real> Entries<T> for Integrated<'_, T> {
    fn size(&self) -> usize {
        self.rounded.operator.space().len()
    }

    fn fill(&self, rows: &[u32], columns: &[u32], out: &mut [Complex<T>]) -> Result<(), MomError> {
        let space = self.rounded.operator.space();
        let (tests, trials) = (triangles(space, rows), triangles(space, columns));
        let pairs = trials
            .iter()
            .flat_map(|&s| tests.iter().map(move |&t| [t, s]));
        let mut blocks = Vec::new();
        self.rounded
            .blocks(&pairs.collect::<Vec<_>>(), &mut blocks)?;
        // Position of the halves of each function among the triangles.
        let places = |functions: &[u32], all: &[u32]| -> Vec<[(usize, RwgHalf); 2]> {
            let place = |half: RwgHalf| {
                let at = all.partition_point(|&t| (t as usize) < half.triangle);
                (at, half)
            };
            let halves = functions
                .iter()
                .map(|&f| space.functions()[f as usize].halves);
            halves.map(|halves| halves.map(place)).collect()
        };
        let rows = places(rows, &tests);
        for (column, out) in (places(columns, &trials).iter()).zip(out.chunks_mut(rows.len())) {
            for (row, out) in rows.iter().zip(out) {
                *out = Complex::new(T::of(0.0), T::of(0.0));
                for (s, trial) in column {
                    for (t, test) in row {
                        let [re, im] = blocks[s * tests.len() + t][test.corner][trial.corner];
                        let weight = T::of(test.weight * trial.weight);
                        out.re += re * weight;
                        out.im += im * weight;
                    }
                }
            }
        }
        Ok(())
    }
}
