//! How ranks would share a grid, as `poynting check` shows it.

use crate::format;
use crate::output::Output;
use poynting::{FdtdPlan, Precision, RankPlan, format_bytes};
use serde_json::{Value, json};

/// A division and the plan that it divides.
pub struct Ranks<'a> {
    /// The whole.
    pub plan: &'a FdtdPlan,
    /// The division.
    pub ranks: RankPlan,
}

impl Ranks<'_> {
    fn count(&self) -> u64 {
        self.ranks.parts.iter().map(|n| *n as u64).product()
    }

    /// Bytes of the rank that needs most.
    pub fn bytes(&self) -> u64 {
        (self.plan.bytes() as f64 * self.ranks.stored[0]) as u64
    }

    /// Bytes that a rank receives in an exchange, at most.
    fn received(&self) -> u64 {
        let value = match self.plan.precision {
            Precision::F32 => 4,
            Precision::F64 => 8,
        };
        self.ranks.most.values * value
    }

    /// The mean number of nodes of a rank, relative to the largest.
    fn balance(&self) -> f64 {
        let [_, most] = self.ranks.own;
        let nodes = self.plan.cells() as f64 / self.count() as f64;
        (nodes / most as f64).min(1.0)
    }

    /// Prints them.
    pub fn print(&self, out: &mut Output) {
        let [x, y, z] = self.ranks.parts;
        let [least, most] = self.ranks.own.map(format::count);
        out.heading("Ranks");
        let rows = [
            [
                "number",
                &format!("{}, as {x} x {y} x {z}", format::count(self.count())),
            ],
            [
                "cells",
                &format!("{least} to {most} each; balance {:.2}", self.balance()),
            ],
            [
                "halo",
                &format!(
                    "{} cells; all ranks together store {:.2} times the grid",
                    self.ranks.halo, self.ranks.stored[1]
                ),
            ],
            [
                "memory",
                &format!("{} each, at most", format_bytes(self.bytes())),
            ],
            [
                "messages",
                &format!(
                    "every {} steps at most {} with {} per rank",
                    self.ranks.halo,
                    format::count(self.ranks.most.messages),
                    format_bytes(self.received())
                ),
            ],
        ];
        let rows: Vec<Vec<String>> = rows.map(|row| row.map(str::to_owned).to_vec()).to_vec();
        for row in format::table(&rows) {
            out.line(row);
        }
    }

    /// The same for scripts.
    pub fn json(&self) -> Value {
        json!({
            "parts": self.ranks.parts,
            "cells_per_rank": self.ranks.own,
            "balance": self.balance(),
            "halo": self.ranks.halo,
            "stored_share": self.ranks.stored,
            "bytes_per_rank": self.bytes(),
            "steps_between_exchanges": self.ranks.halo,
            "messages_per_rank": self.ranks.most.messages,
            "received_bytes_per_rank": self.received(),
        })
    }
}
