//! Time forecast for a matrix and its products, from samples of the work itself on this machine.
//!
//! A sample is the code of the run on a small part of its input, on all threads at once; its time is multiplied by the number of such
//! parts. Memory-bound work takes its bytes over the combined read bandwidth of the threads. The number of iteration steps
//! is not known in advance.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// A piece of work is repeated for this long.
const SAMPLE: Duration = Duration::from_millis(3);
/// Bytes that a thread reads to measure its bandwidth: more than the caches hold.
const READ: usize = 64 << 20;

/// Seconds for the parts of a run, on the current number of threads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// To build the matrix, or the part of it that is stored.
    pub matrix: f64,
    /// The solution step.
    pub solution: Solution,
}

/// How the equations are solved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Solution {
    /// By factorisation: its seconds.
    Factors(f64),
    /// By iteration: seconds of a product with one right-hand side.
    Product(f64),
}

impl Forecast {
    /// Seconds of the factorisation, if there is one.
    pub fn factors(&self) -> Option<f64> {
        match self.solution {
            Solution::Factors(seconds) => Some(seconds),
            Solution::Product(_) => None,
        }
    }

    /// Seconds of a product with one right-hand side, if the solution is iterative.
    pub fn product(&self) -> Option<f64> {
        match self.solution {
            Solution::Product(seconds) => Some(seconds),
            Solution::Factors(_) => None,
        }
    }
}

/// At most `most` of `all` items: the middles of equal shares.
pub fn middles(all: usize, most: usize) -> impl ExactSizeIterator<Item = usize> {
    let count = most.min(all);
    (0..count).map(move |n| (2 * n + 1) * all / (2 * count))
}

/// Seconds per thread for a piece of work while all threads do the same.
pub fn alongside<R: Default>(work: impl Fn(&mut R) + Sync) -> f64 {
    let times = rayon::broadcast(|_| {
        let mut room = R::default();
        // The first call allocates and warms the caches.
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

/// Combined read bandwidth of all threads, in bytes per second.
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
