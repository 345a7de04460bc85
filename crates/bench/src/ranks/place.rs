//! Where ranks are, and what an exchange between them took.

use poynting::{Device, Pool, Processes, RankChoice, RunOptions};
use serde::Serialize;

/// Where ranks are.
#[derive(Debug, Clone, Copy)]
pub enum Place {
    /// This number in one process, one thread each.
    Threads(usize),
    /// One in each process.
    Processes {
        /// The processes.
        all: Processes,
        /// Threads of each; one per core by default.
        threads: Option<usize>,
    },
}

impl Place {
    /// Number of ranks.
    pub fn ranks(self) -> usize {
        match self {
            Self::Threads(ranks) => ranks,
            Self::Processes { all, .. } => all.0.processes(),
        }
    }

    /// Threads of a rank.
    pub fn threads(self) -> usize {
        match self {
            Self::Threads(_) => 1,
            Self::Processes { threads, .. } => threads.unwrap_or_else(Pool::cores),
        }
    }

    /// How a grid is divided among all ranks.
    pub(super) fn options(self, ranks: RankChoice) -> RunOptions {
        let (threads, processes) = match self {
            Self::Threads(ranks) => (Some(ranks.min(Pool::cores())), None),
            Self::Processes { all, threads } => (threads, Some(all)),
        };
        RunOptions {
            device: Device::Cpu.into(),
            threads,
            processes,
            ranks: Some(ranks),
            ..RunOptions::default()
        }
    }

    /// What each rank has found, on all of them.
    pub(super) fn gathered(self, found: f64) -> Vec<f64> {
        let Self::Processes { all, .. } = self else {
            return vec![found];
        };
        let mut values = vec![0.0; all.0.processes()];
        values[all.0.process()] = found;
        all.unite(&mut values);
        values
    }
}

/// A measured exchange.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ExchangeRow {
    /// Parts along x, y and z.
    pub parts: [usize; 3],
    /// Messages that the busiest rank receives.
    pub messages: u64,
    /// Bytes in them.
    pub bytes: u64,
    /// Duration in seconds.
    pub seconds: f64,
    /// The same from latency and bandwidth.
    pub fitted_s: f64,
}
