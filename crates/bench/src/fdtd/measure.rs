//! One measurement: three equal intervals of a run, and a second run for the time of each operator.

use super::FdtdBench;
use super::report::{OperatorShare, Row};
use poynting::{Error, Profile, RunOptions, Simulation, Stepped, step_until_stopped};
use poynting_exec::processor_time;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Intervals per row; the median counts.
const SPANS: usize = 3;

/// The state of a run between two intervals.
#[derive(Debug, Clone, Copy)]
struct Mark {
    step: u64,
    stepping: Duration,
    at: Instant,
    processor: Option<Duration>,
}

/// A grid or scene to be measured.
#[derive(Debug)]
pub struct Subject {
    /// Its name in the table.
    pub case: String,
    /// It.
    pub simulation: Simulation,
}

impl Subject {
    /// Measures its speed and, if asked for, the time of its operators.
    pub fn measure(&self, options: &RunOptions, bench: &FdtdBench) -> Result<Row, Error> {
        let (marks, Stepped { summary, .. }) =
            marks(&self.simulation, options, Profile::Off, bench.seconds)?;
        let mut speeds: Vec<f64> = marks
            .windows(2)
            .map(|pair| speed(pair[0], pair[1], summary.cells))
            .collect();
        speeds.sort_by(f64::total_cmp);
        let operators = match bench.profile {
            Profile::Off => Vec::new(),
            Profile::Operators => self.shares(options, bench.seconds)?,
        };
        let whole = marks.first().zip(marks.last());
        let seconds = |of: fn(&Mark, &Mark) -> Option<Duration>| {
            let time = whole.and_then(|(first, last)| of(first, last));
            time.map(|time| time.as_secs_f64())
        };
        Ok(Row {
            case: self.case.clone(),
            title: summary.title,
            cells: summary.cells,
            grid: summary.grid,
            threads: summary.threads,
            traversal: summary.traversal,
            precision: summary.precision,
            device: summary.device,
            mcells_per_s: speeds
                .get(speeds.len() / 2)
                .copied()
                .unwrap_or(summary.mcells_per_s),
            bytes_per_cell: summary.bytes_per_cell,
            steps: whole.map_or(0, |(first, last)| last.step - first.step),
            wall_s: seconds(|first, last| Some(last.at - first.at)).unwrap_or(0.0),
            stepping_s: seconds(|first, last| Some(last.stepping - first.stepping)).unwrap_or(0.0),
            cpu_s: seconds(|first, last| Some(last.processor?.saturating_sub(first.processor?))),
            operators,
        })
    }

    /// Shares of the stepping time, in a run of its own, because the clocks slow it down.
    fn shares(&self, options: &RunOptions, seconds: f64) -> Result<Vec<OperatorShare>, Error> {
        let (_, run) = marks(&self.simulation, options, Profile::Operators, seconds)?;
        Ok(shares(&run))
    }
}

/// Million cell updates per second between two marks.
fn speed(first: Mark, last: Mark, cells: u64) -> f64 {
    let time = (last.stepping - first.stepping).as_secs_f64();
    cells as f64 * (last.step - first.step) as f64 / time / 1e6
}

/// Steps through all intervals. The first block touches memory for the first time and is not counted.
fn marks(
    simulation: &Simulation,
    options: &RunOptions,
    profile: Profile,
    seconds: f64,
) -> Result<(Vec<Mark>, Stepped), Error> {
    let limit = Duration::from_secs_f64(seconds);
    let mut marks: Vec<Mark> = Vec::new();
    let run = step_until_stopped(simulation, options, profile, |progress| {
        let at = Instant::now();
        let start = marks.first().map_or(at, |first| first.at);
        if at - start >= limit.mul_f64(marks.len() as f64) {
            marks.push(Mark {
                step: progress.step,
                stepping: progress.stepping,
                at,
                processor: processor_time(),
            });
        }
        if marks.len() > SPANS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok((marks, run))
}

/// The share of each operator in the time of all threads, and that of the rest.
fn shares(run: &Stepped) -> Vec<OperatorShare> {
    let available = run.stepping.as_secs_f64() * run.summary.threads as f64;
    let share = |time: f64| {
        if available > 0.0 {
            time / available
        } else {
            0.0
        }
    };
    let mut shares: Vec<OperatorShare> = run
        .operators
        .iter()
        .map(|operator| OperatorShare {
            operator: operator.name,
            share: share(operator.time.as_secs_f64()),
        })
        .collect();
    let known: f64 = shares.iter().map(|s| s.share).sum();
    shares.push(OperatorShare {
        operator: "rest",
        share: (1.0 - known).max(0.0),
    });
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting::{OperatorTime, Summary};

    #[test]
    fn shares_are_of_the_time_of_all_threads() {
        let times = [("yee", 3.0), ("sources", 0.5)];
        let run = Stepped {
            summary: Summary {
                threads: 2,
                ..Summary::default()
            },
            stepping: Duration::from_secs(2),
            operators: times
                .map(|(name, seconds)| OperatorTime {
                    name,
                    time: Duration::from_secs_f64(seconds),
                })
                .to_vec(),
        };
        let shares: Vec<_> = shares(&run).iter().map(|s| (s.operator, s.share)).collect();
        assert_eq!(shares, [("yee", 0.75), ("sources", 0.125), ("rest", 0.125)]);
    }
}
