//! Output of `check` for a run by the method of moments.

use crate::format;
use crate::memory::Memory;
use crate::output::Output;
use crate::warnings;
use poynting::{Forecast, MomPlan, MomSolution, format_bytes};
use serde_json::{Value, json};
use std::time::Duration;

/// Everything the command reports.
pub struct Findings<'a> {
    pub plan: &'a MomPlan,
    /// What takes memory.
    pub memory: Memory<'a>,
    /// The time forecast, if the work was sampled.
    pub forecast: Option<Forecast>,
    /// What was not checked.
    pub left_out: Option<&'static str>,
    /// Time between checkpoints, if there are any.
    pub checkpoint: Option<Duration>,
}

impl Findings<'_> {
    /// Mesh, equation, frequencies, time, memory, warnings.
    pub fn print(&self, out: &mut Output) {
        print_mesh(out, self.plan);
        print_equation(out, self.plan);
        if let Some(forecast) = &self.forecast {
            let each = if self.plan.sweep.is_some() {
                " per solved frequency"
            } else {
                per_frequency(self.plan.frequencies.len())
            };
            print_time(out, each, forecast);
        }
        self.memory.print(out, self.plan.disk_in_words());
        self.print_checkpoint(out);
        warnings::left_out(out, self.left_out);
        warnings::show(out, &self.plan.warnings, &[]);
    }
}

impl Findings<'_> {
    fn print_checkpoint(&self, out: &mut Output) {
        if let Some(every) = self.checkpoint {
            out.heading("Checkpoints");
            let most = format_bytes(self.plan.checkpoint_bytes());
            let rows = vec![
                (
                    "saved",
                    format!("every {}", format::duration(every.as_secs_f64())),
                ),
                ("on disk", format!("at most {most}, while the run lasts")),
            ];
            table(out, rows);
        }
    }
}

fn print_mesh(out: &mut Output, plan: &MomPlan) {
    let health = &plan.health;
    let lengths = &health.lengths;
    out.heading("Mesh");
    let length = |x: f64| format::si(x, "m");
    let mut rows = vec![
        (
            "triangles",
            format::count(plan.space.triangles().len() as u64),
        ),
        ("unknowns", format::count(plan.unknowns() as u64)),
        (
            "edges",
            format!(
                "{} to {}, mean {}",
                length(lengths.min),
                length(lengths.max),
                length(lengths.mean)
            ),
        ),
        (
            "smallest angle",
            format!("{} deg", format::number(health.smallest_angle.to_degrees())),
        ),
        ("components", format::count(health.components.len() as u64)),
        ("area", format!("{} m^2", format::number(health.area))),
    ];
    if health.closed {
        rows.push(("volume", format!("{} m^3", format::number(health.volume))));
    } else {
        rows.push(("surface", "open".to_owned()));
    }
    table(out, rows);
    for finding in &health.findings {
        out.line(format::wrapped("  finding: ", &finding.to_string()));
    }
}

/// What the times of several frequencies are given for.
pub fn per_frequency(frequencies: usize) -> &'static str {
    if frequencies > 1 {
        " per frequency"
    } else {
        ""
    }
}

/// Run time, from samples of the work. The number of iterations is not known in advance.
pub fn print_time(out: &mut Output, each: &str, forecast: &Forecast) {
    out.heading("Time, extrapolated from samples");
    let about = |seconds: f64| format!("about {}", format::duration(seconds));
    let matrix = about(forecast.matrix) + each;
    let rest = match forecast.solution {
        MomSolution::Factors(seconds) => ("factorisation", about(seconds) + each),
        MomSolution::Product(seconds) => (
            "iteration",
            about(seconds) + " per right-hand side; smooth closed bodies need a few dozen",
        ),
    };
    table(out, vec![("assembly", matrix), rest]);
}

