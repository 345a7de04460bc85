//! Coefficients as the time loop reads them.

use crate::coefficients::patterns::Pattern;
use crate::tuple::Tuple;
use poynting_exec::Real;
use poynting_grid::{CHUNK, HalfStep};
use std::ops::Range;

/// Coefficients as the time loop reads them.
#[derive(Debug, Clone, Copy)]
pub enum CoefficientView<'a, T> {
    /// One byte per node.
    U8(&'a [u8], &'a [Tuple<T>]),
    /// Two bytes per node.
    U16(&'a [u16], &'a [Tuple<T>]),
    /// Four bytes per node.
    U32(&'a [u32], &'a [Tuple<T>]),
    /// `keep` of the six components, then `gain`.
    Direct([&'a [T]; 12]),
}

impl<T: Real> CoefficientView<'_, T> {
    /// Calls `visit` for each run of equal coefficients among the `n` nodes starting at `place`.
    #[inline(always)]
    pub fn for_each_run(&self, place: usize, n: usize, visit: impl FnMut(Range<usize>, &Tuple<T>)) {
        let at = place..place + n;
        match *self {
            Self::U8(index, table) => visit_runs(&index[at], table, visit),
            Self::U16(index, table) => visit_runs(&index[at], table, visit),
            Self::U32(index, table) => visit_runs(&index[at], table, visit),
            Self::Direct(arrays) => {
                let mut visit = visit;
                for k in 0..n {
                    let tuple = Tuple {
                        keep: std::array::from_fn(|c| arrays[c][place + k]),
                        gain: std::array::from_fn(|c| arrays[6 + c][place + k]),
                    };
                    visit(k..k + 1, &tuple);
                }
            }
        }
    }

    /// Writes out the coefficients of the chunk that starts at `place`.
    #[inline(never)]
    pub fn write_out(&self, half: HalfStep, place: usize, to: &mut Pattern<T>) {
        let at = place..place + CHUNK;
        let first = half.first_component();
        match *self {
            Self::U8(index, table) => look_up(&index[at], table, first, to),
            Self::U16(index, table) => look_up(&index[at], table, first, to),
            Self::U32(index, table) => look_up(&index[at], table, first, to),
            Self::Direct(arrays) => {
                let (keep, gain) = arrays.split_at(6);
                for c in 0..3 {
                    to.keep[c].copy_from_slice(&keep[first + c][at.clone()]);
                    to.gain[c].copy_from_slice(&gain[first + c][at.clone()]);
                }
            }
        }
    }
}

fn look_up<T: Real, I: Copy + Into<u64>>(
    index: &[I],
    table: &[Tuple<T>],
    first: usize,
    to: &mut Pattern<T>,
) {
    for (n, &i) in index.iter().enumerate() {
        let tuple = &table[i.into() as usize];
        for c in 0..3 {
            to.keep[c][n] = tuple.keep[first + c];
            to.gain[c][n] = tuple.gain[first + c];
        }
    }
}

#[inline(always)]
fn visit_runs<T, I: Copy + Eq + Into<u64>>(
    index: &[I],
    table: &[Tuple<T>],
    mut visit: impl FnMut(Range<usize>, &Tuple<T>),
) {
    let mut k = 0;
    while k < index.len() {
        let run = run_length(&index[k..]);
        visit(k..k + run, &table[index[k].into() as usize]);
        k += run;
    }
}

/// Number of leading elements equal to the first.
#[inline(always)]
pub fn run_length<I: Copy + Eq>(index: &[I]) -> usize {
    let first = index[0];
    // No early exit inside a chunk, so that the comparison is vectorised.
    let equal = |chunk: &&[I; CHUNK]| chunk.iter().filter(|&&i| i != first).count() == 0;
    let (chunks, _) = index.as_chunks::<CHUNK>();
    let n = CHUNK * chunks.iter().take_while(equal).count();
    n + index[n..].iter().take_while(|&&i| i == first).count()
}
