//! How long a matrix and its products will take, from samples of the work itself on this machine.
//!
//! A sample is the code of the run on a small part of its input, on all threads at once; what it takes is multiplied by how often such a part
//! occurs. What only reads memory takes its bytes over the rate at which threads read together. How many steps an iteration
//! will need is not known before it is made.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A piece of work is repeated for so long.
const SAMPLE: Duration = Duration::from_millis(3);
/// Bytes that a thread reads to learn how fast it reads: more than caches hold.
const READ: usize = 64 << 20;

/// Seconds that the parts of a run will take, on as many threads as there are now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// To make the matrix, or as much of it as is kept.
    pub matrix: f64,
    /// What is done with it.
    pub solution: Solution,
}

/// How the equations are solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Solution {
    /// By factors: seconds to make them.
    Factors(f64),
    /// By an iteration: seconds of a product with one right-hand side.
    Product(f64),
}

impl Forecast {
    /// Seconds to make factors, where there are any.
    pub fn factors(&self) -> Option<f64> {
        match self.solution {
            Solution::Factors(seconds) => Some(seconds),
            Solution::Product(_) => None,
        }
    }

    /// Seconds of a product with one right-hand side, where the equations are solved by an iteration.
    pub fn product(&self) -> Option<f64> {
        match self.solution {
            Solution::Product(seconds) => Some(seconds),
            Solution::Factors(_) => None,
        }
    }
}

/// At most so many of `all` things: the middles of equal shares.
pub fn middles(all: usize, most: usize) -> impl ExactSizeIterator<Item = usize> {
    let count = most.min(all);
    (0..count).map(move |n| (2 * n + 1) * all / (2 * count))
}

/// Seconds that a piece of work takes a thread while all threads do the same.
pub fn alongside<R: Default>(work: impl Fn(&mut R) + Sync) -> f64 {
    let times = rayon::broadcast(|_| {
        let mut room = R::default();
        // The first time makes room and fills caches.
        work(&mut room);
        let (start, mut times) = (Instant::now(), 0);
        while times == 0 || start.elapsed() < SAMPLE {
            work(&mut room);
            times += 1;
        }
        start.elapsed().as_secs_f64() / f64::from(times)
    });
    times.iter().sum::<f64>() / times.len() as f64
}

/// Bytes a second that all threads read together.
pub fn reading_rate() -> f64 {
    let rates = rayon::broadcast(|_| {
        let values = vec![1.0_f32; READ / size_of::<f32>()];
        let start = Instant::now();
        let lanes = values.chunks_exact(16).fold([0.0; 16], |mut sums, chunk| {
            for (sum, value) in sums.iter_mut().zip(chunk) {
                *sum += *value;
            }
            sums
        });
        black_box(lanes);
        READ as f64 / start.elapsed().as_secs_f64()
    });
    rates.iter().sum()
}
