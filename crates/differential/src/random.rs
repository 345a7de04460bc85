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

    /// Any 64-bit number.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.state;
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// An integer from a non-empty range.
    pub fn whole(&mut self, range: Range<usize>) -> usize {
        range.start + (self.word() % range.len() as u64) as usize
    }

    /// A number from a range.
    pub fn within(&mut self, range: Range<f64>) -> f64 {
        let unit = (self.word() >> 11) as f64 / (1u64 << 53) as f64;
        range.start + (range.end - range.start) * unit
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.within(0.0..1.0) < probability
    }

    /// One of several.
    pub fn one_of<P: Copy>(&mut self, several: &[P]) -> P {
        several[self.whole(0..several.len())]
    }
}
