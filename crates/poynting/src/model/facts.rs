//! Key figures of the grid or mesh.

use crate::{FdtdPlan, GratingPlan, Layout, MomPlan, Plan, PlanePlan, used_materials};
use poynting_results::Facts;
use poynting_scene::{MaterialKind, Medium, Scene, Wall};

/// The facts about a plan.
pub fn all(scene: &Scene, plan: &Plan) -> Vec<Facts> {
    match &plan.layout {
        Layout::Fdtd(plan) => vec![grid(scene, plan), materials(scene, plan)],
        Layout::Mom(plan) => vec![mesh(plan), equation(plan)],
        Layout::Plane(plan) => vec![outlines(plan), equation_in_plane(plan)],
        Layout::Grating(plan) => vec![stack(scene, plan), orders(plan)],
    }
}

fn grid(scene: &Scene, plan: &FdtdPlan) -> Facts {
    let grid = &plan.meshed.grid;
    let [x, y, z] = grid.cells();
    let sizes = (0..3).flat_map(|a| grid.primal(a));
    let largest = sizes.fold(0.0, f64::max);
    let facts = Facts::new("Grid")
        .with("cells", plan.cells())
        .with("along x, y, z", format!("{x} × {y} × {z}"))
        .with("smallest cell", (grid.smallest().size, "m"))
        .with("cause", plan.meshed.smallest_cause.as_str())
        .with("largest cell", (largest, "m"))
        .with("boundary", faces(scene))
        .with("time step", (plan.dt, "s"));
    let facts = match &plan.step_cause {
        Some(cause) => facts.with("cause", cause.as_str()),
        None => facts,
    };
    match plan.meshed.max_frequency {
        Some(f) => facts.with("highest frequency", (f, "Hz")),
        None => facts,
    }
}

/// `pml`, or one entry per face if they differ.
fn faces(scene: &Scene) -> String {
    let walls = scene.boundary.walls;
    let all = walls.as_flattened();
    if all.iter().all(|w| w == &all[0]) {
        return format!("{} on all sides", all[0].name());
    }
    let axis = |(axis, [low, high]): (&str, [Wall; 2])| {
        if low == high {
            format!("{axis} {}", low.name())
        } else {
            format!("−{axis} {}, +{axis} {}", low.name(), high.name())
        }
    };
    let axes = ["x", "y", "z"].into_iter().zip(walls).map(axis);
    axes.collect::<Vec<_>>().join(", ")
}

fn materials(scene: &Scene, plan: &FdtdPlan) -> Facts {
    let mut facts = Facts::new("Materials");
    for used in used_materials(scene, plan) {
        let kind = match &used.material.kind {
            MaterialKind::Pec => "perfect electric conductor".to_owned(),
            MaterialKind::Pmc => "perfect magnetic conductor".to_owned(),
            MaterialKind::Conductor(metal) => {
                format!("metal of {:.3e} S/m, surface impedance", metal.sigma)
            }
            MaterialKind::Resistive { resistance } => format!("sheet of {resistance} Ω/square"),
            MaterialKind::Medium(medium) => constants(medium),
        };
        let finely = used.cells_per_wavelength.filter(|n| n.is_finite());
        let finely = finely.map(|n| format!("; {n:.1} cells per wavelength"));
        facts = facts.with(&used.material.name, kind + &finely.unwrap_or_default());
    }
    facts
}

/// `ε 4.3, σ 0.02`: the permittivity, and whatever differs from vacuum.
fn constants(medium: &Medium) -> String {
    let mut parts = vec![format!("ε {}", per_axis(medium.eps_r))];
    for (letter, values, plain) in [("µ", medium.mu_r, 1.0), ("σ", medium.sigma, 0.0)] {
        if values.iter().any(|v| *v != plain) {
            parts.push(format!("{letter} {}", per_axis(values)));
        }
    }
    if !(medium.electric.is_empty() && medium.magnetic.is_empty()) {
        parts.push("dispersive".to_owned());
    }
    parts.join(", ")
}