fn print_equation(out: &mut Output, plan: &MomPlan) {
    out.heading("Equation");
    let [fewest, mean, _] = plan.edges_per_wavelength();
    let mut rows = vec![
        ("kind", kind(plan)),
        ("method", format!("{}: {}", plan.method.name(), plan.why)),
        ("precision", plan.precision.name().to_owned()),
    ];
    rows.extend(plan.factors_in_words().map(|factors| ("factors", factors)));
    rows.push(("frequencies", range(&plan.frequencies)));
    rows.extend(plan.sweep_in_words().map(|sweep| ("sweep", sweep)));
    rows.extend([
        (
            "edges per wavelength",
            format!(
                "mean {}, minimum {}",
                format::number(mean),
                format::number(fewest)
            ),
        ),
        ("right-hand sides", format::count(plan.sides as u64)),
    ]);
    if plan.method.is_compressed() {
        rows.push(("preconditioner", plan.preconditioner.name().to_owned()));
    }
    let ports: Vec<&str> = plan.ports.iter().map(|p| p.name.as_str()).collect();
    if !ports.is_empty() {
        rows.push(("ports", ports.join(", ")));
    }
    table(out, rows);
}

/// `3 GHz`, or `5 from 1 GHz to 3 GHz`.
pub fn range(frequencies: &[f64]) -> String {
    let (first, last) = (frequencies.first(), frequencies.last());
    let (first, last) = (first.copied().unwrap_or(0.0), last.copied().unwrap_or(0.0));
    if first == last {
        return format::si(first, "Hz");
    }
    format!(
        "{} from {} to {}",
        frequencies.len(),
        format::si(first, "Hz"),
        format::si(last, "Hz")
    )
}

/// Only the EFIE is valid on open surfaces.
fn kind(plan: &MomPlan) -> String {
    let name = plan.equation.name().to_uppercase();
    if plan.health.closed {
        name
    } else {
        format!("{name}, because the surface is open")
    }
}

pub fn table(out: &mut Output, rows: Vec<(&str, String)>) {
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(name, value)| vec![name.to_owned(), value])
        .collect();
    for row in format::table(&rows) {
        out.line(row);
    }
}

impl Findings<'_> {
    /// The same for other programs.
    pub fn json(&self, title: &str) -> Value {
        let plan = self.plan;
        let health = &plan.health;
        let findings: Vec<String> = health.findings.iter().map(ToString::to_string).collect();
        let forecast = self.forecast.as_ref();
        json!({
            "title": title,
            "solver": "mom",
            "triangles": plan.space.triangles().len(),
            "unknowns": plan.unknowns(),
            "edge_m": [health.lengths.min, health.lengths.mean, health.lengths.max],
            "smallest_angle_deg": health.smallest_angle.to_degrees(),
            "components": health.components.len(),
            "area_m2": health.area,
            "volume_m3": health.closed.then_some(health.volume),
            "findings": findings,
            "equation": plan.equation.name(),
            "method": plan.method.name(),
            "why": plan.why,
            "precision": plan.precision.name(),
            "factors": (!plan.method.is_compressed()).then(|| plan.factors.name()),
            "frequencies_hz": plan.frequencies,
            "adaptive": plan.sweep.is_some(),
            "solves": plan.solves(),
            "right_hand_sides": plan.sides,
            "preconditioner": plan.method.is_compressed().then(|| plan.preconditioner.name()),
            "matrix_s": forecast.map(|f| f.matrix),
            "factors_s": forecast.and_then(Forecast::factors),
            "product_s": forecast.and_then(Forecast::product),
            "memory_bytes": self.memory.json(),
            "needed_bytes": self.memory.needed(),
            "disk_bytes": plan.disk_bytes(),
            "checkpoint_s": self.checkpoint.map(|every| every.as_secs_f64()),
            "checkpoint_bytes": self.checkpoint.map(|_| plan.checkpoint_bytes()),
            "available_bytes": self.memory.available,
            "fits": self.memory.needed() <= self.memory.available,
            "warnings": plan.warnings,
        })
    }
}
