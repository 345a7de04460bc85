//! Coefficients as the time loop reads them, row by row.

use crate::tuple::Tuple;
use poynting_exec::Real;
use poynting_grid::HalfStep;
use std::ops::Range;

/// Nodes handled together where a row is long enough.
pub const CHUNK: usize = 16;

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
}

impl<T: Real> CoefficientView<'_, T> {
    /// Writes out `gain` of two components of a half step for the nodes starting at `place`.
    #[inline(always)]
    pub fn gains(
        &self,
        half: HalfStep,
        place: usize,
        components: [usize; 2],
        mut out: [&mut [T]; 2],
    ) {
        let components = components.map(|c| half.first_component() + c);
        let at = place..place + out[0].len();
        match *self {
            Self::U8(index, table) => lay_out(&index[at], table, components, out),
            Self::U16(index, table) => lay_out(&index[at], table, components, out),
            Self::U32(index, table) => lay_out(&index[at], table, components, out),
            Self::Direct(arrays) => {
                for (out, c) in out.iter_mut().zip(components) {
                    out.copy_from_slice(&arrays[6 + c][at.clone()]);
                }
            }
        }
    }
}

#[inline(always)]
fn lay_out<T: Real, I: Copy + Eq + Into<u64>>(
    index: &[I],
    table: &[Tuple<T>],
    [p, q]: [usize; 2],
    [first, second]: [&mut [T]; 2],
) {
    let mut k = 0;
    while k < index.len() {
        let same = equal_chunks(&index[k..]);
        let tuple = &table[index[k].into() as usize];
        if same > 0 {
            first[k..k + same].fill(tuple.gain[p]);
            second[k..k + same].fill(tuple.gain[q]);
            k += same;
        } else {
            for n in k..index.len().min(k + CHUNK) {
                let tuple = &table[index[n].into() as usize];
                (first[n], second[n]) = (tuple.gain[p], tuple.gain[q]);
            }
            k += CHUNK;
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

/// Length of the leading whole chunks, plus the remainder after them, whose elements all equal the first.
#[inline(always)]
pub fn equal_chunks<I: Copy + Eq>(index: &[I]) -> usize {
    let first = index[0];
    // No early exit inside a chunk, so that the comparison is vectorised.
    let equal = |chunk: &[I]| chunk.iter().filter(|&&i| i != first).count() == 0;
    let (chunks, rest) = index.as_chunks::<CHUNK>();
    let n = CHUNK * chunks.iter().take_while(|chunk| equal(*chunk)).count();
    if n + rest.len() == index.len() && equal(rest) {
        index.len()
    } else {
        n
    }
}

/// Number of leading elements equal to the first.
#[inline(always)]
pub fn run_length<I: Copy + Eq>(index: &[I]) -> usize {
    let n = equal_chunks(index);
    n + index[n..].iter().take_while(|&&i| i == index[0]).count()
}