fn per_axis([x, y, z]: [f64; 3]) -> String {
    if x == y && y == z {
        x.to_string()
    } else {
        format!("{x}, {y}, {z}")
    }
}

fn mesh(plan: &MomPlan) -> Facts {
    let health = &plan.health;
    let facts = Facts::new("Mesh")
        .with("triangles", plan.space.triangles().len() as u64)
        .with("unknowns", plan.unknowns() as u64)
        .with("shortest edge", (health.lengths.min, "m"))
        .with("mean edge", (health.lengths.mean, "m"))
        .with("longest edge", (health.lengths.max, "m"))
        .with(
            "smallest angle",
            (health.smallest_angle.to_degrees(), "deg"),
        )
        .with("components", health.components.len() as u64)
        .with("area", (health.area, "m^2"));
    if health.closed {
        facts.with("volume", (health.volume, "m^3"))
    } else {
        facts.with("surface", "open")
    }
}

fn equation(plan: &MomPlan) -> Facts {
    let [fewest, mean, _] = plan.edges_per_wavelength();
    let [first, last] = [plan.frequencies.first(), plan.frequencies.last()];
    let end = |f: Option<&f64>| (f.copied().unwrap_or(0.0), "Hz");
    let facts = Facts::new("Equation")
        .with("kind", plan.equation.name().to_uppercase())
        .with("matrix", format!("{}: {}", plan.method.name(), plan.why));
    let facts = match plan.factors_in_words() {
        Some(factors) => facts.with("factors", factors),
        None => facts,
    };
    let facts = facts
        .with(
            "edges per wavelength",
            format!("mean {mean:.1}, minimum {fewest:.1}"),
        )
        .with("frequencies", plan.frequencies.len() as u64);
    let facts = match plan.sweep_in_words() {
        Some(sweep) => facts.with("sweep", sweep),
        None => facts,
    };
    facts
        .with("from", end(first))
        .with("to", end(last))
        .with("right-hand sides", plan.sides as u64)
}

fn stack(scene: &Scene, plan: &GratingPlan) -> Facts {
    let [below, above] = &plan.half_spaces;
    Facts::new("Stack")
        .with("layers", plan.layers() as u64)
        .with("of them patterned", plan.patterned() as u64)
        .with("half space below", below.as_str())
        .with("half space above", above.as_str())
        .with("boundary", faces(scene))
}

fn orders(plan: &GratingPlan) -> Facts {
    let [first, last] = [plan.frequencies.first(), plan.frequencies.last()];
    let end = |f: Option<&f64>| (f.copied().unwrap_or(0.0), "Hz");
    Facts::new("Orders")
        .with("orders", plan.orders_in_words())
        .with("modes of a layer", plan.unknowns() as u64)
        .with("frequencies", plan.frequencies.len() as u64)
        .with("from", end(first))
        .with("to", end(last))
}

fn outlines(plan: &PlanePlan) -> Facts {
    let [shortest, longest] = plan.mesh.lengths();
    Facts::new("Outlines")
        .with("structures", plan.names.len() as u64)
        .with("elements", plan.mesh.len() as u64)
        .with("unknowns", plan.unknowns() as u64)
        .with("shortest element", (shortest, "m"))
        .with("longest element", (longest, "m"))
}

fn equation_in_plane(plan: &PlanePlan) -> Facts {
    let [first, last] = [plan.frequencies.first(), plan.frequencies.last()];
    let end = |f: Option<&f64>| (f.copied().unwrap_or(0.0), "Hz");
    Facts::new("Equation")
        .with("kind", plan.equation_name().to_uppercase())
        .with("dimensions", 2_u64)
        .with("polarisations", plan.polarizations_in_words())
        .with(
            "elements per wavelength",
            format!("at least {}", plan.per_wavelength),
        )
        .with("frequencies", plan.frequencies.len() as u64)
        .with("from", end(first))
        .with("to", end(last))
        .with("right-hand sides", plan.sides as u64)
}
