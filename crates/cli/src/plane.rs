//! Output of `check` for a scene with two dimensions.

use crate::format;
use crate::memory::Memory;
use crate::mesh::{per_frequency, print_time, range, table};
use crate::output::Output;
use crate::warnings;
use poynting::{Forecast, PlanePlan};
use serde_json::{Value, json};

/// Everything the command reports.
pub struct Findings<'a> {
    pub plan: &'a PlanePlan,
    /// What takes memory.
    pub memory: Memory<'a>,
    /// The time forecast, if the work was sampled.
    pub forecast: Option<Forecast>,
    /// What was not checked.
    pub left_out: Option<&'static str>,
}

impl Findings<'_> {
    /// Outlines, equation, frequencies, time, memory, warnings.
    pub fn print(&self, out: &mut Output) {
        let plan = self.plan;
        let [shortest, longest] = plan.mesh.lengths().map(|x| format::si(x, "m"));
        out.heading("Outlines");
        let rows = vec![
            ("structures", format::count(plan.names.len() as u64)),
            ("elements", format::count(plan.mesh.len() as u64)),
            ("lengths", format!("{shortest} to {longest}")),
            ("unknowns", format::count(plan.unknowns() as u64)),
        ];
        table(out, rows);
        out.heading("Equation");
        let rows = vec![
            ("kind", plan.equation_name().to_uppercase()),
            ("polarisations", plan.polarizations_in_words()),
            ("method", "dense: two dimensions".to_owned()),
            ("precision", "f64".to_owned()),
            ("frequencies", range(&plan.frequencies)),
            (
                "elements per wavelength",
                format!("at least {}", format::number(plan.per_wavelength)),
            ),
            ("right-hand sides", format::count(plan.sides as u64)),
        ];
        table(out, rows);
        if let Some(forecast) = &self.forecast {
            print_time(out, per_frequency(plan.frequencies.len()), forecast);
        }
        self.memory.print(out, None);
        warnings::left_out(out, self.left_out);
        warnings::show(out, &plan.warnings, &plan.notes);
    }

    /// The same for other programs.
    pub fn json(&self, title: &str) -> Value {
        let plan = self.plan;
        let forecast = self.forecast.as_ref();
        json!({
            "title": title,
            "solver": "mom",
            "dimension": 2,
            "structures": plan.names,
            "elements": plan.mesh.len(),
            "element_m": plan.mesh.lengths(),
            "unknowns": plan.unknowns(),
            "equation": plan.equation_name(),
            "polarisations": plan.polarizations_in_words(),
            "method": "dense",
            "precision": "f64",
            "frequencies_hz": plan.frequencies,
            "right_hand_sides": plan.sides,
            "matrix_s": forecast.map(|f| f.matrix),
            "factors_s": forecast.and_then(Forecast::factors),
            "memory_bytes": self.memory.json(),
            "needed_bytes": self.memory.needed(),
            "available_bytes": self.memory.available,
            "fits": self.memory.needed() <= self.memory.available,
            "warnings": plan.warnings,
            "notes": plan.notes,
        })
    }
}
