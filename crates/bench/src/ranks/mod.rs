//! The constants of a machine on which ranks share a grid: cell rate of a rank, latency and bandwidth of its messages.
//!
//! They are those of the cost model of [`RankCosts`]: a rank advances its cells at a rate, and an exchange of m messages with b bytes in all takes
//!
//! ```text
//! t = m latency + b / bandwidth
//! ```
//!
//! The rate is that of a vacuum cube, measured as by `poynting bench fdtd`, on all ranks at the same time since they share memory and caches; the
//! slowest counts. Exchanges are those of a run, between threads or over MPI, with packing and unpacking, but without steps in between
//! (`exchange.rs`); `fit.rs` finds latency and bandwidth by least squares.

mod exchange;
mod fit;
mod place;

use crate::fdtd::{Case, FdtdBench, Grid};
use fit::fit;
pub use place::{ExchangeRow, Place};
use poynting::{Device, Error, Precision, Profile, RankCosts};
use serde::Serialize;

/// How to measure.
#[derive(Debug, Clone, Copy)]
pub struct RankBench {
    /// Where the ranks are.
    pub place: Place,
    /// Precision of the fields.
    pub precision: Precision,
    /// Cells along each axis of the cube that a rank advances.
    pub cells: usize,
    /// Duration of one interval of the rate, which is the median of three.
    pub seconds: f64,
}

/// What was measured. Other programs read these field names, `poynting check --costs` among them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankReport {
    /// Whether the ranks were `threads` of a process, or `processes`.
    pub between: &'static str,
    /// Number of ranks.
    pub ranks: usize,
    /// Threads of each.
    pub threads: usize,
    /// `f32` or `f64`.
    pub precision: &'static str,
    /// Cells along each axis of the cube of a rank.
    pub cells: usize,
    /// Million cells that a rank advances per second.
    pub mcells_per_s: f64,
    /// Time of a message in seconds.
    pub latency_s: f64,
    /// Bytes per second that a rank receives.
    pub bytes_per_s: f64,
    /// The exchanges from which latency and bandwidth were found.
    pub exchanges: Vec<ExchangeRow>,
}

impl ExchangeRow {
    /// The difference between fit and measurement, relative to the latter.
    pub fn error(&self) -> f64 {
        self.fitted_s / self.seconds - 1.0
    }
}

/// Measures the constants.
pub fn ranks(bench: &RankBench) -> Result<RankReport, Error> {
    let place = bench.place;
    let rate = rate(bench)?;
    let mut exchanges = exchange::measure(place, bench.precision)?;
    let (latency_s, bytes_per_s) = fit(&exchanges);
    let costs = RankCosts {
        mcells_per_s: rate,
        latency_s,
        bytes_per_s,
    };
    for row in &mut exchanges {
        row.fitted_s = costs.exchange_s(row.messages, row.bytes);
    }
    Ok(RankReport {
        between: match place {
            Place::Threads(_) => "threads",
            Place::Processes { .. } => "processes",
        },
        ranks: place.ranks(),
        threads: place.threads(),
        precision: bench.precision.name(),
        cells: bench.cells,
        mcells_per_s: rate,
        latency_s,
        bytes_per_s,
        exchanges,
    })
}

/// Million cells per second of the slowest rank while all advance a cube of their own.
fn rate(bench: &RankBench) -> Result<f64, Error> {
    let alone = FdtdBench {
        device: Device::Cpu,
        threads: match bench.place {
            Place::Threads(_) => Some(1),
            Place::Processes { threads, .. } => threads,
        },
        precision: Some(bench.precision),
        traversal: None,
        ranks: None,
        seconds: bench.seconds,
        profile: Profile::Off,
    };
    let measure = || -> Result<f64, Error> {
        let subject = Grid::cube(bench.cells, Case::Vac).subject()?;
        Ok(subject.measure(&alone.options(), &alone)?.mcells_per_s)
    };
    let rates = match bench.place {
        Place::Processes { .. } => bench.place.gathered(measure()?),
        Place::Threads(ranks) => std::thread::scope(|scope| {
            let others: Vec<_> = (1..ranks).map(|_| scope.spawn(measure)).collect();
            let mut rates = vec![measure()?];
            for other in others {
                rates.push(other.join().unwrap_or(Err(Error::NotStarted))?);
            }
            Ok::<_, Error>(rates)
        })?,
    };
    Ok(rates.into_iter().fold(f64::INFINITY, f64::min))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_of_threads_are_found() {
        let bench = RankBench {
            place: Place::Threads(4),
            precision: Precision::F32,
            cells: 32,
            seconds: 0.02,
        };
        let report = ranks(&bench).unwrap();
        assert!(report.mcells_per_s > 1.0, "{report:?}");
        // Between sleeping threads on a busy machine and cores that share a cache.
        assert!(report.latency_s < 1e-1, "{report:?}");
        assert!(report.bytes_per_s > 1e6, "{report:?}");
        // No memory copies a terabyte per second: the messages are real.
        let is_real = |row: &ExchangeRow| row.seconds > row.bytes as f64 / 1e12;
        assert!(report.exchanges.iter().all(is_real), "{report:?}");
        // Rows of ranks have two neighbours at most, a square has three.
        let messages: Vec<u64> = report.exchanges.iter().map(|row| row.messages).collect();
        assert!(
            messages.contains(&2) && messages.contains(&3),
            "{messages:?}"
        );
        // Eight layers of 3 x 3 nodes with six values of four bytes, on either side.
        assert_eq!(report.exchanges[0].bytes, 2 * 8 * 9 * 24);
    }
}
