//! Synthesis by a colony of ants that choose bits (O. Kilic, M. Huang, ACES Journal 25, 283, 2010).
//!
//! Each bit of each value has a pheromone for 0 and one for 1, t_0 + t_1 = 1. An ant sets the bit to 0 with probability t_0/(t_0 + t_1). When all ants have
//! chosen, a part of the pheromone evaporates and each ant adds to its bits in proportion to one over its cost:
//!
//! ```text
//! t_b <- (1 - r) t_b + r sum_(ants with b) c^-1 / sum_(all ants) c^-1
//! ```
//!
//! Evaporation and cost are not in the paper. A pheromone never falls below a limit, so that no bit is fixed for ever.

use crate::error::{ArrayError, demand};
use poynting_exec::Random;

/// What a colony is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colony {
    /// Values that are sought, each from 0 to 1.
    pub values: usize,
    /// Bits of a value, up to 16.
    pub bits: usize,
    /// Ants per iteration.
    pub ants: usize,
    /// Part of the pheromone that evaporates in an iteration.
    pub evaporation: f64,
    /// Start of the random numbers.
    pub seed: u64,
}

/// What it found.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The values of the best ant.
    pub values: Vec<f64>,
    /// Its cost.
    pub cost: f64,
    /// Iterations that were needed.
    pub iterations: usize,
}

/// Smallest pheromone.
const LEAST: f64 = 0.01;

impl Colony {
    /// Iterates until a cost is at most `enough`, or for `most` iterations. Costs are positive.
    pub fn search(
        &self,
        enough: f64,
        most: usize,
        cost: impl Fn(&[f64]) -> f64,
    ) -> Result<Found, ArrayError> {
        demand(
            "the evaporation",
            self.evaporation,
            "it must be from 0 to 1",
            |r| (0.0..=1.0).contains(&r),
        )?;
        demand(
            "the bits of a value",
            self.bits as f64,
            "it must be from 1 to 16",
            |b| (1.0..=16.0).contains(&b),
        )?;
        demand(
            "the number of ants",
            self.ants as f64,
            "it must be positive",
            |n| n > 0.0,
        )?;
        let mut random = Random::new(self.seed);
        let total = self.values * self.bits;
        let mut ones = vec![0.5; total];
        let mut added = vec![0.0; total];
        let mut path = vec![false; total];
        let mut values = vec![0.0; self.values];
        let mut best = Found {
            values: values.clone(),
            cost: f64::INFINITY,
            iterations: 0,
        };
        while best.cost > enough && best.iterations < most {
            best.iterations += 1;
            added.fill(0.0);
            let mut whole = 0.0;
            for _ in 0..self.ants {
                for (bit, one) in path.iter_mut().zip(&ones) {
                    *bit = random.chance(*one);
                }
                self.decode(&path, &mut values);
                let cost = cost(&values);
                if cost < best.cost {
                    best.cost = cost;
                    best.values.copy_from_slice(&values);
                }
                let weight = 1.0 / cost.max(f64::MIN_POSITIVE);
                whole += weight;
                for (added, bit) in added.iter_mut().zip(&path) {
                    *added += if *bit { weight } else { 0.0 };
                }
            }
            for (one, added) in ones.iter_mut().zip(&added) {
                let kept = (1.0 - self.evaporation) * *one + self.evaporation * added / whole;
                *one = kept.clamp(LEAST, 1.0 - LEAST);
            }
        }
        Ok(best)
    }

    fn decode(&self, path: &[bool], values: &mut [f64]) {
        let largest = (1u32 << self.bits) - 1;
        for (value, bits) in values.iter_mut().zip(path.chunks_exact(self.bits)) {
            let whole = bits
                .iter()
                .fold(0u32, |whole, bit| 2 * whole + u32::from(*bit));
            *value = f64::from(whole) / f64::from(largest);
        }
    }
}

/// Null steering of a line of real amplitudes, symmetric or not.
#[derive(Debug, Clone)]
pub struct NullSteering {
    /// cos and sin of the phases towards each null.
    phases: Vec<Vec<[f64; 2]>>,
    /// Largest power over that of the main beam.
    limit: f64,
}

impl NullSteering {
    /// For elements at x, in wavelengths, a broadside beam, and powers in the directions u at most this level in decibels over the beam's.
    pub fn new(x: &[f64], nulls: &[f64], level: f64) -> Self {
        let phases = |u: &f64| {
            let phase = |x: &f64| {
                let (sin, cos) = (std::f64::consts::TAU * u * x).sin_cos();
                [cos, sin]
            };
            x.iter().map(phase).collect()
        };
        Self {
            phases: nulls.iter().map(phases).collect(),
            limit: 10f64.powf(level / 10.0),
        }
    }

    /// Powers in the directions of the nulls over that of the beam.
    pub fn powers(&self, amplitudes: &[f64]) -> Vec<f64> {
        (0..self.phases.len())
            .map(|null| self.power(null, amplitudes))
            .collect()
    }

    fn power(&self, null: usize, amplitudes: &[f64]) -> f64 {
        let sum: f64 = amplitudes.iter().sum();
        let add =
            |[re, im]: [f64; 2], (a, [cos, sin]): (&f64, &[f64; 2])| [re + a * cos, im + a * sin];
        let [re, im] = amplitudes
            .iter()
            .zip(&self.phases[null])
            .fold([0.0; 2], add);
        (re * re + im * im) / (sum * sum).max(f64::MIN_POSITIVE)
    }

    /// The largest power in a null over the limit: the nulls are met at 1. Powers below the limit do not count, so that the others are improved.
    pub fn cost(&self, amplitudes: &[f64]) -> f64 {
        let over = (0..self.phases.len()).map(|null| self.power(null, amplitudes) / self.limit);
        over.map(|over| over.max(1.0)).sum::<f64>() - (self.phases.len() as f64 - 1.0)
    }
}
