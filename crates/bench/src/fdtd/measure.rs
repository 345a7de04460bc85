//! One measurement: three equal intervals of a run, and a second run for the time of each operator.

use super::FdtdBench;
use super::report::{OperatorShare, Row};
use poynting::{Error, Profile, RunOptions, Simulation, Stepped, step_until_stopped};
use poynting_exec::processor_time;
use std::ops::ControlFlow;
use std::time::Instant;

/// Intervals per row; the median counts.
const SPANS: usize = 3;

/// The state of a run between two intervals; times in seconds.
#[derive(Debug, Clone, Copy)]
struct Mark {
    step: u64,
    stepping: f64,
    /// Since the first mark.
    wall: f64,
    processor: Option<f64>,
}

/// An interval, or several.
#[derive(Debug, Clone, Copy, Default)]
struct Span {
    steps: u64,
    stepping: f64,
    wall: f64,
    processor: Option<f64>,
}

impl Span {
    fn between(first: Mark, last: Mark) -> Self {
        let processor = last.processor.zip(first.processor);
        Self {
            steps: last.step - first.step,
            stepping: last.stepping - first.stepping,
            wall: last.wall - first.wall,
            processor: processor.map(|(last, first)| last - first),
        }
    }

    /// Million cell updates per second.
    fn speed(self, cells: u64) -> f64 {
        cells as f64 * self.steps as f64 / self.stepping / 1e6
    }
}

/// A grid or scene to be measured.
#[derive(Debug)]
pub struct Subject {
    /// Its name in the table.
    pub case: String,
    /// Its model.
    pub simulation: Simulation,
}

impl Subject {
    /// Measures its speed and, if asked for, the time of its operators.
    pub fn measure(&self, options: &RunOptions, bench: &FdtdBench) -> Result<Row, Error> {
        let (marks, Stepped { summary, .. }) =
            marks(&self.simulation, options, Profile::Off, bench.seconds)?;
        let mut speeds: Vec<f64> = marks
            .windows(2)
            .map(|pair| Span::between(pair[0], pair[1]).speed(summary.cells))
            .collect();
        speeds.sort_by(f64::total_cmp);
        let operators = match bench.profile {
            Profile::Off => Vec::new(),
            Profile::Operators => self.shares(options, bench.seconds)?,
        };
        let ends = marks.first().zip(marks.last());
        let whole = ends.map_or_else(Span::default, |(first, last)| Span::between(*first, *last));
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
            steps: whole.steps,
            wall_s: whole.wall,
            stepping_s: whole.stepping,
            cpu_s: whole.processor,
            operators,
        })
    }

    /// Shares of the stepping time, in a run of its own, because the clocks slow it down.
    fn shares(&self, options: &RunOptions, seconds: f64) -> Result<Vec<OperatorShare>, Error> {
        let (_, run) = marks(&self.simulation, options, Profile::Operators, seconds)?;
        Ok(shares(&run))
    }
}

/// Steps through all intervals. The first block touches memory for the first time and is not counted.
fn marks(
    simulation: &Simulation,
    options: &RunOptions,
    profile: Profile,
    seconds: f64,
) -> Result<(Vec<Mark>, Stepped), Error> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut started = None;
    let run = step_until_stopped(simulation, options, profile, |progress| {
        let start = *started.get_or_insert_with(Instant::now);
        let wall = start.elapsed().as_secs_f64();
        if wall >= seconds * marks.len() as f64 {
            marks.push(Mark {
                step: progress.step,
                stepping: progress.stepping.as_secs_f64(),
                wall,
                processor: processor_time().map(|time| time.as_secs_f64()),
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
    use std::time::Duration;

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
