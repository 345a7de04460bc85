//! The Yee update of a row for each storage of coefficients.
//!
//! A row is walked in chunks: where the index is constant over whole chunks, the coefficients are loop constants;
//! elsewhere those of one chunk are written out on the stack. Gathering them inside the loop would cost more than
//! the update itself.

use crate::coefficients::{CHUNK, CoefficientView, equal_chunks};
use crate::tuple::Tuple;
use crate::yee::row::{Row, RowCoefficients, load};
use poynting_exec::Real;
use poynting_grid::HalfStep;

/// Updates a row that starts at `place`.
#[inline(always)]
pub fn update<T: Real>(
    coefficients: CoefficientView<'_, T>,
    half: HalfStep,
    place: usize,
    row: &mut Row<'_, T>,
) {
    let (at, n) = (place..place + row.len(), row.len());
    match coefficients {
        CoefficientView::U8(index, table) => walk(half, &index[at], table, row),
        CoefficientView::U16(index, table) => walk(half, &index[at], table, row),
        CoefficientView::U32(index, table) => walk(half, &index[at], table, row),
        CoefficientView::Direct(arrays) => {
            let first = half.first_component();
            let keep = std::array::from_fn(|c| &arrays[first + c][at.clone()]);
            let gain = std::array::from_fn(|c| &arrays[6 + first + c][at.clone()]);
            row.update(0..n, &Varying { keep, gain });
        }
    }
}

#[inline(always)]
fn walk<T: Real, I: Copy + Eq + Into<u64>>(
    half: HalfStep,
    index: &[I],
    table: &[Tuple<T>],
    row: &mut Row<'_, T>,
) {
    let mut k = 0;
    while k < index.len() {
        let same = equal_chunks(&index[k..]);
        if same > 0 {
            row.update(
                k..k + same,
                &Constant::new(half, &table[index[k].into() as usize]),
            );
            k += same;
        } else {
            let n = CHUNK.min(index.len() - k);
            row.update(k..k + n, &Mixed::new(half, &index[k..k + n], table));
            k += n;
        }
    }
}

struct Constant<T> {
    keep: [T; 3],
    gain: [T; 3],
}

impl<T: Real> Constant<T> {
    #[inline(always)]
    fn new(half: HalfStep, tuple: &Tuple<T>) -> Self {
        let first = half.first_component();
        Self {
            keep: std::array::from_fn(|c| tuple.keep[first + c]),
            gain: std::array::from_fn(|c| tuple.gain[first + c]),
        }
    }
}

impl<T: Real> RowCoefficients<T> for Constant<T> {
    #[inline(always)]
    fn keep<const N: usize>(&self, c: usize, _: usize) -> [T; N] {
        [self.keep[c]; N]
    }
    #[inline(always)]
    fn gain<const N: usize>(&self, c: usize, _: usize) -> [T; N] {
        [self.gain[c]; N]
    }
}

/// Coefficients of one chunk, written out.
struct Mixed<T> {
    keep: [[T; CHUNK]; 3],
    gain: [[T; CHUNK]; 3],
}

impl<T: Real> Mixed<T> {
    #[inline(always)]
    fn new<I: Copy + Eq + Into<u64>>(half: HalfStep, index: &[I], table: &[Tuple<T>]) -> Self {
        // Most chunks hold one odd node, at a boundary: broadcast the middle one, then fix those that differ.
        let middle = index[index.len() / 2];
        let Constant { keep, gain } = Constant::new(half, &table[middle.into() as usize]);
        let mut out = Self {
            keep: keep.map(|v| [v; CHUNK]),
            gain: gain.map(|v| [v; CHUNK]),
        };
        for (k, &i) in index.iter().enumerate() {
            if i != middle {
                let odd = Constant::new(half, &table[i.into() as usize]);
                for c in 0..3 {
                    out.keep[c][k] = odd.keep[c];
                    out.gain[c][k] = odd.gain[c];
                }
            }
        }
        out
    }
}

impl<T: Real> RowCoefficients<T> for Mixed<T> {
    #[inline(always)]
    fn keep<const N: usize>(&self, c: usize, first: usize) -> [T; N] {
        load(&self.keep[c], first)
    }
    #[inline(always)]
    fn gain<const N: usize>(&self, c: usize, first: usize) -> [T; N] {
        load(&self.gain[c], first)
    }
}

struct Varying<'a, T> {
    keep: [&'a [T]; 3],
    gain: [&'a [T]; 3],
}

impl<T: Real> RowCoefficients<T> for Varying<'_, T> {
    #[inline(always)]
    fn keep<const N: usize>(&self, c: usize, first: usize) -> [T; N] {
        load(self.keep[c], first)
    }
    #[inline(always)]
    fn gain<const N: usize>(&self, c: usize, first: usize) -> [T; N] {
        load(self.gain[c], first)
    }
}
