//! How long a step takes on many ranks, from three constants of a machine.
//!
//! A rank advances all nodes that it stores, its own and its halo, and exchanges the halo every h steps (h is the number of its layers). With the number
//! n of stored nodes, in cells of the grid, m messages and b bytes that a rank receives in an exchange, a step takes
//!
//! ```text
//! T = max over ranks of  n / rate + (m latency + b / bandwidth) / h
//! ```
//!
//! Ranks do not overlap computation and messages, and all wait for the slowest. The efficiency is the time of a step without halos, messages and
//! imbalance, (cells of the grid) / (ranks x rate), divided by T.

use poynting_fdtd::{Plan as FdtdPlan, RankPlan};
use poynting_scene::Precision;

/// The constants of a machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankCosts {
    /// Million cells that a rank advances per second while all ranks do.
    pub mcells_per_s: f64,
    /// Time per message in seconds.
    pub latency_s: f64,
    /// Bytes per second that a rank receives while all ranks do, packing and unpacking included.
    pub bytes_per_s: f64,
}

/// How long a step takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankForecast {
    /// Seconds per step.
    pub step_s: f64,
    /// Seconds thereof in which the slowest rank advances its cells.
    pub cells_s: f64,
    /// Seconds thereof in which it exchanges messages.
    pub messages_s: f64,
    /// The part of the time that the ranks together would need without halos, messages and imbalance.
    pub efficiency: f64,
}

impl RankCosts {
    /// The time of an exchange in seconds.
    pub fn exchange_s(&self, messages: u64, bytes: u64) -> f64 {
        messages as f64 * self.latency_s + bytes as f64 / self.bytes_per_s
    }

    /// The time of a step of a plan on ranks.
    pub fn forecast(&self, plan: &FdtdPlan, ranks: &RankPlan) -> RankForecast {
        let cells = plan.cells() as f64;
        let rate = 1e6 * self.mcells_per_s;
        let times = ranks.loads.iter().map(|load| {
            let updates = load.updates as f64 / (2 * ranks.halo) as f64;
            let share = updates / ranks.nodes as f64;
            let bytes = load.received.values * bytes_per_value(plan.precision);
            let exchange = self.exchange_s(load.received.messages, bytes);
            [share * cells / rate, exchange / ranks.halo as f64]
        });
        let longer = |a: [f64; 2], b: [f64; 2]| if b[0] + b[1] > a[0] + a[1] { b } else { a };
        let [cells_s, messages_s] = times.fold([0.0; 2], longer);
        let step_s = cells_s + messages_s;
        RankForecast {
            step_s,
            cells_s,
            messages_s,
            efficiency: cells / (ranks.loads.len() as f64 * rate * step_s),
        }
    }
}

/// Bytes of a value in a message.
pub fn bytes_per_value(precision: Precision) -> u64 {
    match precision {
        Precision::F32 => 4,
        Precision::F64 => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, RunOptions, Simulation};
    use poynting_exec::RankChoice;

    /// 64 x 64 x 64 cells, periodic, cut in the middle: each rank has 32 planes and receives 8 on either side. Below, each step loses one of them; above,
    /// E loses one with each step but the first, and H with each: 4.5 and 4 on average.
    #[test]
    fn a_step_takes_what_the_model_says() {
        let toml = r#"
title = "two ranks"
domain = { from = ["0 mm", "0 mm", "0 mm"], to = ["64 mm", "64 mm", "64 mm"] }
grid = { spacing = "1 mm" }
boundary = { all = "periodic" }
stop = { steps = 8 }
[[sources]]
name = "kick"
type = "soft-point"
component = "Ez"
at = ["20 mm", "20 mm", "20 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "10 GHz" }
"#;
        let simulation = Simulation::from_toml(toml).unwrap();
        let plan = simulation.plan(&RunOptions::default()).unwrap();
        let ranks = plan.on_ranks(RankChoice::Parts([2, 1, 1])).unwrap();
        let Layout::Fdtd(grid) = &plan.layout else {
            panic!("a scene with a domain is for FDTD");
        };
        let costs = RankCosts {
            mcells_per_s: 100.0,
            latency_s: 1e-4,
            bytes_per_s: 1e9,
        };
        let found = costs.forecast(grid, &ranks.unwrap());
        // The last node of a periodic axis is its first: both are stored where the axis is not cut, and one is sent.
        let cells_s = (48.0 - 4.5 - 4.0) / 65.0 * f64::from(64 * 64 * 64) / 1e8;
        let bytes = f64::from(2 * 8 * 64 * 64 * 6 * 4);
        let messages_s = (1e-4 + bytes / 1e9) / 8.0;
        assert!((found.cells_s / cells_s - 1.0).abs() < 1e-12, "{found:?}");
        assert!(
            (found.messages_s / messages_s - 1.0).abs() < 1e-12,
            "{found:?}"
        );
        let ideal = f64::from(32 * 64 * 64) / 1e8;
        let efficiency = ideal / (cells_s + messages_s);
        assert!(
            (found.efficiency / efficiency - 1.0).abs() < 1e-12,
            "{found:?}"
        );
    }
}
