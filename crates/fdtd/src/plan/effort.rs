//! Where the materials of a grid are not looked up, because the model does not fit anyway or the plan is to be quick.

use poynting_exec::{Budget, Effort, Planning};
use poynting_geometry::Solid;
use poynting_grid::{Meshed, cells_near_bodies};
use poynting_scene::{MaterialId, Scene};

/// Cells that a quick plan looks at: about a second of one core.
const QUICK_CELLS: f64 = 3e6;
/// Bytes of the six components in a cell, at least.
const FIELDS: f64 = 24.0;

/// What is left out and why.
pub fn left_out(
    scene: &Scene,
    (meshed, solids): (&Meshed, &[(Solid, MaterialId)]),
    planning: Planning,
) -> Option<String> {
    let cells = meshed.grid.total_cells() as f64;
    let is_too_large =
        matches!(planning.budget, Some(Budget { bytes }) if FIELDS * cells > bytes as f64);
    let looked_at = || cells_near_bodies(scene, &meshed.grid, solids);
    let is_slow = || planning.effort == Effort::Quick && looked_at() > QUICK_CELLS;
    let what = "the memory of dispersive media, sources and ports in metal, ports without a connection, and lumped elements";
    match (is_too_large, is_too_large || is_slow()) {
        (_, false) => None,
        (true, _) => Some(format!("{what}: the fields alone do not fit in memory")),
        (false, _) => Some(format!(
            "{what}: these follow from the materials of {:.2e} cells",
            looked_at()
        )),
    }
}
