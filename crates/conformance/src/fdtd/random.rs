//! Reproducible pseudo-random numbers.

use std::ops::Range;

/// SplitMix64: G. L. Steele, D. Lea and C. H. Flood, Proc. OOPSLA 2014, 453.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence for a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer from a non-empty range.
    pub fn whole(&mut self, range: Range<usize>) -> usize {
        range.start + (self.next() % range.len() as u64) as usize
    }

    /// A number from a range.
    pub fn within(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        range.start + (range.end - range.start) * unit
    }

    /// One of several.
    pub fn one_of<P: Copy>(&mut self, several: &[P]) -> P {
        several[self.whole(0..several.len())]
    }

    /// A non-empty range within `0..len`.
    pub fn part(&mut self, len: usize) -> Range<usize> {
        let start = self.whole(0..len);
        start..self.whole(start + 1..len + 1)
    }

    /// Shuffles in place.
    pub fn shuffle<P>(&mut self, things: &mut [P]) {
        for n in (1..things.len()).rev() {
            things.swap(n, self.whole(0..n + 1));
        }
    }
}
