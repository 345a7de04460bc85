//! What `run` prints before it starts: the model as it was planned.

use crate::format;
use crate::output::Output;
use poynting::{FdtdPlan, GratingPlan, Layout, MomPlan, Plan, PlanePlan, Pool};

/// Prints title, size, memory, device, warnings.
pub fn print(out: &mut Output, title: &str, plan: &Plan, needed: u64) {
    let options = &plan.options;
    out.line(title);
    match &plan.layout {
        Layout::Fdtd(plan) => grid_header(out, plan),
        Layout::Mom(plan) => mesh_header(out, plan),
        Layout::Plane(plan) => plane_header(out, plan),
        Layout::Grating(plan) => grating_header(out, plan),
    }
    out.line(format_args!(
        "  memory  {} needed, {} available",
        poynting::format_bytes(needed),
        poynting::format_bytes(options.available_bytes())
    ));
    if let Layout::Mom(plan) = &plan.layout
        && let Some(words) = plan.disk_in_words()
    {
        out.line(format_args!("  disk    {words}"));
    }
    out.line(format_args!(
        "  device  {}, {}, {}",
        options.device,
        format::plural(options.threads.unwrap_or_else(Pool::cores) as u64, "thread"),
        plan.precision().name()
    ));
    if let Some(processes) = options.processes {
        let parts = options.ranks.map(|ranks| format!(", {ranks}"));
        out.line(format_args!(
            "  ranks   {}{}",
            format::count_of(processes.0.processes(), "process", "processes"),
            parts.unwrap_or_default()
        ));
    } else if let Some(ranks) = options.ranks {
        out.line(format_args!("  ranks   {ranks}"));
    }
    if let Some(every) = options.checkpoint {
        let every = format::duration(every.as_secs_f64());
        out.line(format_args!("  saved   every {every}"));
    }
    for warning in plan.warnings() {
        out.line(format::wrapped("  warning: ", warning));
    }
    for note in plan.notes() {
        out.line(format::wrapped("  note: ", note));
    }
}

fn grid_header(out: &mut Output, plan: &FdtdPlan) {
    let [x, y, z] = plan.meshed.grid.cells();
    out.line(format_args!(
        "  grid    {x} x {y} x {z} = {}",
        format::plural(plan.cells(), "cell")
    ));
    out.line(format_args!(
        "  time    at most {} of {}, {} in total",
        format::plural(plan.max_steps, "step"),
        format::si(plan.dt, "s"),
        format::si(plan.max_steps as f64 * plan.dt, "s"),
    ));
}

fn mesh_header(out: &mut Output, plan: &MomPlan) {
    out.line(format_args!(
        "  mesh    {}, {}, {}",
        format::plural(plan.space.triangles().len() as u64, "triangle"),
        format::plural(plan.unknowns() as u64, "unknown"),
        plan.equation.name().to_uppercase(),
    ));
    out.line(format_args!(
        "  solve   {} ({}), {} with up to {} each",
        plan.method.name(),
        plan.why,
        frequencies(plan),
        format::plural(plan.sides as u64, "right-hand side"),
    ));
}

/// `401 frequencies`, or how many of them an adaptive sweep solves.
fn frequencies(plan: &MomPlan) -> String {
    let all = format::count_of(plan.frequencies.len(), "frequency", "frequencies");
    if plan.sweep.is_none() {
        return all;
    }
    format!("at most {} of {all}", format::count(plan.solves() as u64))
}

fn plane_header(out: &mut Output, plan: &PlanePlan) {
    out.line(format_args!(
        "  mesh    {}, {}, {}, two dimensions",
        format::plural(plan.mesh.len() as u64, "element"),
        format::plural(plan.unknowns() as u64, "unknown"),
        plan.equation_name().to_uppercase(),
    ));
    out.line(format_args!(
        "  solve   {}, {} with up to {} each",
        plan.polarizations_in_words(),
        format::count_of(plan.frequencies.len(), "frequency", "frequencies"),
        format::plural(plan.sides as u64, "right-hand side"),
    ));
}

fn grating_header(out: &mut Output, plan: &GratingPlan) {
    out.line(format_args!(
        "  stack   {}, {} patterned; {}",
        format::plural(plan.layers() as u64, "layer"),
        plan.patterned(),
        plan.half_spaces.join(" below, ") + " above",
    ));
    out.line(format_args!(
        "  solve   orders: {}; {}",
        plan.orders_in_words(),
        format::count_of(plan.frequencies.len(), "frequency", "frequencies"),
    ));
}
