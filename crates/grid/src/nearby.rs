//! How many cells a plan looks at, from bounds alone.

use crate::lines::Grid;
use poynting_geometry::Solid;
use poynting_scene::{MaterialId, MaterialKind, Scene, Shape};

/// What the material of a cell in a column costs, and the lookup of a node in addition, in cells looked up one by one.
const COLUMN: f64 = 1.0 / 16.0;
const LOOKUP: f64 = 20.0;

/// Cells whose materials a plan looks up: all in the planes that dispersive bodies meet, those around other
/// bodies except boxes, and the sections of ports of lines.
pub fn cells_near_bodies(scene: &Scene, grid: &Grid, solids: &[(Solid, MaterialId)]) -> f64 {
    let lines = &grid.lines;
    let all = grid.cells().map(|n| n as f64);
    let near = solids
        .iter()
        .zip(&scene.structures)
        .map(|((solid, id), structure)| {
            let bounds = solid.bounds();
            let [x, y, z] = [0, 1, 2].map(|a| {
                let below = lines[a].partition_point(|x| *x < bounds.min[a]);
                let within = lines[a].partition_point(|x| *x <= bounds.max[a]);
                within.saturating_sub(below) as f64 + 1.0
            });
            match &scene.materials[id.0 as usize].kind {
                MaterialKind::Medium(m) if m.is_dispersive() => x * all[1] * all[2],
                MaterialKind::Conductor(_) => x * all[1] * all[2],
                _ if matches!(structure.shape, Shape::Box { .. }) => (x * y).max(y * z).max(z * x),
                _ => x * y * z,
            }
        });
    let sections = scene.line_ports.iter().map(|port| {
        let across = [(port.axis + 1) % 3, (port.axis + 2) % 3];
        // Each node of the section looks up the columns of cells around it.
        let columns = 9.0 * all[2] * COLUMN + LOOKUP;
        all[across[0]] * all[across[1]] * columns
    });
    near.chain(sections).sum()
}
