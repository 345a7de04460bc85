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

    /// Prints them; `alone` is the time of the run on one such rank, in seconds.
    pub fn print(&self, out: &mut Output, alone: Option<f64>) {
        let [x, y, z] = self.ranks.parts;
        let [least, most] = self.ranks.own.map(format::count);
        let [share, all] = self.ranks.stored;
        let halo = self.ranks.halo;
        out.heading("Ranks");
        let mut row = |name: &str, text: String| out.line(format_args!("  {name:<9}  {text}"));
        let count = format::count(self.count());
        row("number", format!("{count}, as {x} x {y} x {z}"));
        row(
            "cells",
            format!("{least} to {most} each; balance {:.2}", self.balance()),
        );
        row(
            "halo",
            format!("{halo} cells; all ranks together store {all:.2} times the grid"),
        );
        let bytes = format_bytes(self.bytes());
        row("memory", format!("at most {bytes} each"));
        let messages = format::count(self.ranks.most.messages);
        let received = format_bytes(self.received());
        row(
            "messages",
            format!("every {halo} steps, at most {messages} with {received} to each"),
        );
        if let Some(seconds) = alone {
            let time = format::duration(seconds * share);
            row(
                "run time",
                format!("about {time} at the speed of this machine, without messages"),
            );
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
