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

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published generator from seed 0.
    #[test]
    fn the_generator_is_splitmix() {
        let mut random = Random::new(0);
        assert_eq!(random.word(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(random.word(), 0x6e78_9e6a_a1b9_65f4);
        assert!((0..100).all(|_| (2.0..=3.0).contains(&random.within(2.0..3.0))));
    }
}
