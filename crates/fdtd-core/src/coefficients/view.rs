//! Coefficients as the time loop reads them.

use crate::coefficients::patterns::Pattern;
use crate::tuple::Tuple;
use poynting_exec::Real;
use poynting_grid::{CHUNK, HalfStep};

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
    /// The coefficients at `place`, and how many of the `n` nodes from there on share them.
    #[inline(always)]
    pub fn run(&self, place: usize, n: usize) -> (usize, Tuple<T>) {
        let at = place..place + n;
        match *self {
            Self::U8(index, table) => first_run(&index[at], table),
            Self::U16(index, table) => first_run(&index[at], table),
            Self::U32(index, table) => first_run(&index[at], table),
            Self::Direct(arrays) => {
                let tuple = Tuple {
                    keep: std::array::from_fn(|c| arrays[c][place]),
                    gain: std::array::from_fn(|c| arrays[6 + c][place]),
                };
                (1, tuple)
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
fn first_run<T: Copy, I: Copy + Eq + Into<u64>>(
    index: &[I],
    table: &[Tuple<T>],
) -> (usize, Tuple<T>) {
    (run_length(index), table[index[0].into() as usize])
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
