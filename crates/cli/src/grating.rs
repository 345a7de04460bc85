//! Output of `check` for a unit cell.

use crate::format;
use crate::memory::Memory;
use crate::mesh::{range, table};
use crate::output::Output;
use crate::warnings;
use poynting::GratingPlan;
use serde_json::{Value, json};

/// Everything the command reports.
pub struct Findings<'a> {
    pub plan: &'a GratingPlan,
    /// What takes memory.
    pub memory: Memory<'a>,
    /// The time of a run in seconds, if the work was sampled.
    pub seconds: Option<f64>,
}

impl Findings<'_> {
    /// Layers, orders, frequencies, time, memory, warnings.
    pub fn print(&self, out: &mut Output) {
        let plan = self.plan;
        out.heading("Stack");
        let layers = format::plural(plan.layers() as u64, "layer");
        let patterned = format::count(plan.patterned() as u64);
        let [below, above] = &plan.half_spaces;
        let rows = vec![
            ("layers", format!("{layers}, {patterned} of them patterned")),
            ("half spaces", format!("{below} below, {above} above")),
        ];
        table(out, rows);
        out.heading("Orders");
        let chosen = if plan.is_given { "" } else { " (automatic)" };
        let rows = vec![
            ("orders", format!("{}{chosen}", plan.orders_in_words())),
            ("modes of a layer", format::count(plan.unknowns() as u64)),
            ("precision", "f64".to_owned()),
            ("frequencies", range(&plan.frequencies)),
            (
                "at the same time",
                format::plural(plan.at_once as u64, "thread"),
            ),
        ];
        table(out, rows);
        if let Some(seconds) = self.seconds {
            out.heading("Time, extrapolated from a sample");
            let time = format!("about {}", format::duration(seconds));
            table(out, vec![("all frequencies", time)]);
        }
        self.memory.print(out, None);
        warnings::show(out, &plan.warnings, &plan.notes);
    }

    /// The same for other programs.
    pub fn json(&self, title: &str) -> Value {
        let plan = self.plan;
        json!({
            "title": title,
            "solver": "rcwa",
            "layers": plan.layers(),
            "patterned_layers": plan.patterned(),
            "half_spaces": plan.half_spaces,
            "orders": plan.orders().map(|(_, count)| count),
            "unknowns": plan.unknowns(),
            "precision": "f64",
            "frequencies_hz": plan.frequencies,
            "at_once": plan.at_once,
            "estimated_s": self.seconds,
            "memory_bytes": self.memory.json(),
            "needed_bytes": self.memory.needed(),
            "available_bytes": self.memory.available,
            "fits": self.memory.needed() <= self.memory.available,
            "warnings": plan.warnings,
            "notes": plan.notes,
        })
    }
}
