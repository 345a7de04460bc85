//! Output of `check` for a scene with two dimensions.

use crate::format;
use crate::mesh::{per_frequency, print_time, range, table};
use crate::output::Output;
use crate::warnings;
use poynting::{Forecast, PlanePlan, format_bytes};
use serde_json::{Value, json};

/// Everything the command reports.
pub struct Findings<'a> {
    pub plan: &'a PlanePlan,
    /// What takes memory, in bytes.
    pub memory: &'a [(&'static str, u64)],
    /// Memory in bytes.
    pub available: u64,
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
        out.heading("Memory");
        let lines = self.memory.iter().filter(|(_, bytes)| *bytes > 0);
        let mut rows: Vec<_> = lines.map(|(n, b)| (*n, format_bytes(*b))).collect();
        rows.extend([
            ("total", format_bytes(self.needed())),
            ("available", format_bytes(self.available)),
        ]);
        table(out, rows);
        warnings::left_out(out, self.left_out);
        warnings::show(out, &plan.warnings, &plan.notes);
    }

    /// Bytes in all.
    fn needed(&self) -> u64 {
        self.memory.iter().map(|(_, bytes)| bytes).sum()
    }

    /// The same for other programs.
    pub fn json(&self, title: &str) -> Value {
        let plan = self.plan;
        let forecast = self.forecast.as_ref();
        let lines = self.memory.iter();
        let lines: Value = lines.map(|(n, b)| ((*n).to_owned(), json!(b))).collect();
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
            "memory_bytes": lines,
            "needed_bytes": self.needed(),
            "available_bytes": self.available,
            "fits": self.needed() <= self.available,
            "warnings": plan.warnings,
            "notes": plan.notes,
        })
    }
}
