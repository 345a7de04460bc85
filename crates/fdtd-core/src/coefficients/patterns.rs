//! Coefficients in the form in which a row is updated: chunk by chunk.
//!
//! A chunk is [`CHUNK`] nodes of a row. Most chunks of a model are one medium throughout, most others one of a few sequences: a wall at the
//! first node, a surface after the fifth. Each distinct sequence is written out once as a [`Pattern`], and each chunk has the number of
//! its pattern, so that the update of a chunk loads its coefficients and decides nothing. Where nearly every chunk differs, as with a random
//! medium, only the most frequent patterns are kept, and the others are written out from the index every time.

use crate::coefficients::view::CoefficientView;
use poynting_exec::Real;
use poynting_grid::{CHUNK, HalfStep};
use std::collections::HashMap;
use std::hash::Hash;

/// The coefficients of a chunk in one half step.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(64))]
pub struct Pattern<T> {
    /// `keep` of the three components that the half step changes.
    pub keep: [[T; CHUNK]; 3],
    /// `gain` likewise.
    pub gain: [[T; CHUNK]; 3],
}

impl<T: Real> Default for Pattern<T> {
    fn default() -> Self {
        Self {
            keep: [[T::default(); CHUNK]; 3],
            gain: [[T::default(); CHUNK]; 3],
        }
    }
}

/// The patterns of a model.
#[derive(Debug)]
pub struct Patterns<T> {
    /// The number of each chunk of the layout; [`WRITTEN_OUT`] if its pattern is not kept.
    numbers: Vec<u32>,
    /// For the half steps of E and of H.
    kept: Vec<[Pattern<T>; 2]>,
}

const WRITTEN_OUT: u32 = u32::MAX;

/// Chunks per pattern kept, at least: patterns then take at most a quarter of the memory of the fields.
const CHUNKS_PER_PATTERN: usize = 8;
/// Patterns that are always kept.
const FEW: usize = 64;

impl<T: Real> Patterns<T> {
    /// The patterns of these coefficients.
    pub fn new(coefficients: &CoefficientView<'_, T>) -> Self {
        match coefficients {
            CoefficientView::U8(index, _) => Self::of_index(index, coefficients),
            CoefficientView::U16(index, _) => Self::of_index(index, coefficients),
            CoefficientView::U32(index, _) => Self::of_index(index, coefficients),
            CoefficientView::Direct(arrays) => Self {
                numbers: vec![WRITTEN_OUT; arrays[0].len() / CHUNK],
                kept: Vec::new(),
            },
        }
    }

    fn of_index<I: Copy + Eq + Hash>(index: &[I], coefficients: &CoefficientView<'_, T>) -> Self {
        let (chunks, _) = index.as_chunks::<CHUNK>();
        let mut found: HashMap<[I; CHUNK], u32> = HashMap::new();
        // The first chunk of each pattern, and how many there are.
        let mut first: Vec<usize> = Vec::new();
        let mut count: Vec<usize> = Vec::new();
        let mut numbers = Vec::with_capacity(chunks.len());
        for (at, chunk) in chunks.iter().enumerate() {
            let is_repeated = at > 0 && *chunk == chunks[at - 1];
            let number = if is_repeated {
                numbers[at - 1]
            } else {
                *found.entry(*chunk).or_insert_with(|| {
                    first.push(at);
                    count.push(0);
                    first.len() as u32 - 1
                })
            };
            count[number as usize] += 1;
            numbers.push(number);
        }
        let mut order: Vec<usize> = (0..first.len()).collect();
        let most = (chunks.len() / CHUNKS_PER_PATTERN).max(FEW);
        if order.len() > most {
            order.sort_unstable_by_key(|n| std::cmp::Reverse(count[*n]));
            order.truncate(most);
        }
        let mut renumbered = vec![WRITTEN_OUT; first.len()];
        let mut kept = Vec::with_capacity(order.len());
        for number in order {
            let place = first[number] * CHUNK;
            renumbered[number] = kept.len() as u32;
            kept.push([HalfStep::E, HalfStep::H].map(|half| {
                let mut pattern = Pattern::default();
                coefficients.write_out(half, place, &mut pattern);
                pattern
            }));
        }
        for number in &mut numbers {
            *number = renumbered[*number as usize];
        }
        Self { numbers, kept }
    }

    /// Bytes for this many places, `distinct` of whose chunks differ.
    pub fn bytes_for(places: u64, distinct: u64) -> u64 {
        let chunks = places / CHUNK as u64;
        let most = (chunks / CHUNKS_PER_PATTERN as u64).max(FEW as u64);
        let kept = size_of::<[Pattern<T>; 2]>() as u64 * distinct.min(most);
        kept + size_of::<u32>() as u64 * chunks
    }

    /// Total bytes.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&*self.numbers) + size_of_val(&*self.kept)) as u64
    }
}

/// Patterns as the time loop reads them.
#[derive(Debug, Clone, Copy)]
pub struct PatternView<'a, T> {
    patterns: &'a Patterns<T>,
    coefficients: CoefficientView<'a, T>,
}

impl<'a, T: Real> PatternView<'a, T> {
    /// The patterns of these coefficients.
    pub fn new(patterns: &'a Patterns<T>, coefficients: CoefficientView<'a, T>) -> Self {
        Self {
            patterns,
            coefficients,
        }
    }

    /// The coefficients of a half step from `place` on.
    #[inline(always)]
    pub fn from(&self, half: HalfStep, place: usize) -> PatternsFrom<'a, T> {
        PatternsFrom {
            numbers: &self.patterns.numbers[place / CHUNK..],
            kept: &self.patterns.kept,
            coefficients: self.coefficients,
            place,
            half,
        }
    }
}

/// The patterns of a half step from some place on.
#[derive(Debug, Clone, Copy)]
pub struct PatternsFrom<'a, T> {
    numbers: &'a [u32],
    kept: &'a [[Pattern<T>; 2]],
    coefficients: CoefficientView<'a, T>,
    place: usize,
    half: HalfStep,
}

impl<T: Real> PatternsFrom<'_, T> {
    /// The coefficients of the chunk at this distance, written to `space` if they are not kept.
    #[inline(always)]
    pub fn chunk<'s>(&'s self, at: usize, space: &'s mut Pattern<T>) -> &'s Pattern<T> {
        if let Some(pattern) = self.kept.get(self.numbers[at / CHUNK] as usize) {
            return &pattern[self.half as usize];
        }
        self.coefficients
            .write_out(self.half, self.place + at, space);
        space
    }
}
