//! The least memory that monitors take, from the scene and the lines of its grid alone, before anything is allocated for them.
//!
//! These are lower bounds, so that only what cannot fit is rejected; the plan counts what the rest takes exactly.

use poynting_exec::{Effort, NotQuick, PartExceedsMemory, Planning};
use poynting_grid::Grid;
use poynting_scene::{Monitor, MonitorKind, Point};

/// Bytes of a direction, and of its results at a frequency: two complex components, and what follows from them.
const DIRECTION: f64 = 16.0;
const RESULT: f64 = 48.0;
/// Bytes of a value, and of a node of a surface with the numbers that belong to it.
const VALUE: f64 = 4.0;
const NODE: f64 = 64.0;
/// Bytes that a quick plan holds for the nodes and directions of monitors, and a plan's seconds per byte.
const QUICK_BYTES: f64 = 100e6;
const SECONDS: f64 = 2e-9;

/// Why monitors cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum DemandError {
    /// Not in this memory.
    #[error(transparent)]
    Memory(#[from] PartExceedsMemory),
    /// Not quickly.
    #[error(transparent)]
    NotQuick(#[from] NotQuick),
}

/// Rejects monitors that cannot fit, or that a quick plan does not look at.
pub fn check(monitors: &[Monitor], grid: &Grid, planning: Planning) -> Result<(), DemandError> {
    let mut all = 0.0;
    for monitor in monitors {
        let Demand { run, plan, what } = Demand::of(&monitor.kind, grid);
        all += run;
        let what = || format!("monitor `{}` has {what}", monitor.name);
        let cure = "use fewer directions, frequencies or nodes";
        planning.check_part(run, (what, cure))?;
        if planning.effort == Effort::Quick && plan > QUICK_BYTES {
            return Err(DemandError::NotQuick(NotQuick {
                what: what(),
                seconds: SECONDS * plan,
                bytes: plan,
            }));
        }
    }
    let what = || format!("the scene has {} monitors", monitors.len());
    Ok(planning.check_part(all, (what, "use fewer, or fewer frequencies"))?)
}

/// What a monitor takes.
struct Demand {
    /// Bytes in a run.
    run: f64,
    /// Bytes in its plan.
    plan: f64,
    /// Its size in words.
    what: String,
}

impl Demand {
    fn of(kind: &MonitorKind, grid: &Grid) -> Self {
        let frequencies = kind.frequencies().len() as f64;
        let at = |nodes: f64| format!("{nodes} nodes at {frequencies} frequencies");
        match kind {
            MonitorKind::Field {
                components, stride, ..
            } => {
                let nodes = volume(kind, grid, *stride);
                let values = nodes * components.len() as f64 * frequencies;
                Self {
                    run: 2.0 * VALUE * values,
                    plan: 0.0,
                    what: at(nodes),
                }
            }
            MonitorKind::Snapshot {
                components, stride, ..
            } => {
                let nodes = volume(kind, grid, *stride);
                Self {
                    run: VALUE * nodes * components.len() as f64,
                    plan: 0.0,
                    what: format!("{nodes} nodes"),
                }
            }
            MonitorKind::Flux { .. } => {
                let nodes = surface(kind, grid);
                Self {
                    run: nodes * 2.0 * VALUE * 6.0 * frequencies,
                    plan: nodes * NODE,
                    what: at(nodes),
                }
            }
            MonitorKind::FarField { .. } | MonitorKind::FarPulse { .. } => {
                let (nodes, directions) = (surface(kind, grid), kind.directions());
                let results = DIRECTION + RESULT * frequencies.max(1.0);
                Self {
                    run: nodes * 2.0 * VALUE * 4.0 * frequencies + directions * results,
                    plan: nodes * NODE + directions * DIRECTION,
                    what: format!("{directions} directions and {}", at(nodes)),
                }
            }
            _ => Self {
                run: 0.0,
                plan: 0.0,
                what: String::new(),
            },
        }
    }
}

/// Nodes of the grid within the box of a monitor, per axis; at least one.
fn nodes(kind: &MonitorKind, grid: &Grid) -> [f64; 3] {
    let [from, to]: [Point; 2] = kind.region().unwrap_or_default();
    std::array::from_fn(|a| {
        let lines = &grid.lines[a];
        let below = lines.partition_point(|x| *x < from[a]);
        let within = lines.partition_point(|x| *x <= to[a]).saturating_sub(below);
        within.max(1) as f64
    })
}

fn volume(kind: &MonitorKind, grid: &Grid, stride: [usize; 3]) -> f64 {
    let nodes = nodes(kind, grid);
    let decimated = [0, 1, 2].map(|a| (nodes[a] / stride[a].max(1) as f64).ceil());
    decimated.iter().product()
}

fn surface(kind: &MonitorKind, grid: &Grid) -> f64 {
    let [x, y, z] = nodes(kind, grid);
    let is_plane = (x - 1.0) * (y - 1.0) * (z - 1.0) == 0.0;
    let faces = if is_plane { 1.0 } else { 2.0 };
    faces * [x * y, y * z, z * x].into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use poynting_exec::Budget;
    use poynting_scene::Scene;

    const SCENE: &str = r#"
title = "monitors"
[domain]
from = ["0 mm", "0 mm", "0 mm"]
to = ["20 mm", "20 mm", "20 mm"]
[grid]
spacing = "1 mm"
[[sources]]
name = "current"
type = "soft-point"
component = "Ez"
at = ["10 mm", "10 mm", "10 mm"]
waveform = { type = "gaussian", amplitude = "1 A/m^2", bandwidth = "15 GHz" }
[stop]
steps = 10
[[monitors]]
name = "d"
type = "far-field"
from = ["2 mm", "2 mm", "2 mm"]
to = ["18 mm", "18 mm", "18 mm"]
frequencies = "1 GHz"
theta = { from = "0 deg", to = "180 deg", count = 3000 }
phi = { from = "0 deg", to = "180 deg", count = 3000 }
"#;

    /// Nine million directions with two complex doubles each are 288 MB, whatever else is kept.
    #[test]
    fn directions_are_counted_before_they_are_listed() {
        let scene = Scene::from_toml(SCENE, "scene.toml").unwrap();
        let lines = [0, 1, 2].map(|_| (0..=20).map(|n| 1e-3 * f64::from(n)).collect());
        let grid = Grid::new(lines).unwrap();
        let within = |bytes, effort| {
            let budget = Some(Budget { bytes });
            check(&scene.monitors, &grid, Planning { effort, budget })
        };
        let refused = within(288_000_000, Effort::Full).unwrap_err().to_string();
        assert!(
            refused.contains("monitor `d` has 9000000 directions"),
            "{refused}"
        );
        assert!(within(2_000_000_000, Effort::Full).is_ok());
        let refused = within(2_000_000_000, Effort::Quick).unwrap_err();
        assert!(matches!(refused, DemandError::NotQuick(_)), "{refused}");
    }
}
