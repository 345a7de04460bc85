//! The materials of a model, with the grid resolution of a wave in each.

use crate::FdtdPlan;
use poynting_grid as grid;
use poynting_physics::constants::C0;
use poynting_scene::{Material, MaterialId, MaterialKind, Scene};

/// A material in use.
#[derive(Debug, Clone, Copy)]
pub struct UsedMaterial<'a> {
    /// The material.
    pub material: &'a Material,
    /// The highest frequency, at which a dispersive material is shown.
    pub frequency: Option<f64>,
    /// Cells per wavelength at the highest frequency, in the largest cell that it fills; none for
    /// conductors or without a frequency.
    pub cells_per_wavelength: Option<f64>,
}

impl UsedMaterial<'_> {
    /// Phase lag of a wave per wavelength, in degrees; infinite if no wave propagates.
    pub fn phase_error_deg(&self) -> Option<f64> {
        self.cells_per_wavelength.map(grid::phase_error_deg)
    }
}

/// Vacuum, and the materials of all structures, in the order of the scene.
pub fn used_materials<'a>(scene: &'a Scene, plan: &FdtdPlan) -> Vec<UsedMaterial<'a>> {
    let everywhere = (scene.domain.from, scene.domain.to);
    let ids = (0..scene.materials.len() as u32).map(MaterialId);
    ids.filter_map(|id| {
        let boxes = plan.solids.iter().filter(|(_, of)| *of == id);
        let boxes = boxes.map(|(solid, _)| (solid.bounds().min, solid.bounds().max));
        let background = (id == MaterialId::VACUUM).then_some(everywhere);
        let cells = boxes.chain(background).map(|b| largest_cell(plan, b));
        let largest = cells.reduce(f64::max)?;
        let material = &scene.materials[id.0 as usize];
        let frequency = plan.meshed.max_frequency.filter(|f| *f > 0.0);
        let wavelength = match (&material.kind, frequency) {
            (MaterialKind::Medium(m), Some(f)) => Some(C0 / (f * grid::index(m, f))),
            _ => None,
        };
        Some(UsedMaterial {
            material,
            frequency,
            cells_per_wavelength: wavelength.filter(|_| largest > 0.0).map(|w| w / largest),
        })
    })
    .collect()
}

/// The largest spacing within a box; cells that it barely touches do not count.
fn largest_cell(plan: &FdtdPlan, (min, max): ([f64; 3], [f64; 3])) -> f64 {
    let axis = |a: usize| {
        let cells = plan.meshed.grid.lines[a].windows(2);
        let inside =
            cells.filter(move |w| w[1].min(max[a]) - w[0].max(min[a]) > 1e-3 * (w[1] - w[0]));
        inside.map(|w| w[1] - w[0]).fold(0.0, f64::max)
    };
    (0..3).map(axis).fold(0.0, f64::max)
}
