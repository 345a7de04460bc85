//! Currents that depend on the field of edges: surfaces of conductors, sheets and lumped elements.

use crate::coefficients::{Lookup, Sheets, Skins};
use crate::error::FdtdError;
use crate::plan::Plan;
use poynting_fdtd_core::load::EdgeLoad;
use poynting_grid::Layout;
use poynting_scene::{MaterialId, MaterialKind, Scene, Shape};

impl Plan {
    /// Finds the surfaces of conductors and the loads of sheets.
    pub(super) fn find_surfaces(
        &mut self,
        scene: &Scene,
        layout: &Layout,
    ) -> Result<(), FdtdError> {
        let kind = |id: MaterialId| &scene.materials[id.0 as usize].kind;
        let metals = || {
            let structures = scene.structures.iter();
            structures.filter(|s| matches!(kind(s.material), MaterialKind::Conductor(_)))
        };
        let highest = scene.max_frequency();
        match (highest, metals().next()) {
            (None, Some(structure)) => {
                return Err(FdtdError::Conductor {
                    structure: structure.name.clone(),
                });
            }
            (Some(highest), Some(_)) => self.skins = Skins::new(&scene.materials, highest),
            (_, None) => {}
        }
        let sheets = Sheets {
            scene,
            solids: &self.solids,
            meshed: &self.meshed,
            layout,
            dt: self.dt,
        };
        self.loads = sheets.loads(highest);
        let curved = metals().filter(|s| !matches!(s.shape, Shape::Box { .. }));
        let remarks = curved.map(|s| {
            format!(
                "structure `{}` of a `conductor` is modelled in whole cells, whose surface, and with it the loss, is up to 50 % larger than that \
                 of the shape; boxes aligned with the grid have the correct surface",
                s.name
            )
        });
        self.warnings.extend(remarks);
        Ok(())
    }

    /// The loads of lumped elements on edges, given the cells around them, and notes for the user.
    pub(super) fn place_elements(
        &self,
        lookup: &Lookup<'_>,
        highest: Option<f64>,
    ) -> Result<(Vec<EdgeLoad>, Vec<String>), FdtdError> {
        let (mut loads, mut remarks) = (Vec::new(), Vec::new());
        for element in &self.binding.elements {
            let (load, remark) = element.loads(lookup, highest)?;
            loads.extend(load);
            remarks.extend(remark);
        }
        Ok((loads, remarks))
    }
}
