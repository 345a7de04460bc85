//! The scene as the solver will see it, before it is run.

use crate::model::triangles;
use crate::{Error, FdtdPlan, Layout, Plan, Simulation, VERSION};
use poynting_results::{Model, View};
use poynting_scene::Scene;

/// The metal of a larger grid takes too long to find for a picture.
const MOST_CELLS: u64 = 20_000_000;
/// A larger surface makes a page that browsers open slowly.
const MOST_TRIANGLES: usize = 100_000;

impl Simulation {
    /// The page of a planned scene: geometry with the grid or mesh, and the warnings of the plan.
    pub fn view(&self, plan: &Plan) -> Result<View, Error> {
        let scene = self.scene_text();
        let mut model = self.model(plan)?;
        if let Layout::Fdtd(plan) = &plan.layout {
            add_metal(&mut model, self.scene(), plan);
        }
        Ok(View {
            title: self.scene().title.clone(),
            solver: plan.solver().name().to_owned(),
            version: VERSION.to_owned(),
            file: scene.file_name,
            scene: scene.text,
            model,
            warnings: plan.warnings().to_vec(),
            notes: plan.notes().to_vec(),
        })
    }
}

/// Adds the metal as the grid has it, or why it is not shown.
fn add_metal(model: &mut Model, scene: &Scene, plan: &FdtdPlan) {
    let missing = "metal as meshed, only as drawn";
    if plan.cells() > MOST_CELLS {
        let count = plan.cells();
        model
            .missing
            .push(format!("{missing}: {count} cells are too many"));
        return;
    }
    let surface = plan.metal_surface(scene);
    match surface.triangles.len() {
        0 => {}
        count if count > MOST_TRIANGLES => {
            model
                .missing
                .push(format!("{missing}: {count} triangles are too many"));
        }
        _ => model.metal = Some(triangles(&surface)),
    }
}
