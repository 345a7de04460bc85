//! Sums that do not depend on the order of their terms.
//!
//! A finite double is an integer m of at most 53 bits times 2^(e - 1075), with 1 <= e <= 2046. Terms with the same e/32 are added as integers
//! m 2^(e mod 32), which have at most 84 bits: without rounding for 2^43 terms, and so in any order and in parts that are added later (after R. M. Neal,
//! Fast exact summation using small and large superaccumulators, arXiv:1505.05571). Only the sum is rounded.

/// A sum of doubles.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactSum {
    bins: [i128; BINS],
    /// The sum of all terms that are infinite or not numbers.
    special: f64,
}

/// Number of different e/32.
const BINS: usize = 64;
/// Bits of e within a bin.
const WIDTH: u32 = 5;
const MANTISSA: u32 = 52;
const BIAS: i32 = 1075;

impl Default for ExactSum {
    fn default() -> Self {
        Self {
            bins: [0; BINS],
            special: 0.0,
        }
    }
}

impl ExactSum {
    /// Integers in [`Self::limbs`].
    pub const LIMBS: usize = 4 * BINS + 3;

    /// Adds a term.
    #[inline(always)]
    pub fn add(&mut self, term: f64) {
        if !term.is_finite() {
            self.special += term;
            return;
        }
        let bits = term.to_bits();
        let exponent = (bits >> MANTISSA) as u32 & 0x7ff;
        let fraction = bits & ((1 << MANTISSA) - 1);
        // The smallest numbers have the exponent 0 but count as 1, without the leading bit.
        let (mantissa, exponent) = match exponent {
            0 => (fraction, 1),
            _ => (fraction | 1 << MANTISSA, exponent),
        };
        let value = i128::from(mantissa) << (exponent & ((1 << WIDTH) - 1));
        let bin = &mut self.bins[(exponent >> WIDTH) as usize];
        *bin += if term < 0.0 { -value } else { value };
    }

    /// Adds all terms of another sum.
    pub fn merge(&mut self, other: &Self) {
        for (bin, other) in self.bins.iter_mut().zip(&other.bins) {
            *bin += other;
        }
        self.special += other.special;
    }

    /// The sum as integers that can be added to those of other sums, of up to 2^31 of them.
    pub fn limbs(&self) -> [i64; Self::LIMBS] {
        let mut limbs = [0; Self::LIMBS];
        let parts = limbs.chunks_exact_mut(4);
        for (part, bin) in parts.zip(&self.bins) {
            // 32 bits each; the last one with the sign.
            for (n, limb) in part.iter_mut().enumerate() {
                let shifted = bin >> (32 * n);
                *limb = if n < 3 {
                    shifted & 0xffff_ffff
                } else {
                    shifted
                } as i64;
            }
        }
        let [nan, above, below] = &mut limbs[4 * BINS..] else {
            return limbs;
        };
        *nan = i64::from(self.special.is_nan());
        *above = i64::from(self.special == f64::INFINITY);
        *below = i64::from(self.special == f64::NEG_INFINITY);
        limbs
    }

    /// The sum of sums whose limbs were added.
    pub fn from_limbs(limbs: &[i64; Self::LIMBS]) -> Self {
        let bin = |n: usize| {
            let part = limbs[4 * n..4 * n + 4].iter().rev();
            part.fold(0i128, |bin, limb| (bin << 32) + i128::from(*limb))
        };
        let special = match limbs[4 * BINS..] {
            [0, 0, 0] => 0.0,
            [0, _, 0] => f64::INFINITY,
            [0, 0, _] => f64::NEG_INFINITY,
            _ => f64::NAN,
        };
        Self {
            bins: std::array::from_fn(bin),
            special,
        }
    }

    /// The sum as a double.
    pub fn value(&self) -> f64 {
        let sum = (0i32..64).rev().fold(self.special, |sum, n| {
            let bin = self.bins[n as usize];
            let exponent = (n << WIDTH) - BIAS;
            // Two factors: one alone would underflow in the lowest bins.
            let half = exponent / 2;
            sum + bin as f64 * power_of_two(half) * power_of_two(exponent - half)
        });
        // The terms of an infinite sum do not say so by themselves.
        if self.special == 0.0 {
            sum
        } else {
            self.special
        }
    }
}

/// 2 to an exponent of a normal number, exactly, which `powi` does not promise.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + f64::MAX_EXP - 1) as u64) << MANTISSA)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn sum(terms: &[f64]) -> ExactSum {
        let mut sum = ExactSum::default();
        for term in terms {
            sum.add(*term);
        }
        sum
    }

    #[test]
    fn the_order_does_not_matter() {
        let mut random = Random::new(7);
        let mut terms: Vec<f64> = (0..1000)
            .map(|_| random.within(-1.0..1.0) * 10f64.powf(random.within(-40.0..10.0)))
            .collect();
        let forward = sum(&terms);
        let mut parts = sum(&terms[600..]);
        parts.merge(&sum(&terms[..600]));
        terms.reverse();
        assert_eq!(forward, sum(&terms));
        assert_eq!(forward, parts);
    }

    #[test]
    fn limbs_can_be_added() {
        let parts = [
            vec![1e300, -3.5, 1e-300],
            vec![-1e300, 2.0],
            vec![-7e-310, -1.0, -1e10],
        ];
        let sums = parts.each_ref().map(|terms| sum(terms).limbs());
        let added = std::array::from_fn(|n| sums.iter().map(|limbs| limbs[n]).sum());
        assert_eq!(
            ExactSum::from_limbs(&added).value(),
            sum(&parts.concat()).value()
        );
        let one = sum(&[f64::INFINITY, 1.0]);
        assert_eq!(ExactSum::from_limbs(&one.limbs()).value(), f64::INFINITY);
    }

    #[test]
    fn nothing_is_lost() {
        assert_eq!(sum(&[1e300, 1.0, -1e300]).value(), 1.0);
        assert_eq!(sum(&[0.1; 10]).value(), 1.0);
        assert_eq!(sum(&[5e-324, 5e-324, -5e-324]).value(), 5e-324);
        assert_eq!(sum(&[f64::MAX, f64::MAX, -f64::MAX]).value(), f64::MAX);
        assert_eq!(sum(&[]).value(), 0.0);
        assert_eq!(sum(&[-2.5]).value(), -2.5);
    }

    #[test]
    fn what_is_not_finite_stays_so() {
        assert_eq!(sum(&[1.0, f64::INFINITY]).value(), f64::INFINITY);
        assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).value().is_nan());
        assert!(sum(&[f64::NAN, 1.0]).value().is_nan());
    }
}
