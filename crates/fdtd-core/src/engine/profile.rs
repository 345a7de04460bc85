//! Time per operator, for benchmarks.

use crate::operator::{Operator, Operators};
use poynting_grid::{HalfStep, Region};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The time that one operator took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperatorTime {
    /// Its name in a word or two.
    pub name: &'static str,
    /// Its time, summed over threads.
    pub time: Duration,
}

/// Accumulates the time of operators in their order, on all threads.
#[derive(Debug)]
pub(super) struct Clock {
    names: &'static [&'static str],
    nanoseconds: Vec<AtomicU64>,
}

impl Clock {
    /// A clock for operators of these names.
    pub fn new(names: &'static [&'static str]) -> Self {
        let nanoseconds = names.iter().map(|_| AtomicU64::new(0)).collect();
        Self { names, nanoseconds }
    }

    /// The times so far.
    pub fn times(&self) -> Vec<OperatorTime> {
        let times = self.names.iter().zip(&self.nanoseconds);
        times
            .map(|(name, sum)| OperatorTime {
                name,
                time: Duration::from_nanos(sum.load(Ordering::Relaxed)),
            })
            .collect()
    }
}

/// Operators applied in their order as one, each of them timed.
pub(super) struct Timed<'a> {
    pub operators: &'a Operators<'a>,
    pub clock: &'a Clock,
}

// SAFETY: applies operators that keep the contract, one after another to the same box, and writes nothing else but atomic sums.
unsafe impl Operator for Timed<'_> {
    fn reach(&self) -> usize {
        let reaches = self.operators.iter().map(|operator| operator.reach());
        reaches.max().unwrap_or(0)
    }

    unsafe fn apply(&self, half: HalfStep, region: &Region, step: u64) {
        let mut start = Instant::now();
        for (operator, sum) in self.operators.iter().zip(&self.clock.nanoseconds) {
            // SAFETY: passed on to the caller.
            unsafe { operator.apply(half, region, step) };
            let end = Instant::now();
            sum.fetch_add((end - start).as_nanos() as u64, Ordering::Relaxed);
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a given time.
    struct Slow {
        reach: usize,
        time: Duration,
    }

    // SAFETY: reads and writes nothing.
    unsafe impl Operator for Slow {
        fn reach(&self) -> usize {
            self.reach
        }

        unsafe fn apply(&self, _: HalfStep, _: &Region, _: u64) {
            std::thread::sleep(self.time);
        }
    }

    #[test]
    fn each_operator_gets_its_own_time() {
        let slow = |reach, ms| Slow {
            reach,
            time: Duration::from_millis(ms),
        };
        let (first, second) = (slow(0, 2), slow(1, 20));
        let clock = Clock::new(&["first", "second"]);
        let timed = Timed {
            operators: &[&first, &second],
            clock: &clock,
        };
        assert_eq!(timed.reach(), 1);
        let region = Region {
            x: 0..1,
            y: 0..1,
            z: 0..1,
        };
        for step in 0..2 {
            // SAFETY: these operators read and write nothing.
            unsafe { timed.apply(HalfStep::E, &region, step) };
        }
        let times = clock.times();
        assert_eq!([times[0].name, times[1].name], ["first", "second"]);
        assert!(times[0].time >= 2 * first.time && times[1].time >= 2 * second.time);
        assert!(times[0].time < times[1].time);
    }
}
