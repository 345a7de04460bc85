//! The Yee kernel with each way of storing coefficients.
//!
//! A row is walked in stretches: where the index stays the same for long, the coefficients are constants of
//! the loop; elsewhere a short stretch of them is laid out on the stack. Gathering them inside the
//! loop would cost more than the update itself.

use super::Tuple;
use crate::yee::{Row, RowCoefficients};
use crate::{Half, Real};
use std::ops::Range;

/// Coefficients as the time loop reads them.
#[derive(Debug, Clone, Copy)]
pub enum CoefficientView<'a, T> {
    /// One byte a node.
    U8(&'a [u8], &'a [Tuple<T>]),
    /// Two bytes a node.
    U16(&'a [u16], &'a [Tuple<T>]),
    /// Four bytes a node.
    U32(&'a [u32], &'a [Tuple<T>]),
    /// `keep` of the six components, then `gain`.
    Direct([&'a [T]; 12]),
}

impl<T: Real> CoefficientView<'_, T> {
    /// Updates a row that starts at `place`.
    #[inline(always)]
    pub fn update(&self, half: Half, place: usize, row: &mut Row<'_, T>) {
        let (at, n) = (place..place + row.len(), row.len());
        match *self {
            Self::U8(index, table) => walk(half, &index[at], table, row),
            Self::U16(index, table) => walk(half, &index[at], table, row),
            Self::U32(index, table) => walk(half, &index[at], table, row),
            Self::Direct(arrays) => {
                let first = first_component(half);
                let keep = std::array::from_fn(|c| &arrays[first + c][at.clone()]);
                let gain = std::array::from_fn(|c| &arrays[6 + first + c][at.clone()]);
                row.update(0..n, &Varying { keep, gain });
            }
        }
    }
}

impl<T: Real> CoefficientView<'_, T> {
    /// Calls `visit` with each stretch of equal coefficients of the `n` nodes from `place` on.
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

#[inline(always)]
fn first_component(half: Half) -> usize {
    match half {
        Half::E => 0,
        Half::H => 3,
    }
}

/// Shorter stretches of one index are not worth a loop of their own.
const LONG: usize = 24;
/// Nodes laid out at once where the index changes.
const MIXED: usize = 32;

#[inline(always)]
fn walk<T: Real, I: Copy + Eq + Into<u64>>(
    half: Half,
    index: &[I],
    table: &[Tuple<T>],
    row: &mut Row<'_, T>,
) {
    let mut k = 0;
    while k < index.len() {
        let run = run_length(&index[k..]);
        if run >= LONG || k + run == index.len() {
            row.update(
                k..k + run,
                &Constant::new(half, &table[index[k].into() as usize]),
            );
            k += run;
        } else {
            let n = MIXED.min(index.len() - k);
            row.update(k..k + n, &Mixed::new(half, &index[k..k + n], table));
            k += n;
        }
    }
}

/// How many leading elements are equal to the first.
#[inline(always)]
fn run_length<I: Copy + Eq>(index: &[I]) -> usize {
    let first = index[0];
    let mut n = 0;
    for chunk in index.chunks_exact(32) {
        // No early exit inside the chunk, so that the comparison is vectorised.
        if chunk
            .iter()
            .fold(false, |differs, &i| differs | (i != first))
        {
            break;
        }
        n += 32;
    }
    n + index[n..].iter().take_while(|&&i| i == first).count()
}

struct Constant<T> {
    keep: [T; 3],
    gain: [T; 3],
}

impl<T: Real> Constant<T> {
    #[inline(always)]
    fn new(half: Half, tuple: &Tuple<T>) -> Self {
        let first = first_component(half);
        Self {
            keep: std::array::from_fn(|c| tuple.keep[first + c]),
            gain: std::array::from_fn(|c| tuple.gain[first + c]),
        }
    }
}

impl<T: Real> RowCoefficients<T> for Constant<T> {
    #[inline(always)]
    fn keep(&self, c: usize, _: usize) -> T {
        self.keep[c]
    }
    #[inline(always)]
    fn gain(&self, c: usize, _: usize) -> T {
        self.gain[c]
    }
}

struct Mixed<T> {
    keep: [[T; MIXED]; 3],
    gain: [[T; MIXED]; 3],
}

impl<T: Real> Mixed<T> {
    #[inline(always)]
    fn new<I: Copy + Into<u64>>(half: Half, index: &[I], table: &[Tuple<T>]) -> Self {
        let first = first_component(half);
        let mut out = Self {
            keep: [[T::default(); MIXED]; 3],
            gain: [[T::default(); MIXED]; 3],
        };
        for (k, &i) in index.iter().enumerate() {
            let tuple = &table[i.into() as usize];
            for c in 0..3 {
                out.keep[c][k] = tuple.keep[first + c];
                out.gain[c][k] = tuple.gain[first + c];
            }
        }
        out
    }
}

impl<T: Real> RowCoefficients<T> for Mixed<T> {
    #[inline(always)]
    fn keep(&self, c: usize, k: usize) -> T {
        self.keep[c][k]
    }
    #[inline(always)]
    fn gain(&self, c: usize, k: usize) -> T {
        self.gain[c][k]
    }
}

struct Varying<'a, T> {
    keep: [&'a [T]; 3],
    gain: [&'a [T]; 3],
}

impl<T: Real> RowCoefficients<T> for Varying<'_, T> {
    #[inline(always)]
    fn keep(&self, c: usize, k: usize) -> T {
        self.keep[c][k]
    }
    #[inline(always)]
    fn gain(&self, c: usize, k: usize) -> T {
        self.gain[c][k]
    }
}

#[cfg(test)]
mod tests {
    use super::run_length;

    #[test]
    fn runs_are_measured_to_the_element() {
        for n in [1usize, 31, 32, 33, 64, 100] {
            let mut index = vec![7u8; n];
            assert_eq!(run_length(&index), n);
            index.push(8);
            index.extend([7u8; 40]);
            assert_eq!(run_length(&index), n);
        }
    }
}
